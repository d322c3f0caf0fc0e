// Makes a page from results of another search, for `assemble` of the library, and prints such a page again in another
// format or budget.
import { checkBudget, requirePage, tooSmall } from '../model/budget.ts';
import { entityId } from '../model/entity.ts';
import type { Block, Exclusion, ExclusionCounts, Reference } from '../model/pack.ts';
import type { Layout, Quote, QuotedEntity } from '../ports/formatter.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import type { BudgetOptions } from './budget/budget-options.ts';
import { fitMost, fitPage } from './fit.ts';
import { arrange, type FormattedPage, format } from './format.ts';
import { type ReadResults, type ResultParts, type ResultReadOptions, scoreResults } from './results/score-results.ts';
import { checkResults, type SearchResult } from './results/search-result.ts';

/** The page made from a caller's search results, and the data from which other pages can be printed. */
export interface AssembledContext {
  /** The query as printed; clipped if it is too long for the page. */
  readonly query: string;
  readonly context: string;
  readonly sources: readonly ContextSource[];
  readonly tokenCount: number;
  /** The name of the tokenizer that counted the tokens. */
  readonly tokenizer: string;
  readonly truncated: boolean;
  readonly totalTokens: number;
  readonly blocks: readonly ContextBlock[];
  /** Results that are named in a line instead of quoted. */
  readonly references: readonly Reference[];
  readonly summary: ContextSummary;
  /** The options with which `context` was printed. */
  readonly printedAs: PrintedAs;
}

/** The options a page is printed with; a page that is printed again keeps those that its caller does not name. */
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
  /** The score that the caller gave. */
  readonly relevance: number;
}

export interface ContextBlock {
  readonly id: string;
  readonly entity: { readonly name: string; readonly type: string; readonly qualifiedName: string };
  /** The score that the caller gave. */
  readonly score: number;
  /** The score on a scale from 0 to 1, as pages print it; the order is the same. */
  readonly printedScore: number;
  /** The entity's own lines. */
  readonly location: { readonly filePath: string; readonly startLine: number; readonly endLine: number };
  /** The entities that the block quotes, each with its own lines; adjacent entities share a block. */
  readonly entities: readonly QuotedEntity[];
  /** The lines of `code`, including lines around the entity. */
  readonly window: { readonly startLine: number; readonly endLine: number };
  readonly code: string;
  /** `full`, or how the code was shortened; the note says how much of it is left. */
  readonly level: Block['level'];
  readonly note: string | null;
  readonly isStale: boolean;
  /** The summaries that came with the results it quotes. */
  readonly summary: string | null;
  readonly context: { readonly imports?: string; readonly relatedEntities?: readonly string[] };
}

export interface ContextSummary {
  readonly entitiesIncluded: number;
  readonly entitiesExcluded: number;
  /** The numbers of entities that are not quoted, by reason, those in `references` included. */
  readonly excluded: ExclusionCounts;
  readonly filesRead: number;
  readonly truncated: boolean;
}

interface AssembleResultsOptions
  extends Omit<BudgetOptions, 'head' | 'slackTokens' | 'leastWhole' | 'seen' | 'refused'>,
    Omit<ResultReadOptions, 'charactersMax'> {
  readonly query: string;
  readonly printedAs: PrintedAs;
}

// Reads candidates of this many characters for each token of the budget; more would hardly fit.
const CHARACTERS_PER_TOKEN = 60;
const CHARACTERS_LEAST = 200_000;
// With these shares, each result may take all the room that earlier results left.
const ONE_BY_ONE = { pinned: 1, each: 1 };

/** Turns search results into a page with sources that costs at most the budget. */
export async function assemble(
  results: readonly SearchResult[],
  parts: ResultParts,
  options: AssembleResultsOptions,
): Promise<AssembledContext> {
  const { query, keepsOrder } = options;
  const charactersMax = Math.max(CHARACTERS_LEAST, checkBudget(options.budgetTokens) * CHARACTERS_PER_TOKEN);
  const read = await scoreResults(checkResults(results), parts, { ...options, charactersMax });
  const ranks = new Map(read.scored.map(({ id }, index) => [id, index]));
  const rankIn = (source: ContextSource) => ranks.get(entityId(source.entityId)) ?? ranks.size;
  const rankOf = ({ covers }: Quote) => Math.min(...covers.map((id) => ranks.get(id) ?? ranks.size));
  const asGiven = { shares: ONE_BY_ONE, order: (a: Quote, b: Quote) => rankOf(a) - rankOf(b) };
  const page = fitPage(read.scored, {
    ...options,
    ...(keepsOrder && asGiven),
    head: { task: null, text: query, coverage: null, notes: [] },
    seen: [],
    refused: read.refused,
  });
  const { selection, text, usage } = requirePage(page);
  const excluded = { ...selection.excluded };
  for (const reference of selection.references) excluded[reference.excludedBecause]++;
  const isCut = selection.blocks.some((block) => block.level !== 'full');
  const truncated = excluded.budget + excluded.limit > 0 || isCut;
  return {
    query: selection.head.text,
    context: text,
    sources: selection.blocks
      .flatMap((block) => sourcesOf(block, read))
      .sort((a, b) => (keepsOrder ? rankIn(a) - rankIn(b) : b.relevance - a.relevance)),
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

// A block may quote several entities that touch; each is a source.
function sourcesOf({ path, entities = [] }: Quote, { given }: ReadResults): readonly ContextSource[] {
  return entities.map(({ id, name, kind, startLine, score }) => ({
    entityId: id,
    name,
    type: kind,
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
      ...(block.imports !== null && { imports: block.imports }),
      ...(others.length > 0 && { relatedEntities: others }),
    },
  };
}

function sum(counts: ExclusionCounts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

interface PrintOptions {
  readonly layout: Layout;
  readonly tokenizer: Tokenizer;
  readonly isGrouped: boolean;
  /** Null for no limit. */
  readonly budgetTokens: number | null;
  readonly languageOf: (path: string) => string | null;
}

/** Prints an assembled context again; to keep to a budget it drops all references, then the weakest blocks. */
export function printAssembled(context: AssembledContext, options: PrintOptions): string {
  const max = options.budgetTokens ?? Number.MAX_SAFE_INTEGER;
  const whole = printBlocks(context, context.blocks, options);
  if (whole.cost <= max) return whole.text;
  const best = context.blocks.toSorted((a, b) => b.printedScore - a.printedScore);
  // Dropped references are counted with the other omissions.
  const bare = { ...context, references: [] };
  const page = fitMost([0, best.length], (count) => {
    const shown = new Set(best.slice(0, count));
    const blocks = context.blocks.filter((block) => shown.has(block));
    const { cost, text } = printBlocks(bare, blocks, options);
    return cost <= max ? { text } : tooSmall(`A budget of ${max} is too small for the frame of the page.`);
  });
  return requirePage(page).text;
}

function printBlocks(context: AssembledContext, blocks: readonly ContextBlock[], options: PrintOptions): FormattedPage {
  const { tokenizer, layout, isGrouped } = options;
  const { references } = context;
  const budget = options.budgetTokens ?? Number.MAX_SAFE_INTEGER;
  const usage = { budget, used: budget, tokenizer: tokenizer.name };
  const quotes = blocks.map((block) => quoteOf(block, options));
  const left: Record<Exclusion, number> = { ...context.summary.excluded };
  for (const reference of references) left[reference.excludedBecause]--;
  left.budget += countCovered(context.blocks) - countCovered(blocks);
  const page = { usage, files: [], blocks: arrange(quotes, { isGrouped }), references, excluded: left };
  const head = { task: null, text: context.query, isBrief: false, usage, coverage: null, notes: [] };
  return format(page, { layout, tokenizer, isGrouped, head });
}

function countCovered(blocks: readonly ContextBlock[]): number {
  return blocks.reduce((sum, { context }) => sum + 1 + (context.relatedEntities?.length ?? 0), 0);
}

function quoteOf(block: ContextBlock, { languageOf }: PrintOptions): Quote {
  const { filePath, startLine, endLine } = block.location;
  const { window } = block;
  return {
    id: entityId(block.id),
    kind: block.entity.type,
    name: block.entity.name,
    qualifiedName: block.entity.qualifiedName,
    path: filePath,
    entityLines: [startLine, endLine],
    entities: block.entities,
    startLine: window.startLine,
    endLine: window.endLine,
    lines: [[window.startLine, window.endLine]],
    level: block.level,
    score: block.printedScore,
    reasons: [],
    // These pages print no hash, but current and stale text of one file must stay distinct.
    hash: block.isStale ? `stored:${block.id}` : '',
    language: filePath === '' ? null : languageOf(filePath),
    text: block.code,
    imports: block.context.imports ?? null,
    importLines: [],
    isStale: block.isStale,
    covers: [entityId(block.id), ...(block.context.relatedEntities ?? []).map(entityId)],
    note: block.note,
    doc: block.summary,
  };
}
