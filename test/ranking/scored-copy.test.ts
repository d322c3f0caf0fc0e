import { expect, test } from 'vitest';
import type { Scored } from '../../src/model/candidate.ts';
import { score } from '../../src/pipeline/score/score.ts';
import { candidates } from '../assembly/world.ts';

const [enriched] = candidates({ path: 'a.ts', score: 0.5, text: 'export const a = 1;\n', units: [] });
const rating = {
  score: 0.5,
  sum: 0.5,
  likelihood: null,
  reasons: [{ signal: 'words', value: 1, weight: 1, because: 'named' }],
};
const [one] = score([{ enriched: enriched!, rating }], { pinning: new Set(), pinFrom: 1 });

test('a copy of a scored candidate without its reasons does not compile', () => {
  const kept: Scored = { ...one!, reasons: one!.reasons, score: 0 };
  expect(kept.reasons).toEqual(rating.reasons);
  // @ts-expect-error The getter is no part of the copy: tsc fails here once it would let such a copy pass.
  const lost: Scored = { ...one!, score: 0 };
  expect(lost.reasons).toBeUndefined();
});
