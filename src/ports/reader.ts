// What reads the files of a workspace, and what replaces the secrets in their texts.
import type { GivenFacts } from '../model/facts.ts';

export interface Reader {
  /** Null if the file is gone, unreadable, binary, too large, or outside the root. */
  read(path: string): Promise<FileText | null>;
  forget(path: string): void;
}

export interface FileText {
  readonly path: string;
  /** Decoded text with a leading byte order mark removed. */
  readonly text: string;
  /** Hash of the bytes, and of the language if the file has one: the key of its stored facts. */
  readonly hash: string;
  /** Facts that a source supplies with the text; the hash then covers them too. */
  readonly given?: GivenFacts;
}

/**
 * Replaces secrets in place; the number of lines never changes. Skips a text in which the same version of the rules
 * found no secret before (`cleanBy` of its record).
 */
export type Redact = (text: string, path: string, cleanBy?: number) => Promise<Redaction>;

export interface Redaction {
  readonly text: string;
  /** 1-based lines with a replacement, and the rule that made it. */
  readonly findings: readonly { readonly line: number; readonly rule: string }[];
}
