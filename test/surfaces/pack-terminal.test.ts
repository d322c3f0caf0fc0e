import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { drawBar } from '../../src/surfaces/cli/progress.ts';
import { knap } from './knap.ts';
import { makeWorld, SHOP } from './world.ts';

const TASK = 'fix the stripe webhook confirmation';

test('knap pack on a terminal prints task, analysis, files with bars and reasons, cost and the path of the page', async () => {
  const root = makeWorld(SHOP);
  const { stdout } = await knap(root, ['pack', TASK], { isTerminal: true });
  const lines = stripVTControlCharacters(stdout).trimEnd().split('\n');
  const [name] = readdirSync(join(root, '.knap/packs'));
  expect(lines[0]).toBe(`knap  ${TASK}`);
  expect(lines[1]).toMatch(/^ {6}bugfix, payments/);
  expect(lines[2]).toMatch(/^ {2} ?\d+ % █+ +src\/payments\/webhook\.ts +\S/);
  expect(lines.at(-2)).toMatch(
    /^ {6}[\d,]+ of 16,000 tokens · \d files? quoted(?:, \d+ places? named \(why: knap explain\))? · \d+\.\d\d s$/,
  );
  expect(lines.at(-1)).toBe(`      .knap/packs/${name}/PACK.md`);
  for (const line of lines.slice(0, -1)) expect(line.length).toBeLessThanOrEqual(100);
  expect(stdout).toContain('\u001b[');
  expect((await knap(root, ['pack', TASK, '--no-color'], { isTerminal: true })).stdout).not.toContain('\u001b[');
});

test('pack and explain on a terminal print no unknown values, and pack cuts no list of reasons', async () => {
  const root = makeWorld(SHOP);
  const around = { isTerminal: true, columns: 88, env: { NO_COLOR: '1' } };
  const unclear = 'the confirmation of an order goes out twice';
  for (const command of ['pack', 'explain'])
    expect((await knap(root, [command, unclear], around)).stdout).not.toContain('unknown');
  expect((await knap(root, ['explain', unclear])).stdout).toMatch(/^confidence /);
  expect((await knap(root, ['pack', unclear])).stdout).toContain('change type unknown');
  const rows = (await knap(root, ['pack', unclear], around)).stdout.split('\n').filter((line) => line.includes('█'));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.endsWith('…') && row.includes(', '))).toEqual([]);
});

test('the path that knap pack prints on a terminal leads to the page from the current folder', async () => {
  const root = makeWorld(SHOP);
  const around = { isTerminal: true, at: 'src', env: { NO_COLOR: '1' } };
  const { stdout } = await knap(root, ['pack', TASK], around);
  expect(existsSync(join(root, 'src', stdout.trimEnd().split('\n').at(-1)!.trim()))).toBe(true);
});

test('knap pack --quiet prints only the path of the page, --verbose adds notes on standard error', async () => {
  const root = makeWorld(SHOP);
  expect((await knap(root, ['pack', TASK, '--quiet'], { isTerminal: true })).stdout).toMatch(
    /^\.knap\/packs\/\S+\/PACK\.md\n$/,
  );
  expect((await knap(root, ['pack', TASK, '--format', 'plain'])).stderr).toBe('');
  expect((await knap(root, ['pack', TASK, '--format', 'plain', '--verbose'])).stderr).toMatch(
    /^note: .*history(.*\n)+note: answered in \d+\.\d\d s\n$/,
  );
});

test('knap pack prints no control sequence of its task to a terminal', async () => {
  const root = makeWorld(SHOP);
  const { stdout } = await knap(root, ['pack', 'fix \u001b[31mthe webhook\u0007'], {
    isTerminal: true,
    env: { NO_COLOR: '1' },
  });
  expect(stdout).not.toMatch(/[\u001b\u0007]/);
});

test('a progress bar shows the share of finished work', () => {
  expect(drawBar({ stage: 'parse', done: 12, total: 24 })).toBe(`reading  ${'█'.repeat(12)}${'░'.repeat(12)} 12/24`);
  expect(drawBar({ stage: 'scan', done: 7, total: 0 })).toContain(' 7');
});

describe('explain shows how scores are made', () => {
  test('explain shows the parts of each score as value × weight', async () => {
    const root = makeWorld(SHOP);
    const { code, stdout } = await knap(root, ['explain', TASK]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^bugfix, confidence/);
    expect(stdout).toMatch(/1\. src\/payments\/webhook\.ts\S*\s+\d\.\d{3}/);
    expect(stdout).toMatch(/ \d\.\d\d × \d\.\d\d/);
    const drawn = stripVTControlCharacters((await knap(root, ['explain', TASK], { isTerminal: true })).stdout);
    expect(drawn).toMatch(/^knap {2}fix the stripe/);
  });
  test('explain --target --json lists only the named file, from any folder', async () => {
    const root = makeWorld(SHOP, { git: true });
    const { stdout } = await knap(root, ['explain', TASK, '--target', 'confirmation.ts', '--json'], { at: 'src/mail' });
    const { candidates } = JSON.parse(stdout);
    expect(new Set(candidates.map(({ path }: { path: string }) => path))).toEqual(
      new Set(['src/mail/confirmation.ts']),
    );
  });
  test('explain --target with a file without any signal says that the file is no candidate', async () => {
    const { code, stderr } = await knap(makeWorld({ ...SHOP, 'src/zebra.ts': 'export const stripes = 9;\n' }), [
      'explain',
      'fix the webhook',
      '--target',
      'src/zebra.ts',
      '--aim',
      'focused',
    ]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/src\/zebra\.ts is not a candidate/)]);
  });
});

describe('packs manages written packs', () => {
  test('knap packs lists, opens, compares and prunes packs', async () => {
    const root = makeWorld(SHOP);
    await knap(root, ['pack', TASK, '--aim', 'focused']);
    await knap(root, ['pack', 'repair the cart total', '--aim', 'focused']);
    const list = JSON.parse((await knap(root, ['packs', '--json'])).stdout);
    expect(list.map(({ task }: { task: string }) => task).sort()).toEqual([TASK, 'repair the cart total']);
    expect((await knap(root, ['packs', 'list', '--limit', '1'])).stdout).toMatch(/^1 .*\n1 more\n$/);
    expect((await knap(root, ['packs', 'open', 'fix-the'])).stdout).toMatch(/^# Context Pack\n/);
    expect(JSON.parse((await knap(root, ['packs', 'open', 'fix-the', '--json'])).stdout)).toMatchObject({
      version: 1,
      task: { text: TASK },
    });
    const compared = (await knap(root, ['packs', 'compare', 'fix-the', 'repair'])).stdout;
    expect(compared).toMatch(/^--- \S+fix-the-stripe.*\n\+\+\+ \S+repair/);
    expect(compared).toMatch(/^- .* src\/mail\/confirmation\.ts$/m);
    expect((await knap(root, ['packs', 'prune', '--keep', '1'])).stdout).toMatch(/^removed \S+\n$/);
    expect(readdirSync(join(root, '.knap/packs'))).toHaveLength(1);
  });
  test('packs compare marks a file of which other lines are quoted between the same ends', async () => {
    const root = makeWorld(SHOP);
    for (const aim of ['focused', 'focused']) await knap(root, ['pack', TASK, '--aim', aim]);
    const path = join(root, '.knap/packs', readdirSync(join(root, '.knap/packs'))[0]!, 'ctx.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    const [block] = manifest.blocks;
    block.lines = [block.startLine, block.endLine].map((line) => [line, line]);
    writeFileSync(path, JSON.stringify(manifest));
    const { stdout } = await knap(root, ['packs', 'compare']);
    expect(stdout.split('\n').filter((line) => line.startsWith('~'))).toEqual([expect.stringContaining(block.path)]);
  });
  test('with packsKept 2 two of three pack folders are kept', async () => {
    const root = makeWorld(SHOP);
    for (const task of ['webhook one', 'webhook two', 'webhook three'])
      await knap(root, ['pack', task], { env: { KNAP_PACKS_KEPT: '2' } });
    expect(readdirSync(join(root, '.knap/packs'))).toHaveLength(2);
  });
});

describe('index and status show the state of the index', () => {
  test('the second pack finds a new file and updates the index, and knap index --full makes it again', async () => {
    const root = makeWorld(SHOP);
    await knap(root, ['pack', TASK, '--json']);
    writeFileSync(join(root, 'src/zebra.ts'), 'export function paintZebra() {\n  return "stripes";\n}\n');
    expect((await knap(root, ['pack', 'paintZebra', '--format', 'plain'])).stdout).toContain('src/zebra.ts');
    const report = JSON.parse((await knap(root, ['index', '--json'])).stdout);
    expect(report).toMatchObject({ files: 7, added: 0, changed: 0, removed: 0 });
    expect(JSON.parse((await knap(root, ['index', '--full', '--json'])).stdout)).toMatchObject({ files: 7, added: 7 });
    expect((await knap(root, ['index'])).stdout).toMatch(
      /^7 files, \d+ symbols, 0 commits \(0 added, 0 changed, 0 removed\) in \d/,
    );
  });
  test('knap status counts pending changes and says that meaning is on', async () => {
    const root = makeWorld(SHOP);
    await knap(root, ['index']);
    writeFileSync(join(root, 'src/zebra.ts'), 'export {};\n');
    const { stdout } = await knap(root, ['status']);
    expect(stdout).toMatch(/^pending +1 added, 0 changed, 0 removed$/m);
    expect(stdout).toMatch(/^meaning +on$/m);
    expect(existsSync(join(root, '.knap/packs'))).toBe(false);
  });
});

describe('query prints search results', () => {
  test('query prints the named function, and applies --limit and --types', async () => {
    const root = makeWorld(SHOP);
    const { code, stdout } = await knap(root, ['query', 'handleWebhook']);
    expect([code, stdout.includes('handleWebhook')]).toEqual([0, true]);
    const found = async (...more: string[]) =>
      JSON.parse((await knap(root, ['query', 'webhook confirmation', '--json', ...more])).stdout);
    expect((await found('--limit', '1')).results).toHaveLength(1);
    expect(
      (await found('--types', 'class')).results.every(
        ({ entity }: { entity: { type: string } }) => entity.type === 'class',
      ),
    ).toBe(true);
  });
  test('a query without results exits with 3 and an explanation', async () => {
    const { code, stderr } = await knap(makeWorld(SHOP), ['query', 'qqqxyzzy']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^knap: Nothing relevant was found\./)]);
  });
});
