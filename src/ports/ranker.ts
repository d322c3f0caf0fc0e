import type { Candidate, Enriched, Scored, WorkedOut } from '../model/candidate.ts';
import type { Question } from './signal-finder.ts';
import type { StoredContent } from './store.ts';

/** Turns evidence into scores: of files first, then of the units of the files that were opened. */
export interface Ranker {
  readonly name: string;
  /** Reads what rating these files will take, beside what else is read of them. */
  prepare?(question: Question, paths: readonly string[]): Promise<void>;
  /** One rating for each candidate, in their order, and a word about all of them. */
  rateFiles(question: Question, candidates: readonly Candidate[]): Promise<FileRatings>;
  /** One list for each file, one rating for each of its units, in their order. */
  rateUnits(question: Question, files: readonly RatedFile[]): Promise<readonly (readonly Rating[])[]>;
  /** From which scores on something is worth quoting, by the scores of all units and of the best candidate. */
  floors(units: readonly number[], best: number): Floors;
  /** What could not be looked for, and why. */
  notes?(question: Question): Promise<readonly string[]>;
}

export interface FileRatings {
  readonly files: readonly Rating[];
  /** 0..1: how likely it is that nothing here matters to the task; null where the ranker cannot say. */
  readonly nothing: number | null;
}

/** Its reasons are what the score is made of, best first. */
export interface Rating extends WorkedOut {
  /** 0..1 */
  readonly score: number;
  /** What the score was scaled from: differences between ratings of one task mean the same in every task. */
  readonly sum: number;
  /**
   * 0..1: how likely one needs it, by what was needed in training; null where the ranker cannot say. Unlike a score it
   * means the same in every task, and hardly depends on how many others compete.
   */
  readonly likelihood: number | null;
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
  /** In place of scores, where likelihoods are known: how much of each unit is needed, and from where on units and files are worth quoting. */
  readonly likely?:
    | { readonly needOf: (one: Scored) => number; readonly units: number; readonly files: number }
    | undefined;
}
