import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { shareBrowser } from '../../page/browser.ts';
import { type ServedPageHere, servePage } from '../../page/served-page.ts';
import { until } from '../../surfaces/http/server.ts';
import { makeWorld, SHOP } from '../../surfaces/world.ts';

const browser = shareBrowser();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const OTHER_VIEWS = { Library: /\d+ documents?$/, History: /Choose one to read it/ };

interface Looking extends ServedPageHere {
  readonly page: Page;
  /** What the browser complained of. */
  readonly said: readonly string[];
}

async function look(
  files: Readonly<Record<string, string>>,
  options: Parameters<typeof servePage>[1] = {},
): Promise<Looking> {
  const here = await servePage(makeWorld(files), options);
  onTestFinished(() => here.server.stop());
  const page = await browser.current.newPage({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => page.close());
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('dialog', (dialog) => said.push(`dialog ${dialog.message()}`));
  await page.goto(here.address());
  return { ...here, page, said };
}

async function askFor(page: Page, task: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Task' }).fill(task);
  await page.getByRole('textbox', { name: 'Task' }).press('Enter');
  await page.getByRole('region', { name: 'The pack as a document' }).waitFor({ timeout: 120_000 });
}

async function packText(page: Page): Promise<string> {
  await page.getByText('As printed').click();
  return (await page.getByLabel('The pack as it is printed').textContent())!;
}

describe('everybody can use the page', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds no accessibility fault in any view of the page in ${colorScheme} colours`, async () => {
      const { page } = await look(SHOP);
      await page.emulateMedia({ colorScheme });
      const faults: string[] = [];
      const check = async (where: string) => {
        // Run by the browser's own tools: the policy of the page lets no foreign script in.
        await page.evaluate(AXE);
        const found = await page.evaluate(() =>
          (
            globalThis as unknown as {
              axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { target: string[] }[] }[] }> };
            }
          ).axe.run(),
        );
        for (const { id, nodes } of found.violations)
          faults.push(`${where}: ${id} ${nodes.map(({ target }) => target.join()).join(' ')}`);
      };
      await page.getByText('are indexed').waitFor();
      await check('empty');
      await askFor(page, 'fix the stripe webhook confirmation');
      await page.getByRole('region', { name: 'The pack as a document' }).locator('.numbers').first().waitFor();
      await page.getByText(/named, not quoted/).click();
      await check('pack');
      await packText(page);
      await check('printed');
      await page.getByRole('tab', { name: 'Ranked' }).click();
      const rows = page.getByRole('list', { name: 'Candidates' }).getByRole('button', { expanded: false });
      await rows.first().click();
      await rows.last().click();
      await page
        .getByRole('button', { name: /^Pin docs/ })
        .first()
        .click();
      await page.getByText('Last change').waitFor();
      await check('ranked');
      await page.getByRole('tab', { name: 'Budget' }).click();
      await page
        .getByRole('button', { name: /show the code/ })
        .first()
        .waitFor();
      await check('budget');
      await page
        .getByRole('button', { name: /show the code/ })
        .first()
        .click();
      await page.getByRole('dialog').locator('.numbers').waitFor();
      await check('code');
      await page.keyboard.press('Escape');
      for (const [view, sign] of Object.entries(OTHER_VIEWS)) {
        await page.getByRole('tab', { name: view }).click();
        await page.getByText(sign).first().waitFor();
        await check(view);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await check('phone');
      for (const tab of ['Pack', 'History']) {
        await page.keyboard.press(tab[0]!.toLowerCase());
        await expect.poll(() => isWithin(page.getByRole('tab', { name: tab }), 390), { timeout: 10_000 }).toBe(true);
      }
      expect(faults).toEqual([]);
    });

  test('the page can be used with the keyboard alone', async () => {
    const { page } = await look(SHOP);
    await page.getByText('are indexed').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('fix the stripe webhook confirmation');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'The pack as a document' }).waitFor();
    await page.getByRole('tab', { name: 'Pack' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('list', { name: 'Candidates' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-ranked');
    const code = page.getByRole('button', { name: /^Code of/ }).first();
    await code.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Close');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await code.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

const HOSTILE = `<img src=x onerror="alert(1)"><script>document.title='taken'</script>
</pre></section><style>*{display:none}</style><base href="http://evil.example/">
export function webhook() { return "${'x'.repeat(20_000)}"; }
// \u05e9\u05dc\u05d5\u05dd \u202e evil \u202c right to left
\`\`\`\n</code>]]></pack><h1 id="app">webhook</h1>\n`;

test('hostile file names, code, documents and tasks add no element, script or wider line to the page', async () => {
  const name = 'src/<img src=x onerror=alert(2)>webhook.ts';
  const { page, said } = await look({
    ...SHOP,
    'src/webhook-evil.ts': HOSTILE,
    [name]: HOSTILE,
    'docs/evil.md': `# <script>alert(3)</script> webhook\n\n${HOSTILE}`,
  });
  for (const format of ['markdown', 'xml', 'json', 'plain']) {
    await askFor(page, `webhook ${HOSTILE.slice(0, 300)}`);
    await page.getByRole('combobox', { name: 'Format' }).selectOption(format);
    await page.keyboard.press('Tab');
    await page.keyboard.press('2');
    await page.getByText(/of 16,000 tokens/).waitFor();
  }
  await page.getByRole('tab', { name: 'Ranked' }).click();
  for (const row of (
    await page.getByRole('list', { name: 'Candidates' }).getByRole('button', { expanded: false }).all()
  ).slice(0, 5))
    await row.click();
  await page
    .getByRole('button', { name: /^Code of src\/webhook-evil/ })
    .first()
    .click();
  await page.getByRole('dialog').locator('.numbers').waitFor();
  expect(await page.title()).toBe('knap');
  expect(
    await page.evaluate(() =>
      ['img', 'base', 'h1', '.code script', '.ranked script', 'style'].map(
        (one) => document.querySelectorAll(one).length,
      ),
    ),
  ).toEqual([0, 0, 1, 0, 0, 0]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  expect(said).toEqual([]);
});

const WORDS =
  '  total += 1; // the total of an order is the sum of what its lines cost, taxes and discounts included\n';

const many = (count: number, functions: number, wide = 0): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `src/area${at % 40}/order-${at}.ts`,
      Array.from(
        { length: functions },
        (_, one) =>
          `export function order${at}x${one}(total: number): number {\n${WORDS.repeat(wide)}  return total * ${at} + ${one};\n}\n`,
      ).join('\n'),
    ]),
  );

test('the page lists the candidates of a repository of 3,000 files', async () => {
  const { page, said } = await look(many(3000, 1));
  await askFor(page, 'order total is wrong in area7');
  await page.keyboard.press('Tab');
  await page.getByRole('tab', { name: 'Ranked' }).click();
  await page.getByText(/of [\d,]+ candidates/).waitFor();
  expect(await page.getByRole('list', { name: 'Candidates' }).locator('> li').count()).toBeGreaterThan(20);
  expect(said).toEqual([]);
});

test('the page shows a pack of 100,000 tokens, with five files open and colours only near the window', async () => {
  const { page, said } = await look(many(60, 40, 6));
  await page.getByRole('spinbutton', { name: 'Budget in tokens' }).fill('120000');
  await page.getByRole('spinbutton', { name: 'Budget in tokens' }).press('Tab');
  await page.getByRole('radio', { name: /full/ }).check();
  await askFor(page, 'order total');
  const shown = page.getByText(/ of 120,000 tokens · /);
  await shown.waitFor();
  expect(Number(/^([\d,]+) of/.exec((await shown.textContent())!)![1]!.replaceAll(',', ''))).toBeGreaterThan(100_000);
  // Only the first files are open; the others are read when somebody opens them.
  const files = page.getByRole('region', { name: 'The pack as a document' }).locator('details.file');
  expect(await files.count()).toBeGreaterThan(20);
  await page.locator('.lines .numbers').first().waitFor();
  expect(await page.locator('details.file[open]').count()).toBe(5);
  await files.nth(10).locator('summary').click();
  await files.nth(10).locator('.numbers').first().waitFor();
  // Colours are given to what is near the window alone.
  await files
    .getByLabel(/^File of /)
    .first()
    .click();
  const code = page.getByRole('dialog').locator('.code');
  await code.locator('.c-keyword').first().waitFor();
  const spans = () => code.locator('span').count();
  const before = await spans();
  await code.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await until(async () => (await spans()) > before);
  await page.keyboard.press('Escape');
  expect((await packText(page)).length).toBeGreaterThan(200_000);
  expect(said).toEqual([]);
});

describe('the page goes on when a server ends or returns', () => {
  test('the server stops working on a question when its browser page is closed', async () => {
    const { page, server } = await look(many(800, 4), { isIndexed: false });
    await page.getByRole('textbox', { name: 'Task' }).fill('order total');
    await page.getByRole('textbox', { name: 'Task' }).press('Enter');
    await until(() => server.load.running > 0);
    await page.close();
    await until(() => server.load.running === 0 && server.load.listeners === 0);
  });

  test('the page reports a server that ended, and works again when the server is back, also under a new token', async () => {
    const root = makeWorld(SHOP);
    const first = await servePage(root);
    const page = await browser.current.newPage();
    onTestFinished(() => page.close());
    await page.goto(first.address());
    await askFor(page, 'fix the stripe webhook confirmation');
    const port = Number(new URL(first.server.url).port);
    await first.server.stop();
    await page.getByText('The server is away').waitFor();
    await page.getByRole('textbox', { name: 'Task' }).fill('where is the cart');
    const second = await servePage(root, { port, session: first.session });
    onTestFinished(() => second.server.stop());
    await page.getByText('The server is away').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'The pack as a document' }).getByText('src/cart/cart.ts').first().waitFor();
    // Another run has another token: the page asks for the address that was printed.
    await second.server.stop();
    const third = await servePage(root, { port });
    onTestFinished(() => third.server.stop());
    await page.getByLabel(/This page may not ask/).fill(third.address());
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('This page may not ask').waitFor({ state: 'detached' });
    await askFor(page, 'fix the stripe webhook confirmation');
  });

  test('the page reports an index that is being made, and repeats a question answered from a part of it', async () => {
    const { page, server } = await look(many(400, 4), { isIndexed: false });
    await page.getByText(/^Index: /).waitFor();
    await askFor(page, 'order total in area3');
    await server.index();
    await page.getByText(/^Index: /).waitFor({ state: 'detached' });
    await page.getByText(/ of 16,000 tokens · /).waitFor();
  });

  test('the page answers a question that was on its way when the index became ready', async () => {
    const { page, server } = await look(SHOP, { isIndexed: false });
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/v1/pack', async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('textbox', { name: 'Task' }).fill('fix the stripe webhook confirmation');
    await page.getByRole('textbox', { name: 'Task' }).press('Enter');
    await asked.promise;
    await server.index();
    await page.getByText(/^Index: /).waitFor({ state: 'detached' });
    held.resolve();
    await page.getByRole('region', { name: 'The pack as a document' }).waitFor();
  });
});

async function isWithin(tab: Locator, width: number): Promise<boolean> {
  const box = await tab.boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= width;
}
