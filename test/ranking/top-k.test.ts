import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTopFilter, pickGreatest } from '../../src/search/top-k.ts';

const numbers = fc.array(fc.constantFrom(-1, 0, 0.5, 1, 2, 3, 5, 8), { maxLength: 60 });

test('`pickGreatest` returns the greatest numbers in ascending order', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 9 }), (values, limit) => {
      const sorted = values.toSorted((a, b) => a - b);
      expect([...pickGreatest(Float64Array.from(values), limit)]).toEqual(sorted.slice(-limit));
    }),
  );
});

test('a filter of the best three scores accepts these and greater ones, and never 0', () => {
  const isBest = createTopFilter(Float64Array.from([3, 0, 1, 2, 2, 5]), 3);
  expect([5, 3, 2, 1, 0].map(isBest)).toEqual([true, true, true, false, false]);
  expect([1, 0].map(createTopFilter(Float64Array.from([1, 0]), 3))).toEqual([true, false]);
});
