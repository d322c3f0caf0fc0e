import type { Question } from './signal-finder.ts';

/** One way to search the whole index. Its scores are its own; only their order and their ratio to the best count. */
export interface Strategy {
  readonly name: string;
  /** What one first place is worth when lists are fused. */
  readonly weight: number;
  /** Whether the question's vector must be made for it. */
  readonly usesMeaning: boolean;
  /** Null when it can answer; else why not, in a clause. */
  unavailable(question: Question): string | null;
  find(question: Question, limit: number): Promise<readonly StrategyHit[]>;
}

/** A unit of a file, best first. */
export interface StrategyHit {
  readonly path: string;
  readonly unit: number;
  readonly score: number;
  readonly because: string;
}
