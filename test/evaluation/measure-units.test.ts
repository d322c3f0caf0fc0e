import { describe, expect, test } from 'vitest';
import { measureUnits } from '../../src/evaluation/measure.ts';
import { addBins, calibrationError, chanceError, sortIntoBins } from '../../src/evaluation/statistics.ts';

interface Sketch {
  path: string;
  lines?: [number, number];
  score?: number;
  likelihood?: number | null;
  kind?: string;
  id?: string;
}

// A file if no lines are given, else a function.
const candidate = ({ path, lines, score = 0, likelihood = 0, kind, id }: Sketch) => ({
  ...{ id: id ?? (lines ? `${path}#f${lines[0]}` : path), path, kind: kind ?? (lines ? 'function' : 'file') },
  ...{ startLine: lines?.[0] ?? 1, endLine: lines?.[1] ?? 99, rank: 1, score, likelihood, outcome: '', reasons: [] },
  ...{ sum: score, from: '', level: null, excludedBecause: null },
});

const taskOf = (...gold: [path: string, first: number, last: number][]) => ({
  ...{ id: 't', repo: null, base: 'abcdef0', query: 'q' },
  gold: gold.map(([path, first, last]) => ({ path, ranges: [[first, last] as const] })),
});

describe('functions', () => {
  const units = (...more: Sketch[]) => more.map(candidate);
  const a: Sketch = { path: 'a.ts', lines: [1, 5], score: 0.9 };
  const b: Sketch = { path: 'a.ts', lines: [6, 9], score: 0.5 };
  const head: Sketch = { path: 'b.ts', lines: [1, 3], score: 0.7, kind: 'region' };
  const piece: Sketch = { path: 'a.ts', lines: [10, 30], score: 0.8, id: 'a.ts#f1~2' };
  const spec: Sketch = { path: 'test/a.test.ts', lines: [1, 9], score: 1 };
  const cases: [name: string, gold: [string, number, number][], found: Sketch[], expected: number[] | null][] = [
    ['one changed function, ranked first', [['a.ts', 2, 2]], [a, b], [1, 1, 1]],
    ['one changed function, ranked second', [['a.ts', 7, 7]], [a, b], [0, 1, 1]],
    ['two changed functions, ranked first and second', [['a.ts', 4, 6]], [a, b], [0, 1, 1]],
    ['a region takes no place', [['a.ts', 2, 2]], [{ ...head, score: 1 }, a], [1, 1, 1]],
    ['a class takes no place', [['a.ts', 2, 2]], [{ ...head, score: 1, kind: 'class' }, a], [1, 1, 1]],
    ['a long function in pieces takes one place', [['a.ts', 7, 7]], [a, piece, piece, piece, piece, b], [0, 1, 1]],
    ['a long function is found by any of its pieces', [['a.ts', 20, 20]], [a, piece], [1, 1, 1]],
    ['a test takes no place', [['a.ts', 2, 2]], [spec, a], [1, 1, 1]],
    ['only code outside of functions changed', [['b.ts', 1, 1]], [a, head], null],
    ['a changed file that was not opened', [['c.ts', 1, 1]], [a, b], [0, 0, 0]],
    [
      'two changed files, of which one was not opened',
      [
        ['a.ts', 2, 2],
        ['c.ts', 1, 1],
      ],
      [a, b],
      [0, 0, 0],
    ],
  ];
  for (const [name, gold, found, expected] of cases)
    test(name, () => {
      const { functions } = measureUnits(taskOf(...gold), { nothing: null, candidates: units(...found) });
      expect(functions && [functions.allAt1, functions.allAt5, functions.allAt10]).toEqual(expected);
    });
});

describe('likelihoods', () => {
  test('files and units are judged apart; unlikely ones and those without a likelihood are not judged', () => {
    const { calibration } = measureUnits(taskOf(['a.ts', 2, 2]), {
      nothing: null,
      candidates: [
        candidate({ path: 'a.ts', likelihood: 0.8 }),
        candidate({ path: 'b.ts', likelihood: 0.8 }),
        candidate({ path: 'c.ts', likelihood: 0.04 }),
        candidate({ path: 'd.ts', likelihood: null }),
        candidate({ path: 'test/a.test.ts', likelihood: 0.9 }),
        candidate({ path: 'a.ts', lines: [1, 5], likelihood: 1 }),
      ],
    });
    expect(calibration.files[8]).toEqual({ count: 2, said: 1.6, came: 1 });
    expect(calibrationError(calibration.files)).toBeCloseTo(0.3, 9);
    expect(calibration.units[9]).toEqual({ count: 1, said: 1, came: 1 });
    expect(calibrationError(calibration.units)).toBe(0);
  });

  test('the likelihoods of files are measured without the doubt that nothing here matters, because each task has a fix', () => {
    const said = (nothing: number) =>
      measureUnits(taskOf(['a.ts', 2, 2]), {
        nothing,
        candidates: [
          candidate({ path: 'a.ts', likelihood: 0.4 }),
          candidate({ path: 'a.ts', lines: [1, 5], likelihood: 0.4 }),
        ],
      }).calibration;
    expect(said(0.5).files[8]).toEqual({ count: 1, said: 0.8, came: 1 });
    expect(said(0.5).units[4]).toEqual({ count: 1, said: 0.4, came: 1 });
  });

  test('the error expected by chance is large for few judgements and small for many', () => {
    const judged = (count: number) => sortIntoBins(Array.from({ length: count }, () => ({ said: 0.5, came: 0 })));
    expect(chanceError(judged(4))).toBeCloseTo(0.2, 2);
    expect(chanceError(judged(400))).toBeCloseTo(0.02, 3);
    expect(chanceError(sortIntoBins([{ said: 1, came: 1 }]))).toBe(0);
    expect(chanceError(sortIntoBins([]))).toBe(0);
  });

  test('tenths of several tasks add up, and no likelihoods give no error', () => {
    const one = sortIntoBins([{ said: 0.25, came: 1 }]);
    const other = sortIntoBins([{ said: 0.25, came: 0, weight: 3 }]);
    expect(addBins([one, other])[2]).toEqual({ count: 4, said: 1, came: 1 });
    expect(calibrationError(addBins([one, other]))).toBe(0);
    expect(calibrationError(sortIntoBins([]))).toBe(0);
  });
});
