import type { Role } from '../model/entity.ts';
import type { Mention, StackTrace } from '../model/task.ts';
import type { ColoredLine } from './source.ts';

/** Asks for lines that hold a text or match a pattern. */
export interface GrepInput {
  readonly pattern: string;
  /** The pattern is a regular expression, of those that can be matched in linear time. */
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Only where it is a word of its own. */
  readonly word?: boolean | undefined;
  /** Only in this folder, file or pattern (`*.go`). */
  readonly under?: string | undefined;
  /** Lines that are given at most; what there is beyond them is counted. */
  readonly limit?: number | undefined;
}

/** A line with the innermost symbol it stands in. */
export interface GrepHit {
  readonly path: string;
  readonly line: number;
  /** The line itself, redacted, without the blanks around it. */
  readonly text: string;
  readonly symbol: string | null;
  /** The lines of that symbol; those of the hit alone where there is none. */
  readonly startLine: number;
  readonly endLine: number;
  readonly hash: string;
  readonly role: Role;
}

export interface GrepAnswer {
  /** By path and line. */
  readonly hits: readonly GrepHit[];
  /** How many there are without the limit, and in how many files. */
  readonly total: number;
  readonly files: number;
  readonly notes: readonly string[];
}

/** Asks what is called a name, and where the name is used. */
export interface UsesInput {
  /** A bare name, or a qualified one, whose last part is then looked for. */
  readonly symbol: string;
  readonly under?: string | undefined;
  readonly limit?: number | undefined;
}

/** How a line uses a name: it defines it, calls it, tests it, or only names it. */
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

/** Asks what the words of a text are in this workspace. */
export interface WordsInput {
  readonly task: string;
}

/** A word of a text, and where the workspace has it. */
export interface SaidWord {
  readonly word: string;
  /** Files that hold it. */
  readonly files: number;
  /** Files of code that define something with it in its name. */
  readonly names: number;
  /** Files of code with it in their path. */
  readonly paths: number;
  /** Its place among the words of code everywhere, the most frequent first; null where it is none of the first 24,000. */
  readonly rank: number | null;
}

export interface WordsAnswer {
  /** Files of the workspace. */
  readonly files: number;
  readonly words: readonly SaidWord[];
  readonly mentions: readonly Mention[];
  readonly traces: readonly StackTrace[];
  readonly notes: readonly string[];
}

/** Asks what is left behind by what was changed since a commit, or by a change of some files. */
export interface MissedInput {
  /** A git ref: the work tree against it. */
  readonly since?: string | undefined;
  /** These as well, as if they were changed. */
  readonly files?: readonly string[] | undefined;
  /** Files that somebody else changed. */
  readonly except?: readonly string[] | undefined;
  /** Files of which only a part of the change counts: what they declare is not compared. */
  readonly unsure?: readonly string[] | undefined;
}

/** A place that was not changed. */
export interface MissedPlace {
  readonly path: string;
  /** Null for the whole file. */
  readonly line: number | null;
  readonly kind: 'caller' | 'changed-with' | 'test';
  /** 0..1: how likely it must change too; of a test, how often it did. */
  readonly likelihood: number;
  readonly because: string;
}

export interface MissedAnswer {
  readonly changed: readonly string[];
  /** Callers first, then what usually changes with it, then tests. */
  readonly places: readonly MissedPlace[];
  readonly notes: readonly string[];
}

/** What is looked up by words and names alone. */
export interface Lookups {
  /** Lines that hold a text or match a pattern, each with the symbol around it. */
  grep(input: GrepInput): Promise<GrepAnswer>;
  /** Where a name is defined, called, tested and named, by the name alone. */
  uses(input: UsesInput): Promise<UsesAnswer>;
  /** What the words of a text are here, without looking for what they mean together. */
  words(input: WordsInput): Promise<WordsAnswer>;
  /** What was left behind by what was changed since a commit. */
  missed(input: MissedInput): Promise<MissedAnswer>;
}

/** Asks for lines of one file as they are on the disk now. */
export interface ReadInput {
  readonly path: string;
  /** 1-based and inclusive; without them the whole file. */
  readonly lines?: readonly [first: number, last: number] | undefined;
  /** The hash the file had when the lines were quoted. */
  readonly hash?: string | undefined;
  /** Also say what each line is made of, for a page that shows it. */
  readonly wantsColors?: boolean | undefined;
}

export interface ReadAnswer {
  readonly path: string;
  /** The lines that are given: where the quoted ones stand now, as far as that can be told. */
  readonly startLine: number;
  readonly endLine: number;
  /** Of the whole file, now. */
  readonly hash: string;
  /** Redacted, without a final newline. */
  readonly text: string;
  /** The file is no longer what it was when the lines were quoted: what has become of them. Null while it is. */
  readonly changed: string | null;
  /** Of all lines of the file, where they were wanted and a grammar reads it. */
  readonly colors: readonly ColoredLine[] | null;
  readonly isDocument: boolean;
}

/** Asks for the paths of the workspace that begin in a certain way. */
export interface PathsInput {
  readonly prefix: string;
  readonly limit: number;
}

export interface PathsAnswer {
  /** In order; those of files that a pack could quote. */
  readonly paths: readonly string[];
  /** How many there are without the limit. */
  readonly total: number;
}
