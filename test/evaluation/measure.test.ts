import { describe, expect, test } from 'vitest';
import { answerPlainly, BASELINES } from '../../src/evaluation/baselines.ts';
import { measure } from '../../src/evaluation/measure.ts';
import { plainWords } from '../../src/evaluation/plain-index.ts';
import { estimate, quantile } from '../../src/evaluation/statistics.ts';

const task = {
  id: 't',
  repo: null,
  base: 'b',
  query: 'q',
  gold: [
    {
      path: 'a.ts',
      ranges: [
        [1, 2],
        [5, 5],
      ] as const,
    },
    { path: 'b.ts', ranges: [[10, 10]] as const },
  ],
};

describe('an answer is measured', () => {
  test('by the places of the files and by the lines that are in the pack', () => {
    const scores = measure(task, {
      ranked: ['test/a.test.ts', 'a.ts', 'x.ts', 'y.ts', 'z.ts', 'w.ts', 'b.ts'],
      packed: new Map([
        ['a.ts', [[2, 5]]],
        [
          'x.ts',
          [
            [1, 4],
            [3, 6],
          ],
        ],
      ]),
      tokens: 70,
      milliseconds: 3,
    });
    expect(scores).toEqual({
      recallAt1: 0.5,
      recallAt5: 0.5,
      recallAt10: 1,
      allAt1: 0,
      allAt5: 0,
      allAt10: 1,
      reciprocalRank: 1,
      filesPacked: 0.5,
      linesPacked: 0.5,
      precision: 0.2,
      tokens: 70,
      milliseconds: 3,
    });
  });

  test('an empty answer scores nothing', () => {
    const nothing = measure(task, { ranked: [], packed: new Map(), tokens: 0, milliseconds: 0 });
    expect(new Set(Object.values(nothing))).toEqual(new Set([0]));
  });
});

describe('numbers', () => {
  test('an interval holds its mean, narrows with more values, and is the same each time', () => {
    const few = [0, 1, 1, 0, 1];
    const many = Array.from({ length: 40 }, () => few).flat();
    const [a, b] = [estimate(few), estimate(many)];
    expect(a).toEqual(estimate(few));
    expect(a.mean).toBeCloseTo(0.6);
    expect(a.low).toBeLessThan(a.mean);
    expect(a.high).toBeGreaterThan(a.mean);
    expect(b.high - b.low).toBeLessThan(a.high - a.low);
    expect(quantile([5, 1, 3], 0.5)).toBe(3);
  });
});

describe('plain searches', () => {
  const file = (path: string, text: string) => {
    const words = new Map<string, number>();
    for (const word of plainWords(text)) words.set(word, (words.get(word) ?? 0) + 1);
    return { path, words, length: plainWords(text).length, lines: 1, characters: text.length };
  };
  const files = [
    file('long.ts', `webhook ${'filler '.repeat(300)} signature verify`),
    file('short.ts', 'webhook signature verify'),
    file('other.ts', 'nothing of it'),
  ];

  test('rank by their own rules and pack whole files while they fit', () => {
    const [bm25, count] = BASELINES.map((baseline) => answerPlainly(baseline, 'verify webhookSignature', files, 100));
    expect(bm25!.ranked).toEqual(['short.ts', 'long.ts']);
    expect(count!.ranked).toEqual(['long.ts', 'short.ts']);
    expect([...bm25!.packed.keys()]).toEqual(['short.ts']);
    expect(bm25!.tokens).toBeLessThanOrEqual(100);
  });
});
