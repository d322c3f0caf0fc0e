import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finished, knap, startKnap } from './knap.ts';
import { makeWorld, SHOP, shareWorld } from './world.ts';

const TASK = 'fix the stripe webhook confirmation';
const plain = shareWorld(SHOP);
const committed = shareWorld(SHOP, { git: true });

describe('a name that does not exist is refused with one line', () => {
  const missing: [args: string[], says: RegExp][] = [
    [['pack', TASK, '--file', 'src/none.ts'], /^knap: .*src\/none\.ts/],
    [['pack', '--diff', 'no-such-branch'], /^knap: .*no-such-branch/],
    [['pack', TASK, '--file', '../outside.ts'], /^knap: /],
    [['pack', TASK, '--focus', 'no-such-domain'], /^knap: .*no-such-domain/],
    [['pack', TASK, '--sources', 'telepathy'], /^knap: .*telepathy/],
  ];
  for (const [args, says] of missing)
    test(`knap pack ${args.slice(1).join(' ')} exits with 2 and names what is missing`, async () => {
      const { code, stdout, stderr } = await knap(committed, args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(says);
      expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
    });

  test('knap pack --symbol with an unknown symbol notes it on standard error and still gives a pack', async () => {
    const { code, stdout, stderr } = await knap(plain, ['pack', TASK, '--symbol', 'noSuchThing', '--json']);
    expect([code, JSON.parse(stdout).blocks.length > 0]).toEqual([0, true]);
    expect(stderr).toMatch(/^knap: .*"noSuchThing".*\n$/);
    expect((await knap(plain, ['pack', TASK, '--symbol', 'noSuchThing', '--json', '--quiet'])).stderr).toBe('');
  });

  test('knap pack --diff without git exits with 2 and advises --patch', async () => {
    const { code, stderr } = await knap(plain, ['pack', '--diff', 'main']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^knap: .*\n.*--patch FILE/)]);
  });
});

describe('an odd task gives a pack or one line', () => {
  const tasks: [name: string, task: string, codes: number[]][] = [
    ['a single word', 'webhook', [0]],
    ['only stop words', 'the of and', [0, 3]],
    ['Chinese', '修复支付确认', [0, 3]],
    ['punctuation alone', '!!! ???', [0, 3]],
    ['exactly 200 kB', 'webhook '.repeat(25_000), [0]],
    ['more than 200 kB', 'webhook '.repeat(40_000), [0]],
    ['quotes, newlines and a fence', 'fix "webhook"\n```\n# x\n', [0]],
  ];
  for (const [name, task, codes] of tasks)
    test(`a task of ${name} prints a JSON pack and at most two lines of error`, async () => {
      const { code, stdout, stderr } = await knap(plain, ['pack', '--task-file', '-', '--json'], {
        input: task,
      });
      expect(codes).toContain(code);
      expect(JSON.parse(stdout)).toMatchObject({ version: 1 });
      expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
      if (code !== 0) expect(stderr).toMatch(/^knap: Nothing in this workspace/);
    });
});

describe('an empty result prints one line on standard error and exits with 3', () => {
  const worlds: [name: string, files: Record<string, string>, task: string, says: RegExp][] = [
    ['a folder without files', {}, TASK, /^knap: There are no files here that knap reads: .*\n$/],
    [
      'a task without matches',
      { 'a.ts': 'export const a = 1;\n' },
      'qqqxyzzy',
      /^knap: Nothing in this workspace speaks to the task\..*\n$/,
    ],
  ];
  for (const [name, files, task, says] of worlds)
    for (const format of ['markdown', 'json'])
      test(`${name} gives an empty pack in ${format}, a line that says why, and exits with 3`, async () => {
        const root = makeWorld(files);
        const { code, stdout, stderr } = await knap(root, ['pack', task, '--format', format]);
        expect(code).toBe(3);
        expect(stderr).toMatch(says);
        if (format === 'json') expect(JSON.parse(stdout)).toMatchObject({ version: 1, files: [], blocks: [] });
        else expect(stdout).toMatch(/^> .+\n(?:To narrow it: .+\n)?\nNothing here is quoted\./);
      });

  test('an empty result writes no pack folder', async () => {
    const root = makeWorld({ 'a.ts': 'export const a = 1;\n' });
    const { code, stdout } = await knap(root, ['pack', 'qqqxyzzy']);
    expect([code, stdout.startsWith('# Context Pack')]).toEqual([3, true]);
    expect(existsSync(join(root, '.knap/packs'))).toBe(false);
  });
});

test('a file whose path has spaces, quotes, a newline and unicode gets an excerpt in the pack folder', async () => {
  const path = 'src/odd "näme"\n`x`.ts';
  const root = makeWorld({ [path]: 'export function paintZebra() {\n  return 1;\n}\n' });
  const { code } = await knap(root, ['pack', 'paintZebra', '--out', 'ctx']);
  expect(code).toBe(0);
  expect(readdirSync(join(root, 'ctx/excerpts'))).toHaveLength(1);
});

test('knap pack where .knap cannot be made fails and advises --out, which works', async () => {
  const root = makeWorld({ ...SHOP, '.knap': 'a file in the way' });
  const { code, stderr } = await knap(root, ['pack', TASK]);
  expect([code, stderr.split('\n').length <= 3]).toEqual([1, true]);
  expect(stderr).toMatch(/^knap: .*\.knap.*\n.*--out DIR/);
  expect((await knap(root, ['pack', TASK, '--format', 'markdown'])).code).toBe(0);
  expect((await knap(root, ['pack', TASK, '--out', 'ctx'])).code).toBe(0);
});

describe('knap runs as a process of its own', () => {
  test('two processes that make the first pack at the same time get a pack folder each', async () => {
    const root = makeWorld(SHOP);
    const ends = await Promise.all([1, 2].map(() => finished(startKnap(root, ['pack', TASK]))));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(ends[0]!.stdout).toBe(ends[1]!.stdout);
    expect(readdirSync(join(root, '.knap/packs')).filter((name) => !name.startsWith('.'))).toHaveLength(2);
  });

  test('knap pack into a closed pipe exits without an error and leaves the pack folder whole', async () => {
    const root = makeWorld(SHOP);
    const child = startKnap(root, ['pack', TASK]);
    child.stdout!.destroy();
    const { code, stderr } = await finished(child);
    expect([code, stderr]).toEqual([0, '']);
    const [name] = readdirSync(join(root, '.knap/packs'));
    expect(readdirSync(join(root, '.knap/packs', name!))).toHaveLength(7);
  });

  test('Ctrl-C while knap pack indexes exits with 130 and no text, leaves no pack folder, and the next pack works', async () => {
    const many = Array.from({ length: 200 }, (_, index) => [
      `src/many/f${index}.ts`,
      `export function webhook${index}() {\n  return ${index};\n}\n`,
    ]);
    const root = await interrupted({ ...SHOP, ...Object.fromEntries(many) });
    expect(existsSync(join(root, '.knap/packs'))).toBe(false);
    expect((await knap(root, ['pack', TASK])).code).toBe(0);
  });

  // Stops a pack while it indexes; tries again if the pack was ready before.
  async function interrupted(files: Record<string, string>): Promise<string> {
    const root = makeWorld(files);
    const child = startKnap(root, ['pack', TASK]);
    const end = finished(child);
    while (!existsSync(join(root, '.knap')) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGINT');
    const { code, stdout, stderr } = await end;
    if (code === 0) return interrupted(files);
    expect([code, stdout, stderr]).toEqual([130, '', '']);
    return root;
  }

  test('Ctrl-C ends a process that waits for standard input with 130 and no text', async () => {
    const child = startKnap(plain, ['pack', '--task-file', '-'], { stdin: 'pipe' });
    const end = finished(child);
    // The text is longer than a pipe holds, so the write ends only once the process reads.
    await new Promise((resolve) => child.stdin!.write('a task without end '.repeat(30_000), resolve));
    child.kill('SIGINT');
    expect(await end).toEqual({ code: 130, stdout: '', stderr: '' });
  });
});

test('a pack of a folder without git says once that there is no history', async () => {
  const { stdout } = await knap(plain, ['pack', TASK]);
  expect(stdout.match(/(?:no|without) history/gi)).toEqual(['no history']);
});

test('knap pack succeeds with damaged files in .knap, and after .knap was removed', async () => {
  const root = makeWorld(SHOP);
  await knap(root, ['pack', TASK, '--json']);
  const files = readdirSync(join(root, '.knap')).filter((name) => name !== '.gitignore');
  for (const name of files) writeFileSync(join(root, '.knap', name), 'not a database at all'.repeat(100));
  expect((await knap(root, ['pack', TASK, '--json'])).code).toBe(0);
  rmSync(join(root, '.knap'), { recursive: true });
  expect((await knap(root, ['pack', TASK, '--json'])).code).toBe(0);
});
