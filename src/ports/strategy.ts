// A way of searching that a caller may choose by name instead of the ranking by all signals.
import type { Question } from './signal-finder.ts';

/** A way to search the index. Only the order of its scores and their ratio to the best count. */
export interface Strategy {
  readonly name: string;
  /** The weight of a first place when lists are fused. */
  readonly weight: number;
  /** Whether it needs the vector of the question. */
  readonly usesMeaning: boolean;
  /** Why it cannot answer, in a clause; null if it can. */
  unavailable(question: Question): string | null;
  /** Finds hits, in any order. */
  find(question: Question): Promise<readonly StrategyHit[]>;
}

export interface StrategyHit {
  readonly path: string;
  readonly unit: number;
  readonly score: number;
  readonly because: string;
}
