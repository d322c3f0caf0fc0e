import { expect, test } from 'vitest';
import { remember } from '../../src/model/memory.ts';

test('a memory holds as many as it may, and begins again with the next', () => {
  const kept = new Map<string, number>();
  const held = ['a', 'b', 'c', 'd'].map((key, value) => {
    expect(remember(kept, 3, [key, value])).toBe(value);
    return [...kept.keys()].join('');
  });
  expect(held).toEqual(['a', 'ab', 'abc', 'd']);
});
