import type { Candidate, Signal } from '../model/candidate.ts';
import type { Lens } from '../model/edge.ts';
import type { Role } from '../model/entity.ts';
import type { Task } from '../model/task.ts';
import type { FileRecord, Store, TermStatistics, Words } from './store.ts';

/** How much a kind of evidence counts before the numbers: explicit > error-driven > semantic > structural. */
export const SIGNAL_TIERS = ['explicit', 'error', 'semantic', 'structural'] as const;
type SignalTier = (typeof SIGNAL_TIERS)[number];

/** One kind of evidence. A finder that needs nothing but the task finds; one that needs seeds expands. */
export interface SignalFinder {
  readonly kind: string;
  readonly tier: SignalTier;
  readonly weight: number;
  /** Whether the task could give this evidence at all: only such signals enter the greatest possible score. */
  applies(question: Question): boolean;
  find?(question: Question): Promise<readonly Hit[]>;
  /** From candidates found so far to others. */
  expand?(question: Question, seeds: readonly Candidate[]): Promise<readonly Hit[]>;
  /** Evidence about candidates however they were found. */
  measure?(question: Question, paths: readonly string[]): Promise<readonly Hit[]>;
}

export interface Question {
  readonly task: Task;
  readonly store: Store;
  readonly view: View;
  /** Where the task's words stand in the index, read once for all finders. */
  readonly words: Words;
  readonly statistics: TermStatistics;
  /** What these words make of files and units. */
  readonly lexical: () => LexicalResult;
  /** Which edges are followed and how far. */
  readonly lens: Lens;
  /** Commits that may be looked at; 0 for none. */
  readonly commits: number;
  /** What a role leaves of a score. */
  readonly roleFactors: Readonly<Record<Role, number>>;
  /** The folder the asker stands in; null for the whole workspace. */
  readonly near: string | null;
  /** The text of a file as it may be quoted, secrets redacted; null when nobody has it. Asking twice costs nothing. */
  readonly textOf: (file: FileRecord) => Promise<string | null>;
  /** How units are compared with the question by meaning; null without vectors. */
  readonly meaning: Meaning | null;
  /** Said where meaning was wanted and there is none. */
  readonly whyNoMeaning: string;
  /** What the caller expects to find; null where nothing was guessed. */
  readonly expected: Expected | null;
}

/** Guesses of the caller, searched as a question of their own. */
export interface Expected {
  readonly guesses: readonly string[];
  readonly lexical: () => LexicalResult;
  readonly meaning: Meaning | null;
}

export interface Meaning {
  /**
   * How near each unit of these files is to the question: a cosine for every unit, in the order of the file's units.
   * Files without vectors are left out. Asking twice costs nothing.
   */
  similarities(paths: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
}

/** The files of the workspace, by path and by content. */
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
  /** What all words tell together, by weight and rarity: `covered` is a share of it. */
  readonly possible: number;
}

export interface LexicalScores {
  readonly body: number;
  /** The words of the title alone, all counting the same. */
  readonly title: number;
  /** The body again, with words that many commit messages hold counting less. */
  readonly damped: number;
  /** Neighbouring words of the task, written as one identifier. */
  readonly joined: number;
  /** Share of the query, by weight and rarity of its words, that stands in the file. */
  readonly covered: number;
  readonly names: number;
  readonly pathWords: number;
  /** Sum of the three best units. */
  readonly units: number;
  readonly unit: number;
}

export interface LexicalFile extends LexicalScores {
  readonly path: string;
  readonly unitScores: readonly UnitScore[];
  /** Words of the query found in it, strongest first. */
  readonly matched: readonly string[];
  /** Words of the query found in the names it defines. */
  readonly matchedNames: readonly string[];
}

/** One unit's lexical scores. */
export interface UnitScore {
  readonly unit: number;
  readonly score: number;
  readonly title: number;
  readonly joined: number;
  /** The part of the score that comes from words in its own name. */
  readonly names: number;
  /** Share of the query, by weight and rarity of its words, that stands in it. */
  readonly covered: number;
}
