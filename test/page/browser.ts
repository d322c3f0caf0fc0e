import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const DEBIAN = '/usr/bin/chromium';

/** One browser for all tests of a file: one that is named, or the one npm brought, or Debian's. */
export function shareBrowser(): { readonly current: Browser } {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 120_000);
  afterAll(() => browser?.close());
  return {
    get current() {
      return browser;
    },
  };
}

export async function startBrowser(): Promise<Browser> {
  const tried: string[] = [];
  for (const one of [named, fromPackage, debian]) {
    const started = await one().catch((error: unknown) => void tried.push(String(error).split('\n')[0]!));
    if (started) return started;
  }
  throw new Error(`No browser starts: name one with KNAP_TEST_BROWSER=/path/to/chromium. Tried: ${tried.join('; ')}`);
}

async function fromPackage(): Promise<Browser> {
  const { default: packed } = await import('@sparticuz/chromium');
  // Made for one page and its end; here one browser shows many.
  const args = packed.args.filter((one) => one !== '--single-process');
  return chromium.launch({ args, executablePath: await packed.executablePath(), headless: true });
}

async function named(): Promise<Browser> {
  const path = process.env.KNAP_TEST_BROWSER;
  if (path === undefined) throw new Error('KNAP_TEST_BROWSER names none');
  return chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
}

async function debian(): Promise<Browser> {
  if (!existsSync(DEBIAN)) throw new Error(`there is no ${DEBIAN}`);
  return chromium.launch({ executablePath: DEBIAN, args: ['--no-sandbox'] });
}
