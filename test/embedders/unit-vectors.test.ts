import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeCosines, createVectors, setVector } from '../../src/search/unit-vectors.ts';

const unit = (values: readonly number[]) => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};
const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 10, maxLength: 10 }).map(unit);

test('rounding to bytes hardly moves a cosine, whatever the length of the vector', () => {
  fc.assert(
    fc.property(vector, fc.array(vector, { minLength: 1, maxLength: 5 }), (asked, documents) => {
      const vectors = createVectors(documents.length, 10);
      for (const [at, document] of documents.entries()) setVector(vectors, at, document);
      const found = computeCosines(vectors, Float64Array.from(asked));
      for (const [at, document] of documents.entries()) {
        const exact = document.reduce((sum, value, k) => sum + value * asked[k]!, 0);
        expect(Math.abs(found[at]! - exact)).toBeLessThan(0.02);
      }
    }),
    { numRuns: 300, seed: 3 },
  );
});

test('a vector is nearest to itself, and a zero vector is near to no other', () => {
  const vectors = createVectors(3, 4);
  setVector(vectors, 0, unit([1, 2, 3, 4]));
  setVector(vectors, 2, unit([-1, -2, -3, -4]));
  const [same, empty, opposite] = computeCosines(vectors, Float64Array.from(unit([1, 2, 3, 4])));
  expect(same).toBeCloseTo(1, 2);
  expect(empty).toBe(0);
  expect(opposite).toBeCloseTo(-1, 2);
});
