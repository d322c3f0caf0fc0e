// What turns the evidence about candidates into scores and likelihoods. The rankers in `src/rankers` implement it.
import type { Candidate, Enriched, Scored } from '../model/candidate.ts';
import type { Question } from './signal-finder.ts';
import type { StoredContent } from './store.ts';

/** Scores files first, then the units of the files that were opened. */
export interface Ranker {
  readonly name: string;
  /** Reads the data to rate these files, while finders still measure. */
  prepare?(question: Question, paths: readonly string[]): Promise<void>;
  /** Returns one rating for each candidate, in their order, and a judgement of all together. */
  rateFiles(question: Question, candidates: readonly Candidate[]): Promise<FileRatings>;
  /** Returns one list for each file, with one rating for each of its units, in their order. */
  rateUnits(question: Question, files: readonly RatedFile[]): Promise<readonly (readonly Rating[])[]>;
  /** The least scores worth quoting, from the scores of all units and of the best candidate. */
  floors(units: readonly number[], best: number): Floors;
  /** Notes about evidence that could not be searched, with reasons. */
  notes?(question: Question): Promise<readonly string[]>;
}

export interface FileRatings {
  readonly files: readonly Rating[];
  /** 0..1: how likely it is that nothing here matters to the task; null if the ranker cannot say. */
  readonly nothing: number | null;
}

export interface Rating extends Pick<Scored, 'listReasons'> {
  /** 0..1 */
  readonly score: number;
  /** The sum before scaling: a difference between two sums means the same in every task. */
  readonly sum: number;
  /**
   * 0..1: how likely the reader needs it, learned from training tasks; null if the ranker cannot say. Unlike a score it
   * means the same in every task, and hardly depends on the number of candidates.
   */
  readonly likelihood: number | null;
}

export interface RatedFile {
  readonly file: Enriched;
  readonly units: readonly Enriched[];
  readonly stored: StoredContent;
  readonly rating: Rating;
}

/** Scores below which an entity is not worth the reader's time. */
export interface Floors {
  readonly units: number;
  /** For files without a unit worth quoting. */
  readonly files: number;
  /** For entities without parts: a node, a text without units. */
  readonly alone: number;
  /** Replaces the scores if likelihoods are known: the need of a unit, the least need, the least likelihood of files. */
  readonly likely?:
    | { readonly needOf: (candidate: Scored) => number; readonly units: number; readonly files: number }
    | undefined;
}
