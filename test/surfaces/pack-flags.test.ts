import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { knap, manifestOf } from './knap.ts';
import { commitAll, makeWorld, SHOP, shareWorld, writeFiles } from './world.ts';

const TASK = 'fix the stripe webhook confirmation';
const plain = shareWorld(SHOP);
const committed = shareWorld(SHOP, { git: true });
const paths = (manifest: Awaited<ReturnType<typeof manifestOf>>) => manifest.files.map(({ path }) => path);
const signals = (manifest: Awaited<ReturnType<typeof manifestOf>>, path: string) =>
  manifest.files.find((file) => file.path === path)?.reasons.map(({ signal }) => signal) ?? [];

const TRACE = `TypeError: total of undefined
    at Cart.total (src/cart/cart.ts:9:12)
`;

const PATCH = `--- a/src/cart/cart.ts
+++ b/src/cart/cart.ts
@@ -4,1 +4,1 @@
-  addItem(item: string): void {
+  addItem(item: string, count = 1): void {
`;

describe('a pack takes its task from flags and arguments', () => {
  test('the words after knap pack become the task', async () => {
    expect((await manifestOf(plain, ['fix', 'the', 'webhook'])).task.text).toBe('fix the webhook');
  });
  test('--task-file reads the task from FILE or standard input', async () => {
    const root = makeWorld({ ...SHOP, 'task.txt': 'repair the cart total\n' });
    expect((await manifestOf(root, ['--task-file', 'task.txt'])).task.text.trim()).toBe('repair the cart total');
    expect((await manifestOf(root, ['--task-file', '-'], { input: TASK })).task.text).toBe(TASK);
  });
  test('--error reads a trace from FILE or standard input, and the file of the trace comes first', async () => {
    const root = makeWorld({ ...SHOP, 'crash.log': TRACE });
    expect(paths(await manifestOf(root, ['--error', 'crash.log']))[0]).toBe('src/cart/cart.ts');
    const piped = await manifestOf(root, ['it crashes', '--error', '-'], { input: TRACE });
    expect(piped.task.traces[0]?.frames[0]).toMatchObject({ path: 'src/cart/cart.ts', line: 9 });
  });
  test('--since leaves out the trace in older lines of a log', async () => {
    const old = new Date(Date.now() - 3_600_000).toISOString();
    const log = `${old} TypeError: total of undefined\n    at Cart.total (src/cart/cart.ts:9:12)\n${new Date().toISOString()} started\n`;
    const frames = async (...more: string[]) =>
      (await manifestOf(plain, ['webhook', '--error', '-', ...more], { input: log })).task.traces.length;
    expect([await frames(), await frames('--since', '2h'), await frames('--since', '30m')]).toEqual([1, 1, 0]);
  });
  test('--diff REF puts the files changed since that ref first', async () => {
    const root = makeWorld(SHOP, { git: true });
    writeFiles(root, { 'src/cart/cart.ts': `${SHOP['src/cart/cart.ts']}export const VAT = 19;\n` });
    const manifest = await manifestOf(root, ['--diff', 'main']);
    expect(manifest.task.changes).toMatchObject([{ path: 'src/cart/cart.ts', status: 'modified' }]);
    expect(paths(manifest)[0]).toBe('src/cart/cart.ts');
  });
  test('--patch reads a diff from FILE or standard input', async () => {
    const root = makeWorld({ ...SHOP, 'change.patch': PATCH });
    for (const [args, input] of [
      [['--patch', 'change.patch'], ''],
      [['--patch', '-'], PATCH],
    ] as const) {
      expect((await manifestOf(root, args, { input })).task.changes.map(({ path }) => path)).toEqual([
        'src/cart/cart.ts',
      ]);
    }
  });
  test('--file and --symbol pin the named file and symbol, from any folder', async () => {
    expect(paths(await manifestOf(committed, [TASK, '--file', 'src/cart/cart.ts']))[0]).toBe('src/cart/cart.ts');
    expect(paths(await manifestOf(committed, [TASK, '--file', 'cart.ts'], { at: 'src/cart' }))[0]).toBe(
      'src/cart/cart.ts',
    );
    const both = await manifestOf(committed, ['--symbol', 'Cart.total', '--symbol', 'verifySignature']);
    expect(paths(both).toSorted()).toEqual(expect.arrayContaining(['src/cart/cart.ts', 'src/payments/webhook.ts']));
  });
});

describe('flags limit the files and code of a pack', () => {
  test('--max-tokens is a synonym of --budget', async () => {
    for (const flag of ['--budget', '--max-tokens'])
      expect((await manifestOf(plain, [TASK, flag, '900'])).usage.budget).toBe(900);
    const { used } = (await manifestOf(plain, [TASK, '--budget', '900'])).usage;
    expect(used).toBeLessThanOrEqual(900);
  });
  test('C61 --max-files limits the files of a pack', async () => {
    expect(paths(await manifestOf(plain, [TASK])).length).toBeGreaterThan(1);
    expect(paths(await manifestOf(plain, [TASK, '--max-files', '1']))).toEqual(['src/payments/webhook.ts']);
  });
  test('C67 --max-lines limits the printed lines of a file: 300 by default, more if more are allowed', async () => {
    const long = Array.from(
      { length: 150 },
      (_, index) => `export function webhook${index}() {\n  return 'stripe ${index}';\n}\n`,
    ).join('\n');
    const root = makeWorld({ ...SHOP, 'src/long.ts': long });
    const lines = async (...args: string[]) => {
      const { blocks } = await manifestOf(root, ['webhook3', '--file', 'src/long.ts', ...args]);
      return blocks
        .filter(({ path }) => path === 'src/long.ts')
        .reduce(
          (sum, { startLine, endLine, lines = [[startLine, endLine]] }) =>
            sum + lines.reduce((all, [first, last]) => all + last - first + 1, 0),
          0,
        );
    };
    expect(await lines('--max-lines', '10')).toBeLessThanOrEqual(10);
    expect(await lines()).toBeGreaterThan(10);
    expect(await lines()).toBeLessThanOrEqual(300);
    expect(await lines('--budget', '16000')).toBeGreaterThan(300);
    expect(await lines('--budget', '16000', '--max-lines', '20')).toBeLessThanOrEqual(20);
  });
  test('C62 --include tests raises the scores of tests', async () => {
    const score = async (...more: string[]) =>
      (await manifestOf(plain, [TASK, ...more])).files.find(({ path }) => path === 'test/webhook.test.ts')?.score ?? 0;
    expect(await score('--include', 'tests,docs')).toBeGreaterThan(await score());
  });
  test('--exclude and the setting exclude leave out files, and --exclude can be repeated', async () => {
    expect(paths(await manifestOf(plain, [TASK]))).toContain('src/mail/confirmation.ts');
    const without = paths(await manifestOf(plain, [TASK, '--exclude', 'src/mail/**', '--exclude', 'docs/**']));
    expect(without).not.toContain('src/mail/confirmation.ts');
    expect(without).not.toContain('docs/payments.md');
    const set = await manifestOf(plain, [TASK], { env: { KNAP_EXCLUDE: 'src/mail/**' } });
    expect(paths(set)).not.toContain('src/mail/confirmation.ts');
  });
  test('--focus DOMAIN adds the domain to those of the task', async () => {
    const domains = async (...more: string[]) =>
      (await manifestOf(plain, ['repair the cart', ...more])).task.domains.map(({ name }) => name);
    expect(await domains()).not.toContain('email');
    expect(await domains('--focus', 'email')).toContain('email');
  });
  test('--lens writing gives a document a higher score than --lens general', async () => {
    const score = async (lens: string) =>
      (await manifestOf(plain, [TASK, '--lens', lens])).files.find(({ path }) => path === 'docs/payments.md')?.score ??
      0;
    expect(await score('writing')).toBeGreaterThan(await score('general'));
  });
  test('--sources code gives a file fewer signals than a pack that uses history', async () => {
    const root = makeWorld(SHOP, { git: true });
    writeFiles(root, { 'src/cart/cart.ts': `${SHOP['src/cart/cart.ts']}// vat\n` });
    commitAll(root, 'Fix the zebra rounding');
    const kinds = async (...more: string[]) =>
      signals(await manifestOf(root, ['zebra rounding in cart', ...more]), 'src/cart/cart.ts');
    const withHistory = await kinds();
    const codeOnly = await kinds('--sources', 'code');
    expect(withHistory.length).toBeGreaterThan(codeOnly.length);
  });
  test('--tokenizer NAME is the tokenizer that the usage of the pack names', async () => {
    expect((await manifestOf(plain, [TASK, '--tokenizer', 'estimate'])).usage.tokenizer).toBe('estimate');
  });
  test('--seen - reads a manifest or ids from standard input, and blocks in it become references', async () => {
    const first = await manifestOf(plain, [TASK]);
    const known = JSON.stringify(first);
    const [block] = first.blocks;
    for (const [args, input] of [
      [['--seen', '-'], known],
      [['--seen', '-'], `${block!.id} ${block!.hash}\n`],
    ] as const) {
      const again = await manifestOf(plain, [TASK, ...args], { input });
      expect(again.blocks.map(({ id }) => id)).not.toContain(block!.id);
      expect(again.references).toContainEqual(expect.objectContaining({ id: block!.id, excludedBecause: 'seen' }));
    }
  });
  test('a setting is used if its option is not given', async () => {
    const root = makeWorld({ ...SHOP, 'knap.config.yaml': 'budget: 1200\nmaxFiles: 2\ntokenizer: cl100k\n' });
    const set = await manifestOf(root, [TASK]);
    expect([set.usage.budget, set.usage.tokenizer]).toEqual([1200, 'cl100k']);
    expect(set.files.length).toBeLessThanOrEqual(2);
    expect((await manifestOf(root, [TASK, '--budget', '1500'], { env: { KNAP_BUDGET: '1300' } })).usage.budget).toBe(
      1500,
    );
    expect((await manifestOf(root, [TASK], { env: { KNAP_BUDGET: '1300' } })).usage.budget).toBe(1300);
  });
  test('C30 a domain of the configuration is found in a task, and a disabled domain is not', async () => {
    const root = makeWorld({ ...SHOP, 'knap.config.yaml': 'domains: { zoo: { keywords: [zebra, giraffe] } }\n' });
    expect((await manifestOf(root, ['the zebra webhook'])).task.domains.map(({ name }) => name)).toContain('zoo');
    writeFileSync(join(root, 'knap.config.yaml'), 'disabledDomains: [payments]\n');
    expect((await manifestOf(root, [TASK])).task.domains.map(({ name }) => name)).not.toContain('payments');
  });
  test('the setting history: false makes a pack without git history', async () => {
    const root = makeWorld({ ...SHOP, 'knap.config.yaml': 'history: false\n' }, { git: true });
    expect((await manifestOf(root, [TASK])).coverage.history.available).toBe(false);
  });
});

describe('flags choose where a pack is written', () => {
  test('C73 the manifest and the JSON pack satisfy the shipped schemas', async () => {
    const root = makeWorld({ ...SHOP, 'crash.log': TRACE }, { git: true });
    const asked = [TASK, '--error', 'crash.log'];
    const manifest = await manifestOf(root, asked);
    const printed = JSON.parse((await knap(root, ['pack', ...asked, '--json'])).stdout);
    for (const [name, value] of [
      ['manifest', manifest],
      ['pack', printed],
    ] as const) {
      const schema = JSON.parse(readFileSync(join(import.meta.dirname, `../../schemas/${name}.schema.json`), 'utf8'));
      const validate = new Ajv2020({ allErrors: true }).compile(schema);
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    }
    // Only the manifest has the likelihood that a needed place is quoted, and the version of the rules on secrets.
    const { secretRules: _, quoted, ...same } = manifest as typeof manifest & { quoted: number };
    expect(quoted).toBeGreaterThan(0.5);
    expect(Object.keys(printed).toSorted()).toEqual(Object.keys(same).toSorted());
    const { id, hash, path, startLine, endLine, text } = printed.blocks[0];
    expect(manifest.blocks[0]).toMatchObject({ id, hash });
    // The mark of the failing line is the only difference from the file.
    expect(text.replace(/ \/\/ <- failed here \(line 9\)/, '')).toBe(
      SHOP[path]!.split('\n')
        .slice(startLine - 1, endLine)
        .join('\n'),
    );
  });

  test('a pack written inside the tree does not change the next pack', async () => {
    const root = makeWorld(SHOP, { git: true });
    const ask = async (format: string) => (await knap(root, ['pack', TASK, '--format', format])).stdout;
    const before = await ask('markdown');
    for (const format of ['markdown', 'xml', 'plain', 'json'])
      writeFiles(root, { [`pack-${format}.md`]: await ask(format) });
    await knap(root, ['pack', TASK, '--out', 'webhook-pack']);
    const pages = readdirSync(join(root, 'webhook-pack'), { recursive: true, encoding: 'utf8' });
    const written = 4 + pages.filter((page) => /\.(?:md|json)$/.test(page)).length;
    expect(await ask('markdown')).toBe(before);
    // A killed pack leaves such a folder.
    writeFiles(root, { '.knap-writing-x1/TASK.md': 'stripe webhook confirmation', '.knap-writing-x1/a/b.md': TASK });
    expect(await ask('markdown')).toBe(before);
    const { folders } = JSON.parse((await knap(root, ['status', '--json'])).stdout).reading;
    expect(folders.reduce((sum: number, { leftOut }: { leftOut: number }) => sum + leftOut, 0)).toBe(written);
  });

  test('C75 C76 --format prints the pack in that format without its analysis, and writes no pack folder', async () => {
    const root = makeWorld(SHOP);
    const printed = async (format: string) => (await knap(root, ['pack', TASK, '--format', format])).stdout;
    const markdown = await printed('markdown');
    const headings = (text: string) =>
      text
        .replace(/^```\w+\n.*?^```$/gms, '')
        .split('\n')
        .filter((line) => /^##? /.test(line));
    expect(headings(markdown)).toEqual([]);
    expect(markdown.split('\n')[0]).toBe(`> ${TASK}`);
    for (const text of [markdown, await printed('xml'), await printed('plain')])
      expect(text).not.toMatch(/score|confidence|domain|bugfix|tokens|0\.\d\d/);
    expect(await printed('xml')).toMatch(/^<.*>\n?$/s);
    expect((await printed('plain')).length).toBeGreaterThan(100);
    expect(JSON.parse(await printed('json'))).toMatchObject({ version: 1, blocks: expect.anything() });
    expect(JSON.parse((await knap(root, ['pack', TASK, '--json'])).stdout)).toMatchObject({ version: 1 });
    expect(existsSync(join(root, '.knap/packs'))).toBe(false);
    const kept = (await knap(root, ['pack', TASK])).stdout;
    expect(headings(kept)).toEqual(['# Context Pack', '## Task', '## Analysis', '## Files', '## Code']);
    expect(kept).toMatch(/bugfix · confidence 0\.\d\d · domains payments/);
  });
  test('C68 in a pipe PACK.md is printed and the folder is written', async () => {
    const root = makeWorld(SHOP);
    const { code, stdout, stderr } = await knap(root, ['pack', TASK]);
    expect([code, stderr]).toEqual([0, '']);
    const [name] = readdirSync(join(root, '.knap/packs'));
    expect(name).toMatch(/^\d{8}-\d{6}-fix-the-stripe-webhook-confirmation$/);
    expect(stdout).toBe(readFileSync(join(root, '.knap/packs', name!, 'PACK.md'), 'utf8'));
    expect(readdirSync(join(root, '.knap/packs', name!)).sort()).toEqual([
      'FILES.md',
      'GRAPH.md',
      'PACK.md',
      'TASK.md',
      'ctx.json',
      'ctx.tgz',
      'excerpts',
    ]);
    expect(readFileSync(join(root, '.knap/packs', name!, 'GRAPH.md'), 'utf8')).toContain('imports');
    expect(readFileSync(join(root, '.knap/packs', name!, 'ctx.json'), 'utf8')).not.toContain(root);
  });
  test('the setting format makes pack print and write no folder', async () => {
    const root = makeWorld(SHOP);
    expect((await knap(root, ['pack', TASK], { env: { KNAP_FORMAT: 'json' } })).stdout).toMatch(/^\{"version":1/);
    expect(existsSync(join(root, '.knap/packs'))).toBe(false);
  });
  test('--out DIR writes to that folder, and never overwrites it', async () => {
    const root = makeWorld(SHOP);
    expect((await knap(root, ['pack', TASK, '--out', 'ctx'])).code).toBe(0);
    expect(readdirSync(join(root, 'ctx'))).toContain('PACK.md');
    expect(existsSync(join(root, '.knap/packs'))).toBe(false);
    const again = await knap(root, ['pack', TASK, '--out', 'ctx']);
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringMatching(/exists already; knap never overwrites a pack/),
    ]);
  });
  test('a --manifest FILE that cannot be written is reported', async () => {
    const { code, stderr } = await knap(makeWorld(SHOP), ['pack', TASK, '--json', '--manifest', 'no/such/m.json']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/m\.json cannot be written \(ENOENT\)/)]);
  });
  test('a pack adds only .knap to the work tree, with a .gitignore for everything in it', async () => {
    const root = makeWorld(SHOP, { git: true });
    const before = readdirSync(root);
    await knap(root, ['pack', TASK]);
    expect(readdirSync(root).filter((name) => !before.includes(name))).toEqual(['.knap']);
    expect(readFileSync(join(root, '.knap/.gitignore'), 'utf8')).toBe('*\n');
  });
});
