import type { LeftOut, Quote } from '../ports/formatter.ts';
import { assemblePage } from './assemble.ts';
import type { BudgetOptions } from './budget/budget-options.ts';
import { checkBudget } from './budget/check-budget.ts';
import { type ResultParts, scoreResults } from './results/score-results.ts';
import type { SearchResult } from './results/search-result.ts';

/** What came of a caller's own search results: the page, and the same as data. */
export interface AssembledContext {
  readonly context: string;
  readonly sources: readonly ContextSource[];
  readonly tokenCount: number;
  readonly truncated: boolean;
  readonly totalTokens: number;
  readonly blocks: readonly ContextBlock[];
  readonly summary: ContextSummary;
}

export interface ContextSource {
  readonly entityId: string;
  readonly name: string;
  readonly type: string;
  readonly file?: string;
  readonly line?: number;
  readonly relevance: number;
}

export interface ContextBlock {
  readonly entity: { readonly name: string; readonly type: string; readonly qualifiedName: string };
  readonly score: number;
  readonly location: { readonly filePath: string; readonly startLine: number; readonly endLine: number };
  readonly code: string;
  readonly isStale: boolean;
  readonly context: { readonly imports?: string; readonly relatedEntities?: readonly string[] };
}

export interface ContextSummary {
  readonly entitiesIncluded: number;
  readonly entitiesExcluded: number;
  /** The excluded, by reason: only `budget` and `limit` are a matter of room. */
  readonly excluded: LeftOut;
  readonly filesRead: number;
  readonly truncated: boolean;
}

export interface AssembleResultsOptions extends Omit<BudgetOptions, 'head' | 'slackTokens' | 'seen' | 'refused'> {
  readonly query: string;
  /** Paths of results may be absolute under this folder. */
  readonly root: string | null;
  /** Results that say no place are quoted from their own content. */
  readonly withoutPlace: boolean;
}

// Candidates worth this many times the budget are enough to choose from.
const CHARACTERS_PER_TOKEN = 60;
const CHARACTERS_LEAST = 200_000;

/** Turns search results into a page with sources that costs at most the budget. */
export async function assemble(
  results: readonly SearchResult[],
  parts: ResultParts,
  options: AssembleResultsOptions,
): Promise<AssembledContext> {
  const { root, withoutPlace, query } = options;
  const charactersMax = Math.max(CHARACTERS_LEAST, checkBudget(options.budgetTokens) * CHARACTERS_PER_TOKEN);
  const read = await scoreResults(results, parts, { root, withoutPlace, charactersMax });
  const head = { task: null, text: query, coverage: null, notes: [] };
  const { selection, text, usage } = assemblePage(read.scored, { ...options, head, seen: [], refused: read.refused });
  const excluded = { ...selection.excluded };
  for (const reference of selection.references) excluded[reference.excludedBecause]++;
  const isCut = selection.blocks.some((block) => block.level !== 'full');
  const truncated = excluded.budget + excluded.limit > 0 || isCut;
  return {
    context: text,
    sources: selection.blocks.map(sourceOf),
    tokenCount: usage.used,
    truncated,
    totalTokens: usage.used,
    blocks: selection.blocks.map(blockOf),
    summary: {
      entitiesIncluded: results.length - sum(excluded),
      entitiesExcluded: sum(excluded),
      excluded,
      filesRead: read.filesRead,
      truncated,
    },
  };
}

/** The page of an assembled context. */
export function format(context: AssembledContext): string {
  return context.context;
}

function sourceOf(block: Quote): ContextSource {
  const place = block.path === '' ? {} : { file: block.path, line: block.startLine };
  return { entityId: block.id, name: block.name, type: block.kind, ...place, relevance: block.score };
}

function blockOf(block: Quote): ContextBlock {
  const others = block.covers.slice(1);
  return {
    entity: { name: block.name, type: block.kind, qualifiedName: block.qualifiedName },
    score: block.score,
    location: { filePath: block.path, startLine: block.startLine, endLine: block.endLine },
    code: block.text,
    isStale: block.isStale,
    context: {
      ...(block.imports === null ? {} : { imports: block.imports }),
      ...(others.length > 0 ? { relatedEntities: others } : {}),
    },
  };
}

function sum(counts: LeftOut): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
