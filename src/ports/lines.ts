import type { ColoredLine } from './source.ts';

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
