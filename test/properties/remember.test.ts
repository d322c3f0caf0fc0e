import { expect, test } from 'vitest';
import { remember } from '../../src/model/memory.ts';

test('the memory of token counts is emptied when it is full', () => {
  const kept = new Map<string, number>();
  const held = ['a', 'b', 'c', 'd'].map((key, value) => {
    expect(remember(kept, 3, [key, value])).toBe(value);
    return [...kept.keys()].join('');
  });
  expect(held).toEqual(['a', 'ab', 'abc', 'd']);
});
