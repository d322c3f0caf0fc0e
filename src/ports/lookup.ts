// The questions that need no ranker (`grep`, `uses`, `words`, `missed`, `read`, `paths`), with their inputs and
// answers.
import type { Role } from '../model/entity.ts';
import type { Mention, StackTrace } from '../model/task.ts';
import type { ColoredLine } from './source.ts';

export interface GrepInput {
  readonly pattern: string;
  /** Whether the pattern is a regular expression; it must be one that can be matched in linear time. */
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Matches only whole words. */
  readonly word?: boolean | undefined;
  /** Searches only this folder, file or pattern (`*.go`). */
  readonly under?: string | undefined;
  /** The greatest number of lines to return; further lines are only counted. */
  readonly limit?: number | undefined;
}

/** A line with the innermost symbol around it. */
export interface GrepHit {
  readonly path: string;
  readonly line: number;
  /** The line, redacted, trimmed and cut to a length. */
  readonly text: string;
  readonly symbol: string | null;
  /** The lines of that symbol; without a symbol, only the line of the hit. */
  readonly startLine: number;
  readonly endLine: number;
  readonly hash: string;
  readonly role: Role;
}

export interface GrepAnswer {
  /** By path and line. */
  readonly hits: readonly GrepHit[];
  /** The number of hits without the limit, and of files with hits. */
  readonly total: number;
  readonly files: number;
  readonly notes: readonly string[];
}

export interface UsesInput {
  /** A bare name, or a qualified one, whose last part is searched. */
  readonly symbol: string;
  readonly under?: string | undefined;
  readonly limit?: number | undefined;
}

/** How a line uses a name: it defines it, calls it, names it in a test, or only names it. */
export const USE_KINDS = ['definition', 'call', 'test', 'reference'] as const;
export type UseKind = (typeof USE_KINDS)[number];

export interface NameUse extends GrepHit {
  readonly kind: UseKind;
}

export interface UsesAnswer {
  /** By kind, then by path and line. */
  readonly uses: readonly NameUse[];
  readonly total: number;
  readonly notes: readonly string[];
}

export interface WordsInput {
  readonly task: string;
}

/** A word of a text, with its counts in the workspace. */
export interface WordCounts {
  readonly word: string;
  /** Number of files that hold it. */
  readonly files: number;
  /** Number of code files that define a name with this word. */
  readonly names: number;
  /** Number of code files with this word in their path. */
  readonly paths: number;
  /** Its rank among the words of public code, the most frequent first; null if the list of these lacks it. */
  readonly rank: number | null;
}

export interface WordsAnswer {
  /** Number of files in the workspace. */
  readonly files: number;
  readonly words: readonly WordCounts[];
  readonly mentions: readonly Mention[];
  readonly traces: readonly StackTrace[];
  readonly notes: readonly string[];
}

export interface MissedInput {
  /** A git ref: the change is the diff of the work tree against it. */
  readonly since?: string | undefined;
  /** Further files to treat as changed. */
  readonly files?: readonly string[] | undefined;
  /** Files to leave out, because somebody else changed them. */
  readonly except?: readonly string[] | undefined;
  /** Files that were only partly changed here: their declarations are not compared. */
  readonly unsure?: readonly string[] | undefined;
}

/** A place that the change may have left behind. */
export interface MissedPlace {
  readonly path: string;
  /** Null for the whole file. */
  readonly line: number | null;
  readonly kind: 'caller' | 'changed-with' | 'test';
  /** 0..1: how likely it must change too; for a test, how often it did. */
  readonly likelihood: number;
  readonly because: string;
}

export interface MissedAnswer {
  readonly changed: readonly string[];
  /** Callers first, then files that usually change along, then tests. */
  readonly places: readonly MissedPlace[];
  readonly notes: readonly string[];
}

export interface Lookups {
  /** Finds lines that hold a text or match a pattern. */
  grep(input: GrepInput): Promise<GrepAnswer>;
  /** Finds where a name is defined, called, tested and mentioned, comparing names only. */
  uses(input: UsesInput): Promise<UsesAnswer>;
  /** Looks up the keywords of a text in the workspace. */
  words(input: WordsInput): Promise<WordsAnswer>;
  /** Finds places that a change may have left behind. */
  missed(input: MissedInput): Promise<MissedAnswer>;
}

export interface ReadInput {
  readonly path: string;
  /** 1-based and inclusive; without them the whole file. */
  readonly lines?: readonly [first: number, last: number] | undefined;
  /** The hash the file had when the lines were quoted. */
  readonly hash?: string | undefined;
  readonly wantsColors?: boolean | undefined;
}

export interface ReadAnswer {
  readonly path: string;
  /** The returned lines: the present place of the quoted ones, if it can be found. */
  readonly startLine: number;
  readonly endLine: number;
  /** Hash of the whole file now. */
  readonly hash: string;
  /** Redacted, without a final newline. */
  readonly text: string;
  /** How the file changed since the lines were quoted; null if it did not. */
  readonly changed: string | null;
  /** The colours of all lines, if wanted and a grammar parses the file. */
  readonly colors: readonly ColoredLine[] | null;
  readonly isDocument: boolean;
}

export interface PathsInput {
  readonly prefix: string;
  readonly limit: number;
}

export interface PathsAnswer {
  /** Sorted paths of files that a pack could quote. */
  readonly paths: readonly string[];
  /** The number without the limit. */
  readonly total: number;
}
