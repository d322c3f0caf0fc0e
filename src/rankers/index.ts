import { LEARNED } from './learned.ts';
import { SIGNALS_ALONE } from './signals.ts';

/** The ways evidence becomes a score, the usual one first. */
export const RANKERS = [LEARNED, SIGNALS_ALONE] as const;
export type RankerName = (typeof RANKERS)[number];

export { FILE_FEATURES } from './file-features.ts';
export { FUSED, type FusedSearch, fusedSearch } from './fused.ts';
export { LEARNED, type LearnedOptions, learnedRanker } from './learned.ts';
export { type LearnedWeights, readWeights } from './learned-weights.ts';
export { measureFiles, measureUnits } from './measure.ts';
export { SIGNALS_ALONE, type SignalsOptions, signalsRanker } from './signals.ts';
