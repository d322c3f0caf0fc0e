import type { GivenFacts } from '../model/facts.ts';

/** Reads files of the workspace: confined to the root, bounded, cached. */
export interface Reader {
  /** Null when the file is gone, unreadable, binary, too large, or outside the root. */
  read(path: string): Promise<FileText | null>;
  forget(path: string): void;
}

export interface FileText {
  readonly path: string;
  /** Decoded text with a leading byte order mark removed. */
  readonly text: string;
  /** Hash of the bytes; the key under which facts are stored. */
  readonly hash: string;
  /** Facts that come with the text; the hash is then of both. */
  readonly given?: GivenFacts;
}

/**
 * Replaces secrets in place; the number of lines never changes. A text that these very rules found clean before (`cleanBy` of its
 * record) is not searched again.
 */
export type Redact = (text: string, path: string, cleanBy?: number) => Promise<Redaction>;

export interface Redaction {
  readonly text: string;
  /** 1-based lines on which something was replaced, with the rule that did it. */
  readonly findings: readonly { readonly line: number; readonly rule: string }[];
}
