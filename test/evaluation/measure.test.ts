import { describe, expect, test } from 'vitest';
import { measurePack, measureRanking } from '../../src/evaluation/measure.ts';
import { answerPlainly, BASELINES, createPlainIndex, plainWords } from '../../src/evaluation/plain-search.ts';
import { estimate, quantile } from '../../src/evaluation/statistics.ts';
import { makeWorld } from '../worlds/world.ts';

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
  test('an answer is measured by the ranks of its files, without tests', () => {
    const ranked = ['test/a.test.ts', 'a.ts', 'x.ts', 'y.ts', 'z.ts', 'w.ts', 'b.ts'];
    expect(measureRanking(task, ranked)).toEqual({
      recallAt1: 0.5,
      recallAt5: 0.5,
      recallAt10: 1,
      allAt1: 0,
      allAt5: 0,
      allAt10: 1,
      reciprocalRank: 1,
    });
  });

  test('an answer is measured by the share of changed lines in the pack', () => {
    const lines = new Map([
      ['a.ts', [[2, 5]] as const],
      [
        'x.ts',
        [
          [1, 4],
          [3, 6],
        ] as const,
      ],
    ]);
    const scores = measurePack(task, { budget: 100, lines, tokens: 70 });
    // 2 of 4 gold lines among 10 packed ones; one of two gold files among two packed ones.
    const f1 = expect.closeTo(2 / 7, 10);
    expect(scores).toEqual({ files: 0.5, fileF1: 0.5, lines: 0.5, precision: 0.2, f1, tokens: 70 });
  });

  test('an empty answer scores 0 in every measure', () => {
    const ranking = measureRanking(task, []);
    const pack = measurePack(task, { budget: 100, lines: new Map(), tokens: 0 });
    expect(new Set([...Object.values(ranking), ...Object.values(pack)])).toEqual(new Set([0]));
  });
});

describe('an interval is computed from values', () => {
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

describe('plain searches are measured beside knap', () => {
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

  test('plain searches read files that could have been changed, chosen by extension', async () => {
    using world = makeWorld({ 'src/a.ts': 'a', 'src/a.html': 'a', 'test/a.ts': 'a', 'bin/run': 'a', LICENSE: 'a' }, [
      { message: 'Nothing', files: {} },
    ]);
    const found = async (...endings: string[]) =>
      (await createPlainIndex(world.root, endings).refresh()).map(({ path }) => path);
    expect(await found('.ts')).toEqual(['src/a.ts']);
    expect(await found('.ts', '.html', '')).toEqual(['bin/run', 'src/a.html', 'src/a.ts']);
  });

  test('plain searches rank by their own rules and pack whole files within the budget', () => {
    const [bm25, count] = BASELINES.map((baseline) =>
      answerPlainly(baseline, 'verify webhookSignature', files, [100, 1000]),
    );
    expect(bm25!.ranked).toEqual(['short.ts', 'long.ts']);
    expect(count!.ranked).toEqual(['long.ts', 'short.ts']);
    expect(bm25!.packs.map(({ lines }) => [...lines.keys()])).toEqual([['short.ts'], ['short.ts', 'long.ts']]);
    for (const { budget, tokens } of bm25!.packs) expect(tokens).toBeLessThanOrEqual(budget);
  });
});
