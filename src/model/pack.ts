// A pack is the answer to a task: blocks of quoted text, references, and counts of what was left out. The formats print
// these types.
import type { Reason } from './candidate.ts';
import type { EntityId } from './entity.ts';
import type { LineRange } from './facts.ts';
import type { Task } from './task.ts';

/** How much of an entity is printed, the most first. */
export const LEVELS = ['full', 'excerpt', 'skeleton', 'reference'] as const;
export type Level = (typeof LEVELS)[number];

/**
 * A quoted text. Its lines are those of the file with this hash, with secrets redacted, unless level or note says
 * otherwise. A remark may follow a line that evidence marks, and each line of a diff begins with its mark.
 */
export interface Block {
  readonly id: EntityId;
  readonly kind: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly path: string;
  /** The lines of the entity; the block may print fewer of them, or more around them. */
  readonly entityLines: LineRange;
  /** The first and the last printed line. */
  readonly startLine: number;
  readonly endLine: number;
  /** The file's lines that are printed, in order; an excerpt or skeleton has gaps. */
  readonly lines: readonly LineRange[];
  readonly level: Exclude<Level, 'reference'>;
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly hash: string;
  readonly language: string | null;
  /** The text between the fences; never ends in a newline. */
  readonly text: string;
  /** Import lines of the file, on its first block only. */
  readonly imports: string | null;
  readonly importLines: readonly LineRange[];
  readonly isStale: boolean;
  /** Ids of the entities whose lines were merged into this block, itself first. */
  readonly covers: readonly EntityId[];
  readonly note: string | null;
}

/** The reasons why an entity is not quoted, and what would change that. */
export const WHY_OUT = {
  budget: { why: 'worth quoting, but the budget is spent', helps: 'A larger budget, or a pin, brings it in.' },
  belowFloor: { why: 'too unlikely at this aim', helps: 'A wider aim, or a pin, brings it in.' },
  unreadable: { why: 'its text could not be read', helps: '' },
  duplicate: { why: 'the same text is in the pack already', helps: '' },
  noLocation: { why: 'it has no lines that could be quoted', helps: '' },
  ignored: { why: 'an ignore rule leaves it out', helps: '' },
  seen: { why: 'the reader has it already', helps: '' },
  limit: { why: 'a limit on files, or on lines of a file, is reached', helps: 'Higher limits, or a pin, bring it in.' },
  hunk: { why: 'a part of the diff that did not fit', helps: 'A larger budget brings it in.' },
} as const satisfies Readonly<Record<string, { readonly why: string; readonly helps: string }>>;
export type Exclusion = keyof typeof WHY_OUT;
export const EXCLUSIONS = Object.keys(WHY_OUT) as readonly Exclusion[];
export type ExclusionCounts = Readonly<Record<Exclusion, number>>;

/** A line that names an entity without quoting it. */
export interface Reference extends Pick<Block, 'id' | 'kind' | 'name' | 'path' | 'startLine' | 'endLine' | 'score'> {
  readonly excludedBecause: Exclusion;
  /** Why it was a candidate, in a clause. */
  readonly because: string;
  /** The cost of quoting it; null if unknown. */
  readonly tokens: number | null;
}

export interface RankedFile {
  readonly path: string;
  readonly score: number;
  /** 0..1: how likely the reader needs it; null if the ranker cannot say. */
  readonly likelihood: number | null;
  readonly reasons: readonly Reason[];
  /** How many of its functions are quoted, and how many it has; absent if its symbols are unknown. */
  readonly functions?: { readonly quoted: number; readonly all: number };
}

export interface Usage {
  readonly budget: number;
  readonly used: number;
  readonly tokenizer: string;
}

/** The tokens of the printed pieces: of each block with the heading of its file, of references, and of the rest. */
export interface TokensByPiece {
  readonly blocks: readonly { readonly id: EntityId; readonly tokens: number }[];
  readonly references: number;
  readonly frame: number;
}

/** What the index covers of the workspace. */
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

/** The data of a pack, from which its pages and files (PACK.md, ctx.json, …) are made. */
export interface Pack {
  readonly version: 1;
  readonly task: Task;
  readonly usage: Usage;
  readonly files: readonly RankedFile[];
  readonly blocks: readonly Block[];
  readonly references: readonly Reference[];
  readonly excluded: ExclusionCounts;
  readonly coverage: Coverage;
  readonly notes: readonly string[];
  /** 0..1: how likely the pack quotes a place that the reader needs; absent if unknown. */
  readonly quoted?: number;
  /** The places that the caller pinned and dropped, for the next pack of the task. */
  readonly pins?: readonly string[];
  readonly drops?: readonly string[];
}

interface RankedCandidate {
  readonly id: string;
  readonly path: string;
  readonly rank: number;
  readonly score: number;
  readonly level?: Level | null | undefined;
}

/** A file among the candidates with its parts. */
export interface ExplainedFile<Candidate> {
  readonly path: string;
  /** The candidate of the file itself, or its best part if there is none. */
  readonly file: Candidate;
  readonly parts: readonly Candidate[];
  /** The highest level of the file and its parts; null if the pack neither quotes nor names any. */
  readonly level: Level | null;
  readonly tokens: number;
}

/** Groups candidates by file, in the order of their ranks. */
export function explainFiles<Candidate extends RankedCandidate>(
  candidates: readonly Candidate[],
  { blocks }: Pick<TokensByPiece, 'blocks'>,
): readonly ExplainedFile<Candidate>[] {
  const tokensOf = new Map<string, number>(blocks.map(({ id, tokens }) => [id, tokens]));
  const files = [...Map.groupBy(candidates, ({ path }) => path)].map(([path, all]) => {
    const best = all.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    const file = all.find(({ id }) => id === path) ?? best[0]!;
    return {
      path,
      file,
      parts: best.filter((one) => one !== file),
      level: LEVELS.find((level) => all.some((one) => one.level === level)) ?? null,
      tokens: all.reduce((sum, { id }) => sum + (tokensOf.get(id) ?? 0), 0),
    };
  });
  const rank = ({ file }: (typeof files)[number]) => file.rank || Number.MAX_SAFE_INTEGER;
  return files.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}

/** Prints a probability in percent for a person, never as 0 or 100. */
export function percent(probability: number): string {
  if (probability < 0.01) return '<1 %';
  return probability > 0.99 ? '>99 %' : `${Math.round(100 * probability)} %`;
}
