import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareBrowser } from '../../page/browser.ts';
import { type ServedPageHere, servePage } from '../../page/served-page.ts';
import { commitAll } from '../../surfaces/world.ts';

// What a designer would look at: every view at three widths in both themes. They are kept beside the run and never committed.
const REPOSITORY = join(import.meta.dirname, '../../..');
const KEPT = join(REPOSITORY, 'screenshots');
const WIDTHS = { wide: [1440, 900], middle: [900, 1000], phone: [390, 844] } as const;
const THEMES = ['light', 'dark'] as const;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'knap-shots-')));
const root = join(folder, 'knap');
const browser = shareBrowser();
let here: ServedPageHere;
let page: Page;

beforeAll(async () => {
  for (const folder of ['src/pipeline', 'src/formats', 'src/model', 'docs/guide'])
    cpSync(join(REPOSITORY, folder), join(root, folder), { recursive: true });
  commitAll(root, 'A part of knap');
  mkdirSync(KEPT, { recursive: true });
  here = await servePage(root);
  page = await browser.current.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(here.address());
}, 600_000);
afterAll(async () => {
  await here?.server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const shoot = (name: string) => page.screenshot({ path: join(KEPT, `${name}.png`), animations: 'disabled' });

async function eachWay(name: string): Promise<void> {
  for (const [width, [x, y]] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width: x, height: y });
    await page.getByText('One moment…').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} at ${x}`).toBeLessThanOrEqual(x);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await shoot(`${name}-${width}-${theme}`);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const open = (view: string) => page.getByRole('tab', { name: view }).click();

// One after the other in one tab, as a person would.
const SHOWN: readonly (readonly [name: string, show: () => Promise<unknown>])[] = [
  ['start', () => page.getByText('are indexed').waitFor()],
  [
    'pack',
    async () => {
      await page.getByRole('textbox', { name: 'Task' }).fill('how does a pack keep its token budget');
      await page.getByRole('textbox', { name: 'Task' }).press('Enter');
      await page.getByRole('region', { name: 'The pack as a document' }).locator('.numbers').first().waitFor();
      await page
        .getByRole('group', { name: 'Aim' })
        .getByText(/^\+\d+ block|adds nothing/)
        .waitFor();
    },
  ],
  [
    'full',
    async () => {
      await page.getByRole('tab', { name: 'Pack' }).focus();
      await page.keyboard.press('2');
      await page.getByText(/Last change/).waitFor();
    },
  ],
  [
    'map',
    async () => {
      await page.keyboard.press('3');
      await page.getByText(/^\d+ places named, not quoted$/).waitFor();
    },
  ],
  [
    'printed',
    async () => {
      await page.keyboard.press('2');
      await page.getByText('As printed').click();
      await page.getByRole('region', { name: 'The pack as it is printed' }).waitFor();
    },
  ],
  [
    'ranked',
    async () => {
      await open('Ranked');
      await page.getByRole('list', { name: 'Candidates' }).getByRole('button', { expanded: false }).first().click();
      await page.getByText('Why it is in').waitFor();
    },
  ],
  [
    'budget',
    async () => {
      await open('Budget');
      await page
        .getByRole('button', { name: /show the code/ })
        .first()
        .waitFor();
    },
  ],
  [
    'code',
    async () => {
      await page
        .getByRole('button', { name: /show the code/ })
        .first()
        .click();
      await page.getByRole('dialog').locator('.mark').first().waitFor();
    },
  ],
  [
    'library',
    async () => {
      await page.keyboard.press('Escape');
      await open('Library');
      await page
        .getByRole('button', { name: /packing\.md/ })
        .first()
        .click();
      await page.getByText('Linked from').waitFor();
    },
  ],
  [
    'history',
    async () => {
      await open('History');
      await page.getByRole('checkbox').nth(0).check();
      await page.getByRole('region', { name: /^The pack / }).waitFor();
    },
  ],
  [
    'compared',
    async () => {
      await page.getByRole('checkbox').nth(1).check();
      await page.getByText(/^\d+ differences?, |^Both quote the same lines, /).waitFor();
    },
  ],
];
for (const [name, show] of SHOWN)
  test(`the page showing ${name} is no wider than its window`, async () => {
    await show();
    await eachWay(name);
  });
