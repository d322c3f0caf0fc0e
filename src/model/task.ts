// A task is a request that was read: its words, names, traces and changes.
import type { LineRange, SymbolFacts } from './facts.ts';

/** The types of change that words of a task indicate; of equally strong types the first counts. */
export const CHANGE_TYPES = ['bugfix', 'feature', 'refactor', 'perf', 'security'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number] | 'unknown';

/** The input of a task; `text` may be empty if there is an error log, a change, a file or a symbol. */
export interface TaskInput {
  readonly text: string;
  readonly errorLog?: string | undefined;
  /** The files and lines that a diff or patch changes. */
  readonly changes?: readonly Change[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly focus?: readonly string[] | undefined;
  /** Guesses of the caller about the answer: names, parts of paths, words. */
  readonly expect?: readonly string[] | undefined;
}

export interface Change {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
  /** The changed lines in the present file: those of the new side, or of the old side while a patch is not applied. */
  readonly lines: readonly LineRange[];
  /** How the diff changes the file; absent in a resolved task. */
  readonly patch?: FilePatch | undefined;
}

export interface FilePatch {
  /** The former path of a renamed file; null for others. */
  readonly from: string | null;
  readonly hunks: readonly Hunk[];
  /** A change besides lines: `binary`, `mode 100644 to 100755`. */
  readonly remark: string | null;
}

/** Adjacent lines of a diff, each with its mark before it: a blank, `+` or `-`. */
export interface Hunk {
  /** The first line on each side; for a side without lines, the line that would be next. */
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
  /** The index term that a search for the word looks up. */
  readonly stem: string;
  /** 0..1; the best word has 1. */
  readonly weight: number;
}

export function isSymbolKind(kind: MentionKind): boolean {
  return kind === 'class' || kind === 'method' || kind === 'identifier';
}

export type MentionKind = 'file' | 'class' | 'method' | 'identifier' | 'route' | 'error-code' | 'path';

/** A thing that the task names. `key` is `text` in the form that is compared: `shoppay` for `Shop.pay`. */
export interface Mention {
  readonly kind: MentionKind;
  readonly text: string;
  readonly key: string;
  /** Whether the author clearly means a name, for instance by back-ticks or a flag. */
  readonly isExplicit: boolean;
  /** Whether the workspace has a file, folder or symbol of this name. */
  readonly isKnown: boolean;
  /** 0..1: how much its place counts: 1 in the title or a flag, little in quoted code. Absent means 1. */
  readonly weight?: number;
  /** The line that the mention names: 12 for `src/a.ts:12`. */
  readonly line: number | null;
}

export interface StackFrame {
  readonly path: string;
  readonly line: number | null;
  readonly symbol: string | null;
  /** The text of the line, if the trace prints it. */
  readonly source?: string;
  /** The number of files that the frame may mean, this one included; absent if only this one. */
  readonly alike?: number;
}

export interface StackTrace {
  readonly language: string;
  readonly message: string | null;
  /** Innermost first; frames of third-party code outside the workspace are dropped. */
  readonly frames: readonly StackFrame[];
}

/** A named area of software with the words that indicate it; a keyword of several words is a phrase. */
export interface Domain {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Set if the user's configuration describes it. A task about it is then also searched for by the domain's words. */
  readonly isOwn?: true;
}

export interface DomainMatch {
  readonly name: string;
  /** The keywords found in the task; all of them for a domain the caller focuses on. */
  readonly keywords: readonly string[];
  /** 0..1 */
  readonly strength: number;
}

export interface Task {
  readonly text: string;
  /** The first line or sentence, for headings and slugs. */
  readonly title: string;
  /** The request as pages print it: the author's words, the error, the changes. Absent if it equals `text`. */
  readonly request?: string;
  /** Guesses of the caller about the answer; absent without guesses. */
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
  /** 0..1: how likely it is that nothing in the workspace answers it; absent if unknown. */
  readonly nothing?: number;
  readonly suggestions: readonly string[];
  readonly notes: readonly string[];
}
