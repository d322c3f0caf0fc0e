import type { Coverage, Exclusion } from '../../model/pack.ts';
import type { Task } from '../../model/task.ts';
import type { Layout, Stop, Told } from '../../ports/formatter.ts';
import type { Floors } from '../../ports/ranker.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import type { Truncator } from '../../ports/truncator.ts';

/** A signal of these kinds alone means: here because of another candidate, which leans on it (`related`) or lies in it (`holder`). */
export const RELATED_SIGNAL = 'related';
export const HOLDER_SIGNAL = 'holder';

export interface BudgetOptions {
  /** The most that the page may cost; it is printed too. */
  readonly budgetTokens: number;
  readonly tokenizer: Tokenizer;
  readonly layout: Layout;
  readonly truncator: Truncator;
  /** How a remark is written in a language. */
  readonly commentFor: (language: string | null) => (remark: string) => string;
  readonly head: HeadInput;
  readonly isGrouped: boolean;
  /** Lines quoted before and after what was found. */
  readonly contextLines: number;
  readonly includeImports: boolean;
  /** Candidates that score less are not worth a reader's time. */
  readonly floors: Floors;
  readonly filesMax: number;
  readonly linesPerFileMax: number;
  /** Longer blocks are cut; null for no such limit. */
  readonly charactersPerBlockMax: number | null;
  /** Left out before they became candidates, counted by reason. */
  readonly refused: Readonly<Partial<Record<Exclusion, number>>>;
  /** What the reader already has. */
  readonly seen: readonly { readonly id: string; readonly hash: string }[];
  /** Whether signatures may stand for what does not fit. */
  readonly includeSkeletons: boolean;
  /**
   * Whether what helps no reader is left out: lines that say nothing by themselves (imports, the head of a class, a licence),
   * a signature alone, a second copy, a neighbour in the place of what matters. Pages of given results print what was given.
   */
  readonly dropsNoise: boolean;
  /** Kept free: what joining the pieces cost more than their sum, when it did. */
  readonly slackTokens: number;
  /** With how much the page of everything would do; null when that is not known, or far too much. */
  readonly leastWhole: () => number | null;
  readonly tuning: BudgetTuning;
  /** Everybody gets a turn before anybody gets more; without it the best are taken first. */
  readonly shares?: Shares;
  /** Whether what is not quoted is named with its lines, as far as it may be needed; without it one line stands for a file. */
  readonly namesParts?: boolean;
  /** Nothing is quoted: so many places of each file are named instead. */
  readonly namesEach?: number;
  /** Only files that are at least so likely are named, if there are any. */
  readonly namesLikely?: number;
  /** Each of what is left out may have a line of its own. */
  readonly lines?: LineRoom;
}

/** Room for lines beside the budget: one that is too long for it makes way for the next. */
export interface LineRoom {
  readonly most: number;
  readonly lengthOf: (line: string) => number;
}

/** Shares of the budget. */
export interface Shares {
  /** For all that is pinned together, as long as there is something else. */
  readonly pinned: number;
  /** For any other, before all of them had their turn. */
  readonly each: number;
}

interface HeadInput {
  readonly task: Task | null;
  readonly text: string;
  readonly coverage: Coverage | null;
  readonly notes: readonly string[];
  /** The widest, where the head says why the page ends. */
  readonly stop?: Stop;
  /** The widest, where the head says what the page came to. */
  readonly told?: Told;
}

/** The numbers that shape a selection; shares are of the whole budget. */
export interface BudgetTuning {
  /** The most that the task and its analysis may take before the text is clipped. */
  readonly headShare: number;
  /** However large the budget is. */
  readonly headTokensMax: number;
  /** Kept free for the names of what is not quoted; what blocks leave of the budget may go to them up to the greater share. */
  readonly referenceShare: number;
  readonly referenceShareMax: number;
  readonly referenceTokensMax: number;
  /** So many of what is left out are named; the others are counted. */
  readonly referencesMax: number;
  readonly relatedShare: number;
  /** Of what the page costs without them, what neighbours may add once nothing better is left. */
  readonly neighbourShare: number;
  /** Lines around what a diff changes, where there is room for them. */
  readonly hunkContextLines: number;
  /** Instead of them, all of a function of at most so many lines. */
  readonly hunkFunctionLines: number;
  /** Of the room left, shared out among what the task names. */
  readonly pinnedShare: number;
  /** This many of the best files get their best part before anything gets a second one. */
  readonly firstFiles: number;
  /** One such file for this many tokens of the budget: a small page is for few files. */
  readonly firstFileTokens: number;
  /** This many of the best files are quoted whole when they cost at most `wholeFileShare`. */
  readonly wholeFiles: number;
  readonly wholeFileShare: number;
  /** A file is quoted whole once this share of its lines is chosen. */
  readonly wholeFileWhen: number;
  /** Of a function of at most so many lines all pieces are quoted when one is. */
  readonly wholeFunctionLines: number;
  /** Each further part of one file is worth this much of the one before. */
  readonly spread: number;
  /** 0: by value alone, 1: by value per token. */
  readonly costExponent: number;
  /** Parts cheaper than this are not preferred for being cheap. */
  readonly typicalTokens: number;
  /** Ranges this many lines apart are quoted as one. */
  readonly gapLines: number;
  /** Imports that cost at most this much are always quoted. */
  readonly importTokensFree: number;
  readonly importTokensMax: number;
  /** Dearer ones may be at most this much of what is quoted of their file. */
  readonly importShare: number;
  /** With less room than this no further block is tried. */
  readonly leastBlockTokens: number;
}
