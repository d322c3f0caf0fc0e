import { expect, test } from 'vitest';
import type { Scored } from '../../src/model/candidate.ts';
import { raiseNamedFiles, score } from '../../src/pipeline/score/score.ts';
import type { Rating } from '../../src/ports/ranker.ts';
import { candidates } from '../assembly/world.ts';

const rating: Rating = { score: 0.5, sum: 0.5, likelihood: 0.5, listReasons: () => [] };
const files = ['c.ts', 'a.ts', 'b.ts'].map((path): Scored => candidates({ path, score: 0, text: 'x' })[0]!);

test.each([
  ['in order', files],
  ['in reverse', files.toReversed()],
])('files of equal rating are ordered by path, given %s', (_, given) => {
  const rated = given.map((enriched) => ({ enriched, rating }));
  const ids = score(rated, { pinning: new Set(), pinFrom: 1 }).map(({ id }) => id);
  expect(ids).toEqual(['a.ts', 'b.ts', 'c.ts']);
  const named = given.map((one) => ({ ...one, signals: [{ kind: 'named', value: 1, because: '' }] }));
  const raised = raiseNamedFiles(
    named,
    rated.map((one) => one.rating),
    { named: { place: 1, from: 0 } },
  );
  const best = named.map(({ path }, at) => ({ path, sum: raised[at]!.sum })).sort((a, b) => b.sum - a.sum);
  expect(best.map(({ path }) => path)).toEqual(['a.ts', 'b.ts', 'c.ts']);
});
