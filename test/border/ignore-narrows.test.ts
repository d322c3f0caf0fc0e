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
    ['a committed file includes no ignored file', {}, [], {}, ['src/a.ts']],
    ['a flag includes ignored files', {}, ['--include-ignored', 'private/**'], {}, [PRIVATE, 'src/a.ts']],
    [
      'a repeated flag includes files of both patterns',
      {},
      ['--include-ignored', 'private/**', '--include-ignored', '*.log'],
      {},
      [PRIVATE, 'src/a.ts', 'zebra.log'],
    ],
    [
      'the file of the user includes ignored files',
      { [USER]: 'includeIgnored: ["private/"]\n' },
      [],
      {},
      [PRIVATE, 'src/a.ts'],
    ],
    [
      'the environment includes ignored files',
      {},
      [],
      { env: { KNAP_INCLUDE_IGNORED: '*.log' } },
      ['src/a.ts', 'zebra.log'],
    ],
    [
      'files that the user excludes stay out',
      { [USER]: 'exclude: ["private/"]\n' },
      ['--include-ignored', 'private/**'],
      {},
      ['src/a.ts'],
    ],
  ];
  for (const [name, files, args, around, expected] of cases)
    test(name, async () => expect(await found(world(files), args, around)).toEqual(expected));
});

test('K41 a call without the flag leaves out ignored files again', async () => {
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

test('K41 a walk without git follows the same rules', async () => {
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

test('K41 a committed link includes no file that git ignores', async () => {
  const root = world();
  symlinkSync('../private/plans.md', join(root, 'src/plans.md'));
  const { stdout, stderr } = await knap(root, ['query', 'zebra', '--verbose']);
  expect(stdout).not.toContain('plans');
  expect(stderr).toContain('note: 1 file left out: links to what git ignores: src/plans.md\n');
});
