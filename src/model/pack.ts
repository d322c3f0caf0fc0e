import type { Reason } from './candidate.ts';
import type { EntityId } from './entity.ts';
import type { LineRange } from './facts.ts';
import type { Task } from './task.ts';

/** Falling detail; what fits none of them is excluded with a reason. */
export const LEVELS = ['full', 'excerpt', 'skeleton', 'reference'] as const;
export type Level = (typeof LEVELS)[number];

/**
 * Chosen text. Its lines are exactly those of the file whose hash is given, unless level or note says otherwise; behind a line that
 * evidence marks stands a remark, and in a diff each line stands behind its mark.
 */
export interface Block {
  readonly id: EntityId;
  readonly kind: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly path: string;
  /** The lines of what was found; those printed may be fewer, or more around them. */
  readonly entityLines: LineRange;
  /** The window: from the first line printed to the last. */
  readonly startLine: number;
  readonly endLine: number;
  /** The file's lines that are printed, in order; an excerpt or skeleton has gaps. */
  readonly lines: readonly LineRange[];
  readonly level: Exclude<Level, 'reference'>;
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly hash: string;
  readonly language: string | null;
  /** What is printed between the fences; never ends in a newline. */
  readonly text: string;
  /** Import lines of the file, on its first block only. */
  readonly imports: string | null;
  /** Where they stand in the file. */
  readonly importLines: readonly LineRange[];
  readonly isStale: boolean;
  /** Ids of the entities whose lines were merged into this block, itself first. */
  readonly covers: readonly EntityId[];
  readonly note: string | null;
}

/** Why something is not quoted; a `hunk` is one of the diff that did not fit. */
export const EXCLUSIONS = [
  'budget',
  'belowFloor',
  'unreadable',
  'duplicate',
  'noLocation',
  'ignored',
  'seen',
  'limit',
  'hunk',
] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** A whole line for what is not quoted. */
export interface Reference {
  readonly id: EntityId;
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly score: number;
  readonly excludedBecause: Exclusion;
  /** Why it was a candidate, in a clause. */
  readonly because: string;
  /** What it would have cost, where known. */
  readonly tokens: number | null;
}

/** A ranked file with its reasons. */
export interface RankedFile {
  readonly path: string;
  readonly score: number;
  /** 0..1: how likely one needs it; null where nobody learned it. */
  readonly likelihood: number | null;
  readonly reasons: readonly Reason[];
  /** How many of its functions are quoted, and how many it has; absent where its symbols are not known. */
  readonly functions?: { readonly quoted: number; readonly all: number };
}

export interface Usage {
  readonly budget: number;
  readonly used: number;
  readonly tokenizer: string;
}

/** What the printed pieces cost: a block with the heading of its file, the lines that only name, and everything around them. */
export interface Spent {
  readonly blocks: readonly { readonly id: EntityId; readonly tokens: number }[];
  readonly references: number;
  readonly frame: number;
}

/** What the index knows of the workspace, and what it did without. */
export interface Coverage {
  readonly files: number;
  readonly languages: Readonly<Record<string, number>>;
  /** Files whose symbols are known. */
  readonly parsed: number;
  readonly failed: number;
  readonly history: { readonly available: boolean; readonly commits: number; readonly note: string | null };
  readonly meaning: boolean;
  /** What is not indexed yet; absent once everything is. */
  readonly left?: { readonly files: number; readonly olderCommits: boolean };
}

/** What is written: every view (PACK.md, ctx.json, …) is made from this alone. */
export interface Pack {
  readonly version: 1;
  readonly task: Task;
  readonly usage: Usage;
  readonly files: readonly RankedFile[];
  readonly blocks: readonly Block[];
  readonly references: readonly Reference[];
  readonly excluded: Readonly<Record<Exclusion, number>>;
  readonly coverage: Coverage;
  readonly notes: readonly string[];
  /** 0..1: how likely a place one needs is quoted; absent where nobody can say. */
  readonly quoted?: number;
  /** What was pinned and dropped by hand, for the next pack of the task. */
  readonly pins?: readonly string[];
  readonly drops?: readonly string[];
}
