import { expect, test } from 'vitest';
import { putBounded } from '../../src/model/memoize.ts';

test('a bounded map is emptied when it is full', () => {
  const kept = new Map<string, number>();
  const held = ['a', 'b', 'c', 'd'].map((key, value) => {
    expect(putBounded(kept, 3, [key, value])).toBe(value);
    return [...kept.keys()].join('');
  });
  expect(held).toEqual(['a', 'ab', 'abc', 'd']);
});
