import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../indexing/folder.ts';
import { knap, type Surroundings } from '../surfaces/knap.ts';

const PRIVATE = 'private/plans.md';
const FILES = { 'src/a.ts': 'export const zebra = 1;\n', [PRIVATE]: '# zebra plans\n', 'zebra.log': 'zebra\n' };

/** A repository whose `.ctxignore` lets in everything, on the machine of somebody who keeps two things to themselves. */
function world(more: Readonly<Record<string, string>> = {}): string {
  const root = repository({ '.ctxignore': '!private/**\n!private/\n!*.log\n!**\n', 'src/a.ts': FILES['src/a.ts'] });
  const files = { ...FILES, '.gitignore': '*.log\n', '.git/info/exclude': 'private/\n', ...more };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

async function found(
  root: string,
  args: readonly string[] = [],
  around: Surroundings = {},
): Promise<readonly string[]> {
  const { stdout, stderr, code } = await knap(root, ['query', 'zebra', '--json', '--min-score', '0', ...args], around);
  expect([0, 3, stderr]).toContain(code);
  const paths = new Set<string>(JSON.stringify(JSON.parse(stdout)).match(/private\/plans\.md|src\/a\.ts|zebra\.log/g));
  return [...paths].sort();
}

const USER = '.home/.config/knap/config.yaml';

describe('K41 what git ignores comes in by the user’s word alone', () => {
  const cases: [
    name: string,
    files: Record<string, string>,
    args: string[],
    around: Surroundings,
    expected: string[],
  ][] = [
    ['not by a committed file', {}, [], {}, ['src/a.ts']],
    ['by a flag', {}, ['--include-ignored', 'private/**'], {}, [PRIVATE, 'src/a.ts']],
    [
      'by a flag twice',
      {},
      ['--include-ignored', 'private/**', '--include-ignored', '*.log'],
      {},
      [PRIVATE, 'src/a.ts', 'zebra.log'],
    ],
    ['by the user’s own file', { [USER]: 'includeIgnored: ["private/"]\n' }, [], {}, [PRIVATE, 'src/a.ts']],
    ['by the environment', {}, [], { env: { KNAP_INCLUDE_IGNORED: '*.log' } }, ['src/a.ts', 'zebra.log']],
    [
      'but what the user excludes stays out',
      { [USER]: 'exclude: ["private/"]\n' },
      ['--include-ignored', 'private/**'],
      {},
      ['src/a.ts'],
    ],
  ];
  for (const [name, files, args, around, expected] of cases)
    test(name, async () => expect(await found(world(files), args, around)).toEqual(expected));
});

test('K41 the next call without the flag does without it', async () => {
  const root = world();
  expect(await found(root, ['--include-ignored', 'private/**'])).toContain(PRIVATE);
  expect(await found(root)).toEqual(['src/a.ts']);
});

test('K41 a repository’s configuration cannot say it', async () => {
  const root = world({ 'knap.config.yaml': 'includeIgnored: ["**"]\n' });
  const { code, stderr } = await knap(root, ['query', 'zebra']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/knap\.config\.yaml:1: "includeIgnored" cannot be set by a repository/);
});

test('K41 without git the same holds for what a walk finds', async () => {
  const root = world();
  const before = process.env.PATH;
  process.env.PATH = '/nonexistent';
  try {
    expect(await found(root)).toEqual(['src/a.ts']);
    expect(await found(root, ['--include-ignored', 'private/**'])).toEqual([PRIVATE, 'src/a.ts']);
  } finally {
    process.env.PATH = before;
  }
});

test('K41 a committed link brings in nothing that git ignores', async () => {
  const root = world();
  symlinkSync('../private/plans.md', join(root, 'src/plans.md'));
  const { stdout, stderr } = await knap(root, ['query', 'zebra', '--verbose']);
  expect(stdout).not.toContain('plans');
  expect(stderr).toContain('note: 1 file left out: links to what git ignores: src/plans.md\n');
});
