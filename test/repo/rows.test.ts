import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SEEDS } from '../seeds/all-seeds.ts';
import { idsIn, ROW_COUNTS, readFeatures, STATES, unprovenRows } from './read-features.ts';
import { ROOT } from './tracked-files.ts';

const features = readFeatures();

test('test/features.md lists every row of the specification exactly once, in a known state', () => {
  const owed = Object.entries(ROW_COUNTS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  );
  expect(features.map((row) => row.id).sort()).toEqual(owed.sort());
  expect(features.filter((row) => !STATES.some((state) => state === row.state))).toEqual([]);
});

// What starts a command or a server, opens the library, or makes a world that opens it.
const FROM_OUTSIDE = /surfaces\/|\.\/knap\.ts|src\/index\.ts|worlds\/world\.ts|\.\/(?:knowledge|graph-world)\.ts/;

test('every row that works names a test from outside, and that test names the row', () => {
  const provenBy = (proof: string): readonly string[] => {
    const seed = SEEDS[/^seeds\/(.+)\.ts$/.exec(proof)?.[1] ?? ''];
    if (seed) return seed.examples.flatMap(({ shows }) => idsIn(shows));
    const text = proof.endsWith('.test.ts') ? readFileSync(join(ROOT, 'test', proof), 'utf8') : '';
    return FROM_OUTSIDE.test(text) ? idsIn(text) : [];
  };
  expect(features.filter(({ id, state, proof }) => state === 'works' && !provenBy(proof).includes(id))).toEqual([]);
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

// That every row marked "works" has a test with its id in the title is looked at when all have run: rows-reporter.ts.
test('rows without a test are found by the titles of those there are', () => {
  const [first, ...rest] = features.filter((row) => row.state === 'works');
  const titles = rest.map(({ id }) => `${id} holds`);
  expect(unprovenRows(titles)).toEqual([first!.id]);
});
