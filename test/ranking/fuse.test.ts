import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/model/task.ts';
import { adaptWeight, fuse } from '../../src/rankers/fused-ranker.ts';

const hit = (path: string, score: number) => ({ path, unit: 0, score, because: path });
const task = (text: string, more: Partial<Task> = {}): Task => ({
  text,
  title: text,
  keywords: [],
  phrases: [],
  mentions: [],
  traces: [],
  changes: [],
  domains: [],
  changeType: 'unknown',
  confidence: 0,
  suggestions: [],
  notes: [],
  ...more,
});
const mention = (kind: 'class' | 'file') => ({
  kind,
  text: 'X',
  key: 'x',
  isExplicit: true,
  isKnown: true,
  line: null,
});
const keywords = (n: number) => Array.from({ length: n }, (_, i) => ({ word: `w${i}`, stem: `w${i}`, weight: 1 }));

describe('ranked lists are fused', () => {
  test('S4 fusing puts a result that two strategies find before one that a single strategy finds', () => {
    const fused = fuse([
      { strategy: 'keyword', weight: 0.6, hits: [hit('a', 1), hit('b', 1)] },
      { strategy: 'graph', weight: 0.8, hits: [hit('b', 1)] },
    ]);
    expect(fused.map((one) => one.path)).toEqual(['b', 'a']);
    expect(fused[0]?.score).toBe(1);
    expect(fused[0]?.found.map(({ strategy, rank }) => [strategy, rank])).toEqual([
      ['keyword', 2],
      ['graph', 1],
    ]);
  });

  test('fusing gives a hit with a tenth of the best score less than 0.3', () => {
    const fused = fuse([{ strategy: 'keyword', weight: 0.6, hits: [hit('a', 10), hit('b', 1)] }]);
    expect(fused[1]?.score).toBeLessThan(0.3);
  });

  test('fusing orders hits of equal score by path, and within a file by place', () => {
    const hits = [hit('b', 1), { ...hit('a', 1), unit: 3 }, hit('a', 1)];
    for (const order of [hits, hits.toReversed()]) {
      const fused = fuse(order.map((one, at) => ({ strategy: `${at}`, weight: 1, hits: [one] })));
      expect(fused.map(({ path, unit }) => `${path}${unit}`)).toEqual(['a0', 'a3', 'b0']);
    }
  });

  test('fusing no lists gives no hits', () => expect(fuse([])).toEqual([]));
});

const cases: [name: string, asked: Task, weights: Record<string, number>][] = [
  [
    'a question weighs meaning more and words less',
    task('how are orders paid', { keywords: keywords(3) }),
    { semantic: 1.5, keyword: 0.42, graph: 0.8 },
  ],
  [
    'a named entity weighs words and graph more',
    task('X', { keywords: keywords(4), mentions: [mention('class')] }),
    { keyword: 0.9, graph: 1.04, semantic: 1 },
  ],
  [
    'a single name weighs words twice and meaning half',
    task('X', { keywords: keywords(1), mentions: [mention('class')] }),
    { keyword: 1.2, semantic: 0.5, graph: 1.04 },
  ],
  [
    'a path weighs words five times and meaning a fifth',
    task('x.ts', { keywords: keywords(1), mentions: [mention('file')] }),
    { keyword: 3, semantic: 0.2, graph: 0.8 },
  ],
  [
    'other words keep the weights',
    task('orders paid', { keywords: keywords(2) }),
    { keyword: 0.6, semantic: 1, graph: 0.8 },
  ],
];
describe('weights depend on the kind of query', () => {
  const base: Record<string, number> = { keyword: 0.6, semantic: 1, graph: 0.8 };
  for (const [name, asked, weights] of cases)
    test(`a query adapts the weights of its strategies: ${name}`, () => {
      for (const [strategy, weight] of Object.entries(weights))
        expect(adaptWeight(strategy, base[strategy]!, asked)).toBeCloseTo(weight, 5);
    });
});
