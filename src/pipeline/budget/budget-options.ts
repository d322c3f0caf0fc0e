// The options of the budget stage: limits of a caller, rules of a kind of page, and the numbers that tune the choice.
import type { Coverage, Exclusion } from '../../model/pack.ts';
import type { Task } from '../../model/task.ts';
import type { Layout, PageEnd, PageNumbers } from '../../ports/formatter.ts';
import type { Floors } from '../../ports/ranker.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import type { Truncator } from '../../ports/truncator.ts';

/** The signal of candidates that join because others need them, or because all code fits. */
export const RELATED_SIGNAL = 'related';
/** The signal of a class around a better candidate. */
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
  readonly contextLines: number;
  readonly includeImports: boolean;
  /** Candidates below are quoted only if they are pinned, related, or the best part of a good file. */
  readonly floors: Floors;
  readonly filesMax: number;
  readonly linesPerFileMax: number;
  /** Longer parts are cut; null for no such limit. */
  readonly charactersPerBlockMax: number | null;
  /** Counts what was left out before it became a candidate, by reason. */
  readonly refused: Readonly<Partial<Record<Exclusion, number>>>;
  /** What the reader already has. */
  readonly seen: readonly { readonly id: string; readonly hash: string }[];
  /** Whether signatures may replace a part that does not fit. */
  readonly includeSkeletons: boolean;
  /** Whether boilerplate, bare signatures and further copies of a text are left out; false for given results. */
  readonly dropsNoise: boolean;
  /** Tokens kept free because the joined page of an earlier attempt cost more than its pieces. */
  readonly slackTokens: number;
  /** The least budget for a page that quotes everything; null if it is unknown or far too large. */
  readonly leastWhole: () => number | null;
  readonly tuning: BudgetTuning;
  /** Every candidate gets its share before any gets more; without it the best are taken first. */
  readonly shares?: Shares;
  /** Whether unquoted parts are named with their lines; without it one line represents an unquoted file. */
  readonly namesParts?: boolean;
  /** A map: quotes nothing and names at most this many places of each file. */
  readonly namesEach?: number;
  /** A map names only files at least this likely, if there are any, beside partners, seen and unreadable ones. */
  readonly namesLikely?: number;
  readonly lines?: LineRoom;
}

/** A limit on reference lines besides the budget; a line that passes it is skipped. */
export interface LineRoom {
  /** The most that all lines together may have, measured by `lengthOf`. */
  readonly most: number;
  readonly lengthOf: (line: string) => number;
}

/** Shares of the budget. */
export interface Shares {
  /** For all that is pinned together, as long as there is something else. */
  readonly pinned: number;
  /** For each other candidate in the first round. */
  readonly each: number;
}

interface HeadInput {
  readonly task: Task | null;
  readonly text: string;
  readonly coverage: Coverage | null;
  readonly notes: readonly string[];
  /** An end of the page that prints about as long as the true one, to price the head. */
  readonly stop?: PageEnd;
  /** The numbers of the page that print longest, to price the head. */
  readonly told?: PageNumbers;
}

/** The numbers that shape a selection; shares are of the whole budget unless said otherwise. */
export interface BudgetTuning {
  /** The most that the task and its analysis may take before the text is clipped. */
  readonly headShare: number;
  /** The same in tokens, however large the budget is. */
  readonly headTokensMax: number;
  /**
   * Share kept free for references. On a page of search results they may also cost at most this share of the rest of
   * the page, or, if the page names parts, the share `referenceShareMax` of the budget.
   */
  readonly referenceShare: number;
  readonly referenceShareMax: number;
  readonly referenceTokensMax: number;
  /** The most candidates that are named without a quote; the others are counted. */
  readonly referencesMax: number;
  /** The most unquoted files that are named because they probably change along with the likeliest code. */
  readonly partnersMax: number;
  /** The most that related candidates may cost while better ones wait. */
  readonly relatedShare: number;
  /** Share of the page's cost that neighbours may add once nothing better is left. */
  readonly neighbourShare: number;
  /** Lines around what a diff changes, where there is room for them. */
  readonly hunkContextLines: number;
  /** A changed function of at most this many lines is quoted whole instead. */
  readonly hunkFunctionLines: number;
  /** Share of the room left that is divided among the parts the task names. */
  readonly pinnedShare: number;
  /** This many of the best files get their best part before parts compete by value. */
  readonly firstFiles: number;
  /** One such file for this many tokens of the budget: a small page is for few files. */
  readonly firstFileTokens: number;
  /** This many of the best files are quoted whole when they cost at most `wholeFileShare`. */
  readonly wholeFiles: number;
  readonly wholeFileShare: number;
  /** A file is quoted whole once this share of its lines is chosen. */
  readonly wholeFileWhen: number;
  /** A function of at most this many lines is quoted whole once a piece of it is. */
  readonly wholeFunctionLines: number;
  /** Factor for the value of each further part of a file. */
  readonly spread: number;
  /** 0: by value alone, 1: by value per token. */
  readonly costExponent: number;
  /** Parts cheaper than this are not preferred for being cheap. */
  readonly typicalTokens: number;
  /** Ranges at most this many lines apart are quoted as one. */
  readonly gapLines: number;
  /** Imports that cost at most this much are quoted however little code they serve. */
  readonly importTokensFree: number;
  readonly importTokensMax: number;
  /** More expensive imports may have at most this share of the quoted characters of their file. */
  readonly importShare: number;
  /** With less room than this no further part is tried by value; with `shares`, a cheaper excerpt is dropped. */
  readonly leastBlockTokens: number;
}
