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

describe('K41 only the user can include files that git ignores', () => {
  const cases: [
    name: string,
    files: Record<string, string>,
    args: string[],
    around: Surroundings,
    expected: string[],
  ][] = [
    ['K41 a committed .ctxignore includes no file that git ignores', {}, [], {}, ['src/a.ts']],
    [
      'K41 the flag --include-ignored includes files that git ignores',
      {},
      ['--include-ignored', 'private/**'],
      {},
      [PRIVATE, 'src/a.ts'],
    ],
    [
      'K41 --include-ignored given twice includes files of both patterns',
      {},
      ['--include-ignored', 'private/**', '--include-ignored', '*.log'],
      {},
      [PRIVATE, 'src/a.ts', 'zebra.log'],
    ],
    [
      'K41 the configuration of the user includes files that git ignores',
      { [USER]: 'includeIgnored: ["private/"]\n' },
      [],
      {},
      [PRIVATE, 'src/a.ts'],
    ],
    [
      'K41 KNAP_INCLUDE_IGNORED includes files that git ignores',
      {},
      [],
      { env: { KNAP_INCLUDE_IGNORED: '*.log' } },
      ['src/a.ts', 'zebra.log'],
    ],
    [
      'K41 files that the user excludes stay out, although a flag includes them',
      { [USER]: 'exclude: ["private/"]\n' },
      ['--include-ignored', 'private/**'],
      {},
      ['src/a.ts'],
    ],
  ];
  for (const [name, files, args, around, expected] of cases)
    test(name, async () => expect(await found(world(files), args, around)).toEqual(expected));
});

test('K41 a query without --include-ignored after one with it leaves out ignored files again', async () => {
  const root = world();
  expect(await found(root, ['--include-ignored', 'private/**'])).toContain(PRIVATE);
  expect(await found(root)).toEqual(['src/a.ts']);
});

test('K41 the configuration of a repository cannot include ignored files', async () => {
  const root = world({ 'knap.config.yaml': 'includeIgnored: ["**"]\n' });
  const { code, stderr } = await knap(root, ['query', 'zebra']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/knap\.config\.yaml:1: "includeIgnored" cannot be set by a repository/);
});

test('K41 without git on the PATH, ignored files are left out and --include-ignored includes them', async () => {
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

test('K41 a link in the repository includes no file that git ignores, and a note says so', async () => {
  const root = world();
  symlinkSync('../private/plans.md', join(root, 'src/plans.md'));
  const { stdout, stderr } = await knap(root, ['query', 'zebra', '--verbose']);
  expect(stdout).not.toContain('plans');
  expect(stderr).toContain('note: 1 file left out: links to what git ignores: src/plans.md\n');
});
