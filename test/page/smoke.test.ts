import { rmSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHOP, shareWorld } from '../surfaces/world.ts';
import { shareBrowser } from './browser.ts';
import { type ServedPageHere, servePage } from './served-page.ts';

const root = shareWorld(SHOP, { git: true });
const browser = shareBrowser();
let here: ServedPageHere;
let context: BrowserContext;
let page: Page;
const said: string[] = [];

beforeAll(async () => {
  here = await servePage(root);
  context = await browser.current.newContext({ viewport: { width: 1280, height: 800 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
}, 120_000);
afterAll(async () => {
  await context?.close();
  await here?.server.stop();
  rmSync(`${root}.json`, { force: true });
});

const task = () => page.getByRole('textbox', { name: 'Task' });
const pack = () => page.getByRole('region', { name: 'The pack as it is printed' });
const reading = () => page.getByRole('region', { name: 'The pack as a document' });
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor();
const open = (view: string) => page.getByRole('tab', { name: view }).click();

// One after the other in one tab, as a person would.
describe('the page works in a browser', () => {
  test('the printed address opens the page once, and the page says what is indexed', async () => {
    const address = here.address();
    await page.goto(address);
    await shown('See what the model will see, and why');
    await shown(/^6 files, \d+ symbols and 1 commit are indexed\.$/);
    expect(page.url()).not.toContain('code=');
    const second = await context.newPage();
    await second.goto(address);
    await second.getByText('This page may not ask').waitFor();
    await second.close();
  });

  test('a task gives a pack, as a coloured document and as printed in a chosen format', async () => {
    await task().fill('fix the stripe webhook confirmation');
    await task().press('Enter');
    await reading().getByText('handleWebhook').first().waitFor();
    // Coloured as the grammar reads it: words inside of a text are no keywords.
    const file = reading().locator('details').filter({ hasText: 'src/payments/webhook.ts' }).first();
    await file
      .locator('.c-keyword', { hasText: /^await$/ })
      .first()
      .waitFor();
    await file.locator('.c-string', { hasText: 'webhook without id' }).waitFor();
    expect(await file.locator('.numbers').first().textContent()).toMatch(/^3\n4\n/);
    await page.getByText('As printed').click();
    await pack().getByText('handleWebhook(event').waitFor();
    expect(await pack().textContent()).toMatch(/^> fix the stripe webhook confirmation\n/);
    await page.getByLabel('Format').selectOption('xml');
    await pack().getByText('<task>').waitFor();
    await page.getByLabel('Format').selectOption('markdown');
  });

  test('moving the budget slider makes a pack of that budget', async () => {
    const used = page.getByText(/of 500 tokens/);
    const slider = page.getByRole('slider', { name: 'Budget' });
    await slider.focus();
    await slider.press('Home');
    await used.waitFor();
    await slider.press('End');
    await page.getByText(/of 130,000 tokens|of 128,000 tokens/).waitFor();
  });

  test('the keys 1 to 3 choose the aim, and the page says which blocks each choice adds', async () => {
    await page
      .getByRole('group', { name: 'Aim' })
      .getByText(/^\+\d+ blocks?, [+−]\d+$/)
      .first()
      .waitFor();
    await page.keyboard.press('2');
    await page.getByText(/Last change: \d+ blocks? came in, .*\+[\d,]+ tokens\./).waitFor();
    expect(await page.getByRole('radio', { name: /full/ }).isChecked()).toBe(true);
    await page.getByText('Document', { exact: true }).click();
    await page.keyboard.press('3');
    await page.getByText(/^\d+ places named, not quoted$/).waitFor();
    await reading().getByRole('list', { name: 'src/payments/webhook.ts' }).getByText('handleWebhook').waitFor();
    await page.keyboard.press('1');
    await page.getByText(/Last change: \d+ blocks? came in/).waitFor();
  });

  test('the page explains why a file is only named, and a pin includes the file', async () => {
    await open('Ranked');
    const row = page.getByRole('list', { name: 'Candidates' }).locator('> li').filter({ hasText: 'docs/payments.md' });
    await row
      .getByRole('button', { name: /payments\.md/ })
      .first()
      .click();
    await row.getByText('Why it is only named').waitFor();
    await row.getByRole('button', { name: 'Pin docs/payments.md' }).first().click();
    await row.getByText('Why it is in').waitFor();
    await page.getByText(/Last change: 1 block came in/).waitFor();
    await page.getByRole('button', { name: 'Neither pin nor drop docs/payments.md' }).click();
    await row.getByText('Why it is only named').waitFor();
  });

  test('a file that is no candidate can be found by its path and pinned', async () => {
    const search = page.getByRole('searchbox', { name: 'Part of a path' });
    await search.fill('package');
    const others = page.getByRole('list', { name: 'Other files of the workspace' });
    await others.getByRole('button', { name: 'Pin package.json' }).click();
    await page.getByText(/Last change: 1 block came in/).waitFor();
    await page.getByRole('button', { name: 'Neither pin nor drop package.json' }).click();
    await search.fill('');
  });

  test('a click on a file shows its code with line numbers, and marks the quoted lines', async () => {
    await page.getByRole('button', { name: 'Code of src/payments/webhook.ts' }).first().click();
    const code = page.getByRole('region', { name: 'Lines of src/payments/webhook.ts' });
    await code.getByText('verifySignature').waitFor();
    expect(await code.locator('.text').textContent()).toMatch(/^import \{ sendConfirmation \}/);
    expect(await code.locator('.numbers').textContent()).toMatch(/^1\n2\n/);
    expect(await code.locator('.mark.quoted').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await code.waitFor({ state: 'detached' });
  });

  test('the budget view shows the tokens of a block and how many are spent and free', async () => {
    await page.keyboard.press('b');
    await page.getByRole('button', { name: /handleWebhook \d+ tokens in src\/payments\/webhook\.ts/ }).waitFor();
    await shown(/tokens spent, [\d,]+ free/);
  });

  test('the copy button copies the pack as it is printed', async () => {
    await open('Pack');
    await page.getByText('As printed').click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(
      await pack()
        .textContent()
        .then((text) => text?.replace(/\n$/, '')),
    );
  });

  test('the library shows a document with its links, and says that there are no issues and graphs', async () => {
    await open('Library');
    await page
      .getByRole('navigation', { name: 'Documents' })
      .getByRole('button', { name: /docs\/payments\.md/ })
      .click();
    await page.getByRole('region', { name: /^docs\/payments\.md with what belongs/ }).waitFor();
    await page.getByText('Linked from').waitFor();
    await page.getByText('Issues', { exact: true }).click();
    await page.getByText(/^No issue here/).waitFor();
    await page.getByText('Graph', { exact: true }).last().click();
    await page.getByText(/^No graph is imported/).waitFor();
  });

  test('earlier packs can be shown, compared and asked for again', async () => {
    await open('History');
    const chosen = page.getByRole('checkbox');
    await chosen.nth(0).check();
    await page.getByRole('region', { name: /^The pack / }).waitFor();
    await chosen.nth(1).check();
    await page
      .getByRole('region', { name: 'What differs between the two packs' })
      .getByText(/^\d+ differences?, |^Both quote the same lines, /)
      .waitFor();
    await page
      .getByRole('button', { name: /^Ask again/ })
      .first()
      .click();
    await reading().getByText('handleWebhook').first().waitFor();
  });

  test('the page switches its colours, every view fits a phone, and no error was logged', async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await ground();
    await page.getByRole('button', { name: 'Light / dark' }).click();
    expect(await ground()).not.toBe(before);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const view of ['Pack', 'Ranked', 'Budget', 'Library', 'History']) {
      await open(view);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    expect(said).toEqual([]);
  });
});
