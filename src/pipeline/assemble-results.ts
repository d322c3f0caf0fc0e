import { checkBudget, demanded } from '../model/budget.ts';
import type { Block, Reference } from '../model/pack.ts';
import type { LeftOut, Quote, QuotedEntity } from '../ports/formatter.ts';
import type { BudgetOptions } from './budget/budget-options.ts';
import { fitPage } from './fit.ts';
import { checkResults } from './results/check-results.ts';
import { type ReadResults, type ResultParts, scoreResults } from './results/score-results.ts';
import type { SearchResult } from './results/search-result.ts';

/** What came of a caller's own search results: the page, and the same as data, from which any page can be printed. */
export interface AssembledContext {
  /** As printed: clipped where it would crowd out the rest. */
  readonly query: string;
  readonly context: string;
  readonly sources: readonly ContextSource[];
  readonly tokenCount: number;
  /** What counted the tokens. */
  readonly tokenizer: string;
  readonly truncated: boolean;
  readonly totalTokens: number;
  readonly blocks: readonly ContextBlock[];
  /** Named in a line each instead of quoted. */
  readonly references: readonly Reference[];
  readonly summary: ContextSummary;
  /** The page `context` is. */
  readonly printedAs: PrintedAs;
}

/** A page by its names; what is not said of another page stays as it was. */
export interface PrintedAs {
  readonly format: string;
  readonly layout: string;
  readonly includeSources: boolean;
  readonly includeCodeContent: boolean;
  readonly groupByType: boolean;
}

export interface ContextSource {
  readonly entityId: string;
  readonly name: string;
  readonly type: string;
  readonly file?: string;
  /** The entity's first line. */
  readonly line?: number;
  /** The score as it was given. */
  readonly relevance: number;
}

export interface ContextBlock {
  readonly id: string;
  readonly entity: { readonly name: string; readonly type: string; readonly qualifiedName: string };
  /** As it was given. */
  readonly score: number;
  /** From 0 to 1, as pages print it: the same order, whatever scale the scores are of. */
  readonly printedScore: number;
  /** The entity's own lines. */
  readonly location: { readonly filePath: string; readonly startLine: number; readonly endLine: number };
  /** Every entity the block quotes, with its own lines; several may touch. */
  readonly entities: readonly QuotedEntity[];
  /** The lines `code` was taken from, with those around the entity. */
  readonly window: { readonly startLine: number; readonly endLine: number };
  readonly code: string;
  /** Less than `full`: the note says how much of it is there. */
  readonly level: Block['level'];
  readonly note: string | null;
  readonly isStale: boolean;
  /** What the result said about the entity. */
  readonly summary: string | null;
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

export interface AssembleResultsOptions
  extends Omit<BudgetOptions, 'head' | 'slackTokens' | 'leastWhole' | 'seen' | 'refused'> {
  readonly query: string;
  /** Paths of results may be absolute under the folder of these names. */
  readonly roots: readonly string[];
  /** Results that say no place are quoted from their own content. */
  readonly withoutPlace: boolean;
  readonly printedAs: PrintedAs;
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
  const { roots, withoutPlace, query } = options;
  const charactersMax = Math.max(CHARACTERS_LEAST, checkBudget(options.budgetTokens) * CHARACTERS_PER_TOKEN);
  const read = await scoreResults(checkResults(results), parts, { roots, withoutPlace, charactersMax });
  const head = { task: null, text: query, coverage: null, notes: [] };
  const page = fitPage(read.scored, { ...options, head, seen: [], refused: read.refused });
  const { selection, text, usage } = demanded(page);
  const excluded = { ...selection.excluded };
  for (const reference of selection.references) excluded[reference.excludedBecause]++;
  const isCut = selection.blocks.some((block) => block.level !== 'full');
  const truncated = excluded.budget + excluded.limit > 0 || isCut;
  return {
    query: selection.head.text,
    context: text,
    sources: selection.blocks.flatMap((block) => sourcesOf(block, read)).sort((a, b) => b.relevance - a.relevance),
    tokenCount: usage.used,
    tokenizer: usage.tokenizer,
    truncated,
    totalTokens: usage.used,
    blocks: selection.blocks.map((block) => blockOf(block, read)),
    references: selection.references,
    summary: {
      entitiesIncluded: results.length - sum(excluded),
      entitiesExcluded: sum(excluded),
      excluded,
      filesRead: read.filesRead,
      truncated,
    },
    printedAs: options.printedAs,
  };
}

// One block may quote several that touch; each of them is a source.
function sourcesOf({ path, entities = [] }: Quote, { given }: ReadResults): readonly ContextSource[] {
  return entities.map(({ id, name, kind, startLine, score }) => ({
    ...{ entityId: id, name, type: kind },
    ...(path === '' ? {} : { file: path, line: startLine }),
    relevance: given.get(id) ?? score,
  }));
}

function blockOf(block: Quote, { given }: ReadResults): ContextBlock {
  const others = block.covers.slice(1);
  const [startLine, endLine] = block.entityLines;
  return {
    id: block.id,
    entity: { name: block.name, type: block.kind, qualifiedName: block.qualifiedName },
    score: given.get(block.id) ?? block.score,
    printedScore: block.score,
    location: { filePath: block.path, startLine, endLine },
    entities: block.entities ?? [],
    window: { startLine: block.startLine, endLine: block.endLine },
    code: block.text,
    level: block.level,
    note: block.note,
    isStale: block.isStale,
    summary: block.doc ?? null,
    context: {
      ...(block.imports === null ? {} : { imports: block.imports }),
      ...(others.length > 0 ? { relatedEntities: others } : {}),
    },
  };
}

function sum(counts: LeftOut): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
