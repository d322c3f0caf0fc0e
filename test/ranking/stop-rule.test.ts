import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openRanker } from '../../src/engine/open/open-ranker.ts';
import { LEARNED, learnedRanker, SIGNALS_ALONE } from '../../src/rankers/index.ts';
import { fileOf, outline, pack } from '../assembly/world.ts';

const tuned = { mass: 0.9, floorShare: 0.5, fileFloor: 0.25 };
const unsure = { bias: 0, weights: {}, table: [[0, 0.5]] } as const;
const likelihoods = { files: unsure, units: unsure, nothing: unsure };
const ranker = learnedRanker({ version: 2, trainedOn: '', files: {}, units: {}, likelihoods }, tuned);

describe('the aim decides where a page stops', () => {
  const cases: [name: string, units: number[], floor: number][] = [
    [
      'the floor of units keeps the best ones that together hold 90 % of the likelihood',
      [0.5, 0.3, 0.1, 0.05, 0.05],
      0.1,
    ],
    ['the order of units does not change their floor', [0.05, 0.1, 0.5, 0.05, 0.3], 0.1],
    ['the floor of units keeps a unit with nearly all likelihood alone', [0.95, 0.03, 0.02], 0.95],
    ['the floor of units keeps all of equal likelihood', [0.25, 0.25, 0.25, 0.25], 0.25],
    ['the floor of no units is 0', [], 0],
  ];
  for (const [name, units, floor] of cases) {
    test(name, () => expect(ranker.floors(units, 0.8).units).toBe(floor));
  }
  test('the floors of files, with and without units, are two shares of the best score', () =>
    expect(ranker.floors([0.8], 0.8)).toEqual({ units: 0.8, files: 0.2, alone: 0.4 }));

  const best = 0.8;
  const opened: [name: string, ranker: string, files: number, alone: number][] = [
    ['learned ranker', LEARNED, DEFAULTS.learned.fileFloor, DEFAULTS.ranking.floorShare],
    ['signals alone', SIGNALS_ALONE, DEFAULTS.ranking.floorShare, DEFAULTS.ranking.floorShare],
  ];
  for (const [name, ranked, files, alone] of opened) {
    test(`the floors of files follow the default settings: by the ${name}`, () => {
      const floors = openRanker(ranked).ranker.floors([0.7, 0.02, 0.005, 0.005], best);
      expect(floors.files).toBeCloseTo(best * files);
      expect(floors.alone).toBeCloseTo(best * alone);
      expect(floors.units).toBeGreaterThan(0.01);
    });
  }
});

describe('a floor limits what a page quotes', () => {
  const good = fileOf('good.ts', 0.9, [
    { name: 'found', lines: 20, score: 0.9 },
    { name: 'noise', lines: 200, score: 0.05 },
  ]);
  const weak = fileOf('weak.ts', 0.15, [{ name: 'weak', lines: 20, score: 0.05 }]);
  const fair = fileOf('fair.ts', 0.4, [{ name: 'fair', lines: 20, score: 0.05 }]);
  const floors = { units: 0.1, files: 0.2, alone: 0.2 };

  for (const budgetTokens of [1500, 10_000_000]) {
    test(`units and files below their floors are not quoted with a budget of ${budgetTokens} tokens`, () => {
      const lines = outline([good, weak, fair], { floors, budgetTokens, linesPerFileMax: 100 });
      expect(lines).toContain('good.ts:1-20 full');
      expect(lines.filter((line) => line.startsWith('weak.ts'))).toEqual([]);
      expect(lines.filter((line) => line.startsWith('good.ts'))).toEqual(['good.ts:1-20 full']);
    });
  }
  test('a file above the floor is quoted by its best unit, and a file below it is not quoted', () =>
    expect(outline([good, weak, fair], { floors, linesPerFileMax: 100 })).toEqual([
      'good.ts:1-20 full',
      'fair.ts:1-20 full',
    ]));
  test('files and units with low scores are quoted if all floors are 0', () =>
    expect(outline([good, weak, fair], { floors: { units: 0, files: 0, alone: 0 }, budgetTokens: 20_000 }).length).toBe(
      3,
    ));
  test('candidates below the floor are counted or listed as such, not as left out by the budget', () => {
    const { excluded, references } = pack([good, weak], { floors, linesPerFileMax: 100 }).pack;
    expect([excluded.belowFloor + references.length, excluded.budget]).toEqual([3, 0]);
  });
});
