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
const WIDTHS = { wide: [1280, 800], tablet: [834, 1112], phone: [390, 844] } as const;
const THEMES = ['light', 'dark'] as const;
const VIEWS = ['Pack', 'Ranked', 'Budget', 'Library', 'History'] as const;

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
  await page.goto(here.address());
}, 600_000);
afterAll(async () => {
  await here?.server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const shoot = (name: string) => page.screenshot({ path: join(KEPT, `${name}.png`), animations: 'disabled' });

async function eachWay(name: string): Promise<void> {
  for (const [width, [x, y]] of Object.entries(WIDTHS))
    for (const theme of THEMES) {
      await page.setViewportSize({ width: x, height: y });
      await page.emulateMedia({ colorScheme: theme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} at ${x}`).toBeLessThanOrEqual(x);
      await shoot(`${name}-${width}-${theme}`);
    }
}

test('before anything was asked', async () => {
  await page.getByText('are indexed').waitFor();
  await eachWay('empty');
});

for (const view of VIEWS)
  test(`the view ${view}`, async () => {
    if (view === 'Pack') {
      await page.getByRole('textbox', { name: 'Task' }).fill('how does a pack keep its token budget');
      await page.getByRole('textbox', { name: 'Task' }).press('Enter');
      await page.getByRole('region', { name: 'The pack as it is printed' }).waitFor();
      await page
        .getByRole('group', { name: 'Aim' })
        .getByText(/^\+\d+ block|adds nothing/)
        .nth(1)
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: view }).focus();
      await page.keyboard.press('2');
      await page.getByText(/Last change/).waitFor();
    }
    await page.getByRole('tab', { name: view }).click();
    if (view === 'Ranked') {
      await page.getByRole('list', { name: 'Candidates' }).getByRole('button', { expanded: false }).first().click();
      await page.getByText('Why it is in').waitFor();
    }
    if (view === 'Budget')
      await page
        .getByRole('button', { name: /show the code/ })
        .first()
        .waitFor();
    await eachWay(view.toLowerCase());
  });

test('the code', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('tab', { name: 'Budget' }).click();
  await page
    .getByRole('button', { name: /show the code/ })
    .first()
    .click();
  await page.getByRole('dialog').locator('.mark').first().waitFor();
  await eachWay('code');
});
