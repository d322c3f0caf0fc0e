import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, Pack, PackInput } from '../../src/index.ts';
import type { World } from '../worlds/world.ts';
import { diffWorld } from './world.ts';

/** Every line that the change of the world adds or takes away, by file. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  'src/rate.ts': [
    "-  return country === 'DE' ? 19 : 0;",
    '+  return RATES.get(country) ?? 0;',
    '-export function roundUp(value: number): number {',
    '+export function roundedUp(value: number): number {',
  ],
  'src/legacy.ts': ['-export function oldRate(): number {', '-  return 16;', '-}'],
  'src/windows.ts': ['-export const B = 2;', '+export const B = 20;'],
  'src/no-newline.ts': ['-export const LAST = 1;', '+export const LAST = 2;'],
};

let world: World & { readonly patch: string };
let applied: Engine;
let before: World & { readonly patch: string };
let unapplied: Engine;
beforeAll(async () => {
  world = diffWorld();
  applied = await world.open();
  before = diffWorld();
  before.git('reset', '-q', '--hard');
  unapplied = await before.open();
});
afterAll(async () => {
  await Promise.all([applied.close(), unapplied.close()]);
  world[Symbol.dispose]();
  before[Symbol.dispose]();
});

const rowsOf = (pack: Pack, path: string): readonly string[] =>
  pack.blocks.filter((block) => block.path === path).flatMap((block) => block.text.split('\n'));

const WAYS: [name: string, ask: () => Promise<{ pack: Pack; text: string }>][] = [
  ['a ref', () => applied.pack({ task: '', diff: 'HEAD', budget: 4000 })],
  ['what is staged', () => applied.pack({ task: '', diff: 'staged', budget: 4000 })],
  ['a patch that is applied', () => applied.pack({ task: '', patch: world.patch, budget: 4000 })],
  ['a patch that is not applied yet', () => unapplied.pack({ task: '', patch: before.patch, budget: 4000 })],
  [
    'a patch without context',
    () => applied.pack({ task: '', patch: world.git('diff', '--cached', '-M', '-U0'), budget: 4000 }),
  ],
  [
    'two refs',
    async () => {
      world.git(
        'tag',
        '-f',
        'changed',
        world.git('commit-tree', '-m', 'x', '-p', 'HEAD', world.git('write-tree').trim()).trim(),
      );
      return applied.pack({ task: '', diff: 'HEAD..changed', budget: 4000 });
    },
  ],
  [
    'Windows line ends in the patch',
    () => applied.pack({ task: '', patch: world.patch.replaceAll(/\r?\n/g, '\r\n'), budget: 4000 }),
  ],
];

describe('C65 a diff is printed as a diff', () => {
  for (const [name, ask] of WAYS)
    test(`a pack for a diff prints every changed and removed line: ${name}`, async () => {
      const { pack, text } = await ask();
      for (const [path, lines] of Object.entries(CHANGED))
        expect([path, rowsOf(pack, path)]).toEqual([path, expect.arrayContaining([...lines])]);
      expect(rowsOf(pack, 'src/added.ts').join('\n')).toContain('export const RATES = new Map([["DE", 19]]);');
      expect(pack.excluded.hunk).toBe(0);
      expect(text).toContain('src/moved-away.ts: renamed from src/moved.ts');
      expect(text).toContain('src/legacy.ts: deleted');
      expect(text).toContain('src/mode.ts: mode 100644 to 100755');
      expect(text).toContain('logo.png: binary');
    });

  test('lines of a pack for a diff have the numbers of the current file', async () => {
    const { pack } = await applied.pack({ task: '', diff: 'HEAD', budget: 4000 });
    const { text } = await applied.read({ path: 'src/rate.ts' }).then((file) => file);
    const lines = text.split('\n');
    for (const block of pack.blocks.filter(({ path }) => path === 'src/rate.ts')) {
      const quoted = block.lines.flatMap(([first, last]) => lines.slice(first - 1, last));
      const own = block.text.split('\n').filter((row) => row[0] !== '-');
      expect(own.map((row) => row.slice(1))).toEqual(quoted);
    }
  });

  test('a pack for a diff ranks users and tests of changed code above unrelated files', async () => {
    const { pack } = await applied.pack({ task: '', diff: 'HEAD', budget: 4000 });
    const reasons = Object.fromEntries(
      pack.files.map((file) => [file.path, file.reasons.map(({ because }) => because)]),
    );
    expect(reasons['src/invoice.ts']?.join()).toMatch(
      /uses (?:rateOf, which the diff changes|roundUp, which the diff takes away)/,
    );
    expect(reasons['src/checkout.ts']?.join()).toContain('uses rateOf, which the diff changes');
    expect(reasons['test/rate.test.ts']?.join()).toContain('uses rateOf');
    const place = (path: string) => pack.files.findIndex((file) => file.path === path);
    expect(place('src/invoice.ts')).toBeGreaterThan(-1);
    expect(place('src/unrelated.ts') === -1 || place('src/unrelated.ts') > place('test/rate.test.ts')).toBe(true);
  });

  test('a pack quotes a diff that does not match its file as it is, with a note', async () => {
    const patch = '--- a/src/rate.ts\n+++ b/src/rate.ts\n@@ -3,2 +3,2 @@\n-no such line\n+another\n same\n';
    const { pack, text } = await applied.pack({ task: 'review', patch, budget: 2000 });
    expect(rowsOf(pack, 'src/rate.ts')).toEqual(expect.arrayContaining(['-no such line', '+another']));
    expect(text).toContain('does not match the file as it is');
  });

  test('a pack for a diff of a merge prints its changed and removed lines', async () => {
    const patch =
      'diff --cc src/mode.ts\nindex 1,2..3\n--- a/src/mode.ts\n+++ b/src/mode.ts\n@@@ -1,1 -1,1 +1,1 @@@\n- export const MODE = 0;\n -export const MODE = 2;\n++export const MODE = 1;\n';
    const { pack } = await applied.pack({ task: 'review', patch, budget: 2000 });
    expect(rowsOf(pack, 'src/mode.ts')).toEqual([
      '-export const MODE = 0;',
      '-export const MODE = 2;',
      '+export const MODE = 1;',
    ]);
  });
});

describe('changes over the budget are counted', () => {
  const files = Array.from({ length: 40 }, (_, at) => [`src/part${at}.ts`, `export const p${at} = 1;\n`] as const);
  const wide = `${files.map(([path], at) => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,3 @@\n+export const p${at} = 1;\n+export const q${at} = ${'"a long enough text"'};\n+\n`).join('')}`;

  test('a pack for a diff quotes all forty changed files, although the limit on files is lower', async () => {
    const { pack } = await applied.pack({ task: 'review', patch: wide, budget: 8000, maxFiles: 5 } satisfies PackInput);
    expect(new Set(pack.blocks.map(({ path }) => path)).size).toBeGreaterThanOrEqual(40);
    expect(pack.excluded.hunk).toBe(0);
  });

  test('a pack for a diff with a small budget counts the hunks that do not fit', async () => {
    const { pack, text } = await applied.pack({ task: 'review', patch: wide, budget: 1200 });
    const shown = files.filter(([path]) => pack.blocks.some((block) => block.path === path)).length;
    expect(shown).toBeGreaterThan(5);
    expect(pack.excluded.hunk).toBe(40 - shown);
    expect(text).toContain(`${40 - shown} more hunks of the diff over budget`);
  });
});
