// What finds one kind of evidence for a question, and everything that it may ask. Each signal in `src/signals` is such
// a finder.
import type { Candidate, Signal } from '../model/candidate.ts';
import type { Lens } from '../model/edge.ts';
import type { Role } from '../model/entity.ts';
import type { Task } from '../model/task.ts';
import type { FileRecord, Store, TermStatistics, Words } from './store.ts';

/** Tiers of evidence, the strongest first: in `src/signals` each signal weighs more than any of a later tier. */
export const SIGNAL_TIERS = ['explicit', 'error', 'semantic', 'structural'] as const;
type SignalTier = (typeof SIGNAL_TIERS)[number];

/** Finds one kind of evidence. A finder has at least one of `find`, `expand` and `measure`. */
export interface SignalFinder {
  readonly kind: string;
  readonly tier: SignalTier;
  readonly weight: number;
  /** Whether the task can give this evidence at all; if not, the finder is not asked. */
  applies(question: Question): boolean;
  /** Finds candidates by the question alone. */
  find?(question: Question): Promise<readonly Hit[]>;
  /** Finds further candidates from the strongest ones. */
  expand?(question: Question, seeds: readonly Candidate[]): Promise<readonly Hit[]>;
  /** Finds evidence about all candidates, however they were found. */
  measure?(question: Question, paths: readonly string[]): Promise<readonly Hit[]>;
}

export interface Question {
  readonly task: Task;
  readonly store: Store;
  readonly view: View;
  /** The places of the task's words in the index, read once for all finders. */
  readonly words: Words;
  readonly statistics: TermStatistics;
  /** The lexical scores of files and units by these words. */
  readonly lexical: () => LexicalResult;
  /** Sets which edges are followed, and how far. */
  readonly lens: Lens;
  /** The number of commits in the history; 0 to search none. */
  readonly commits: number;
  /** The factor by which each role multiplies a score. */
  readonly roleFactors: Readonly<Record<Role, number>>;
  /** The present folder of the caller; null for the whole workspace. */
  readonly near: string | null;
  /** The redacted text of a file; null if it is not available. Cached. */
  readonly textOf: (file: FileRecord) => Promise<string | null>;
  /** Compares units with the question by meaning; null without vectors. */
  readonly meaning: Meaning | null;
  /** Why `meaning` is null; empty if it is not. */
  readonly whyNoMeaning: string;
  /** The guesses of the caller; null without guesses. */
  readonly expected: ExpectedSearch | null;
}

/** Guesses of the caller, searched as a separate question. */
export interface ExpectedSearch {
  readonly guesses: readonly string[];
  readonly lexical: () => LexicalResult;
  readonly meaning: Meaning | null;
}

export interface Meaning {
  /**
   * Compares each unit of these files with the question: one cosine for every unit, in the order of the file's units.
   * Leaves out files without vectors. Cached.
   */
  similarities(paths: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
}

/** The files that a question may use, by path and by content. */
export interface View {
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly byContent: ReadonlyMap<number, readonly FileRecord[]>;
}

/** Evidence about one file. */
export interface Hit extends Omit<Signal, 'kind'> {
  readonly path: string;
  readonly distance?: number;
  readonly via?: Candidate['via'];
}

/** Raw lexical scores; comparable within one result only. */
export interface LexicalResult {
  readonly files: readonly LexicalFile[];
  /** The best score of each kind over all files, for scaling. */
  readonly best: Readonly<LexicalScores>;
  /** The sum over all words by weight and rarity; `covered` is a share of it. */
  readonly possible: number;
}

export interface LexicalScores {
  readonly body: number;
  /** The score of the title alone; all words count the same. */
  readonly title: number;
  /** The score of the body, with less weight for words of many commit messages. */
  readonly damped: number;
  /** The score of adjacent words of the task that form one identifier. */
  readonly joined: number;
  /** The share of the query in the file, by weight and rarity of its words. */
  readonly covered: number;
  readonly names: number;
  readonly pathWords: number;
  /** The sum of the scores of the three best units. */
  readonly units: number;
  readonly unit: number;
}

export interface LexicalFile extends LexicalScores {
  readonly path: string;
  readonly unitScores: readonly UnitScore[];
  /** Words of the query in the file, strongest first. */
  readonly matched: readonly string[];
  /** Words of the query in the names the file defines. */
  readonly matchedNames: readonly string[];
}

export interface UnitScore {
  readonly unit: number;
  readonly score: number;
  readonly title: number;
  readonly joined: number;
  /** The part of the score from words in the unit's name. */
  readonly names: number;
  /** The share of the query in the unit, by weight and rarity of its words. */
  readonly covered: number;
}
