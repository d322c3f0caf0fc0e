import { DEFAULTS } from '../../config/defaults.ts';
import { commentOf } from '../../languages/index.ts';

const ALL = Number.MAX_SAFE_INTEGER;

/** The budget of a page whose order is settled: nothing is below a floor, and nothing is quoted beside what was found. */
export const RANKED_BUDGET = {
  commentFor: commentOf,
  ...{ isGrouped: false, contextLines: 0, includeImports: false, includeSkeletons: false, dropsNoise: false },
  ...{ refused: {}, seen: [] },
  floors: { units: 0, files: 0, alone: 0 },
  ...{ filesMax: ALL, linesPerFileMax: ALL, charactersPerBlockMax: null },
  tuning: { ...DEFAULTS.budget, referencesMax: ALL },
} as const;

/** Scores that keep so many in their order. */
export function rankScore(at: number, count: number): number {
  return 1 - at / count;
}
