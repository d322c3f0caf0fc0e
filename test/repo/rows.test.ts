import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { idsIn, ROW_COUNTS, readFeatures, STATES } from './read-features.ts';
import { ROOT } from './tracked-files.ts';

const features = readFeatures();

test('every row that is owed stands in docs/features.md exactly once, in a known state', () => {
  const owed = Object.entries(ROW_COUNTS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  );
  expect(features.map((row) => row.id).sort()).toEqual(owed.sort());
  expect(features.filter((row) => !STATES.some((state) => state === row.state))).toEqual([]);
});

const titles: [title: string, ids: string[]][] = [
  ['C22 stemming: payments finds payment', ['C22']],
  ['C31–C33 change types', ['C31', 'C32', 'C33']],
  ['C31-33 change types', ['C31', 'C32', 'C33']],
  ['signals > A2, A4 and (S50)', ['A2', 'A4', 'S50']],
  ['a fence A41: typescript', ['A41']],
  ['UTF-8, B12, C1x, xC1, RFC-C3 and C100 are no rows', []],
  ['C0 and S3.5 are no rows', []],
];
for (const [title, ids] of titles) test(`ids are read from "${title}"`, () => expect(idsIn(title)).toEqual(ids));

test('every row marked "works" has a test with its id in the title', async () => {
  const proven = new Set((await listTitles()).flatMap((title) => idsIn(title)));
  const unproven = features.filter((row) => row.state === 'works' && !proven.has(row.id));
  expect(unproven.map((row) => row.id).join(' '), 'rows of docs/features.md without a test').toBe('');
}, 300_000);

// Asked of vitest itself, which loads every test file, because most titles are made from tables. This folder's own proves no row.
async function listTitles(): Promise<readonly string[]> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [
    vitest,
    'list',
    '--json',
    '--no-static-parse',
    '--no-isolate',
    '--maxWorkers',
    '1',
    '--exclude',
    'test/repo/**',
    '--exclude',
    'test/long/**',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    maxBuffer: 1 << 26,
    env: childEnvironment(),
  });
  const listed: readonly { readonly name: string }[] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  return listed.map((entry) => entry.name);
}

// Without the marks of the run this test is part of.
function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST') && name !== 'TEST'),
  );
}
