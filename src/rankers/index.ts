// This list holds the rankers that a caller may name. The file also exports what the engine and training need of them.
import { LEARNED } from './learned.ts';
import { SIGNALS_ALONE } from './signal-ranker.ts';

/** The rankers that a caller may name, the usual one first. */
export const RANKERS = [LEARNED, SIGNALS_ALONE] as const;
export type RankerName = (typeof RANKERS)[number];

export { measureTrust } from './expected-facts.ts';
export { fusedSearch } from './fused-ranker.ts';
export { LEARNED, type LearnedWeights, learnedRanker, readWeights } from './learned.ts';
export { measureTask } from './likelihood.ts';
export { measureFiles, measureUnits } from './measure-features.ts';
export { SIGNALS_ALONE, signalsRanker } from './signal-ranker.ts';
