import type { Candidate, Enriched } from '../model/candidate.ts';
import type { Reason } from '../model/signal.ts';
import type { Question } from './signal-finder.ts';
import type { StoredContent } from './store.ts';

/** Turns evidence into scores: of files first, then of the units of the files that were opened. */
export interface Ranker {
  readonly name: string;
  /** Reads what rating these files will take, beside what else is read of them. */
  prepare?(question: Question, paths: readonly string[]): Promise<void>;
  /** One rating for each candidate, in their order. */
  rateFiles(question: Question, candidates: readonly Candidate[]): Promise<readonly Rating[]>;
  /** One list for each file, one rating for each of its units, in their order. */
  rateUnits(question: Question, files: readonly RatedFile[]): Promise<readonly (readonly Rating[])[]>;
  /** From which scores on something is worth quoting, by the scores of all units and of the best candidate. */
  floors(units: readonly number[], best: number): Floors;
  /** What could not be looked for, and why. */
  notes?(question: Question): Promise<readonly string[]>;
}

export interface Rating {
  /** 0..1 */
  readonly score: number;
  /** What the score was scaled from: differences between ratings of one task mean the same in every task. */
  readonly sum: number;
  /** What the score is made of, best first. */
  readonly reasons: readonly Reason[];
}

/** A file that was opened, best first among the others. */
export interface RatedFile {
  readonly file: Enriched;
  readonly units: readonly Enriched[];
  readonly stored: StoredContent;
  readonly rating: Rating;
}

/** What scores less is not worth a reader's time. */
export interface Floors {
  readonly units: number;
  /** For files none of whose units is worth quoting. */
  readonly files: number;
  /** For what has no parts: a node, a text without units. */
  readonly alone: number;
}
