// A task is a request that was read: its words, names, traces and changes. The resolver makes it, and every later step
// reads it.
import type { LineRange, SymbolFacts } from './facts.ts';

/** Indicators of C31–C35; the order settles ties. */
export const CHANGE_TYPES = ['bugfix', 'feature', 'refactor', 'perf', 'security'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number] | 'unknown';

/** What a caller may hand in; at least one of the inputs is present. */
export interface TaskInput {
  readonly text: string;
  /** A log or stack trace. */
  readonly errorLog?: string | undefined;
  /** Files and lines a diff or patch touches, already read. */
  readonly changes?: readonly Change[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly focus?: readonly string[] | undefined;
  /** What the caller guesses to find: names, pieces of paths, words. */
  readonly expect?: readonly string[] | undefined;
}

export interface Change {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
  /** Lines of the file as it is: of the new side, or of the old one while a patch is not applied. */
  readonly lines: readonly LineRange[];
  /** What the diff says of it; a resolved task goes without. */
  readonly patch?: FilePatch | undefined;
}

/** How a diff changes one file. */
export interface FilePatch {
  /** Its former path, where that was another. */
  readonly from: string | null;
  readonly hunks: readonly Hunk[];
  /** What changed besides lines: `binary`, `mode 100644 to 100755`. */
  readonly remark: string | null;
}

/** Lines of a diff that stand together, each behind its mark: a blank, `+` or `-`. */
export interface Hunk {
  /** The first line on each side; with no lines on a side, the one that would be next. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

/** A definition that a diff changes, adds or takes away. */
export interface ChangedSymbol extends Pick<SymbolFacts, 'name' | 'qualifiedName' | 'kind'> {
  readonly path: string;
  readonly change: 'changes' | 'adds' | 'takes away';
}

export interface Keyword {
  readonly word: string;
  /** The index term it is searched by. */
  readonly stem: string;
  /** 0..1, the best word 1. */
  readonly weight: number;
}

export type MentionKind = 'file' | 'class' | 'method' | 'identifier' | 'route' | 'error-code' | 'path';

/** Something the task names. `key` is the normalised form of `text`: of `Shop.pay`, `shoppay`; of a file, its path in lower case. */
export interface Mention {
  readonly kind: MentionKind;
  readonly text: string;
  readonly key: string;
  /** In back-ticks, quotes or with a call's parentheses, or handed in by a flag. */
  readonly isExplicit: boolean;
  /** Whether the workspace has a file, folder or symbol of this name. */
  readonly isKnown: boolean;
  /** 0..1: how much the place it stands in counts; the title or a flag 1, quoted code little. Absent is 1. */
  readonly weight?: number;
  /** `src/a.ts:12` means line 12. */
  readonly line: number | null;
}

export interface StackFrame {
  readonly path: string;
  readonly line: number | null;
  readonly symbol: string | null;
  /** The line as the trace printed it, where it did. */
  readonly source?: string;
  /** It may lie in any of so many files, of which this is one. */
  readonly alike?: number;
}

export interface StackTrace {
  readonly language: string;
  readonly message: string | null;
  /** Innermost first; frames of vendored code are dropped. */
  readonly frames: readonly StackFrame[];
}

/** A named area of software, told by its words; several words in a keyword are a phrase. */
export interface Domain {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Described by the user for this workspace: its words are searched by wherever the task speaks of it. */
  readonly isOwn?: true;
}

export interface DomainMatch {
  readonly name: string;
  /** The keywords found in the task; all of them for a domain the caller focuses on. */
  readonly keywords: readonly string[];
  /** 0..1 */
  readonly strength: number;
}

/** The resolved request. */
export interface Task {
  readonly text: string;
  /** First line or sentence, for headings and slugs. */
  readonly title: string;
  /** What is asked, as pages print it: the author's words, then the error and the changes handed in. Absent is the text. */
  readonly request?: string;
  /** What the caller guesses to find: names, pieces of paths, words. Absent where nothing was guessed. */
  readonly expect?: readonly string[];
  readonly keywords: readonly Keyword[];
  readonly phrases: readonly string[];
  readonly mentions: readonly Mention[];
  readonly traces: readonly StackTrace[];
  readonly changes: readonly Change[];
  readonly domains: readonly DomainMatch[];
  readonly changeType: ChangeType;
  /** 0..1 */
  readonly confidence: number;
  /** 0..1: how likely it is that nothing in the workspace answers it; absent where nobody can say. */
  readonly nothing?: number;
  readonly suggestions: readonly string[];
  readonly notes: readonly string[];
}
