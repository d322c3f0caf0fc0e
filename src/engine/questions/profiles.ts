// The kinds of questions as rows: which page each prints, its usual budget and the rules for fitting; also which
// entities a search is for.
import { DEFAULTS } from '../../config/defaults.ts';
import { findLayout } from '../../formats/index.ts';
import { commentOf } from '../../languages/index.ts';
import { budgetOf, type TokenLimit } from '../../model/budget.ts';
import { type EntityKind, isDocumentLanguage } from '../../model/entity.ts';
import type { BudgetTuning } from '../../pipeline/budget/budget-options.ts';
import type { PageOptions } from '../../pipeline/fit.ts';
import type { PackInput } from '../../ports/engine.ts';
import type { LayoutOptions } from '../../ports/formatter.ts';
import type { Truncator } from '../../ports/truncator.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { findTruncator, never } from '../../truncators/index.ts';
import type { FindInput } from '../remembered-rankings.ts';

export interface SearchedEntities extends Pick<FindInput, 'include' | 'among'> {
  /** The kinds of symbols to find inside ranked units too; empty for none. */
  readonly kinds: readonly EntityKind[];
}

/** The default rules by which results become a page. */
type PageRules = Omit<PageOptions, 'tokenizer' | 'layout' | 'head' | 'truncator' | 'budgetTokens'>;

const ALL = Number.MAX_SAFE_INTEGER;

// Prints all given entities in the given order: no floor removes any, and no related ones are added.
const ALL_AS_GIVEN = {
  commentFor: commentOf,
  isGrouped: false,
  contextLines: 0,
  includeImports: false,
  includeSkeletons: false,
  dropsNoise: false,
  refused: {},
  seen: [],
  floors: { units: 0, files: 0, alone: 0 },
  filesMax: ALL,
  linesPerFileMax: ALL,
  charactersPerBlockMax: null,
  tuning: { ...DEFAULTS.budget, referencesMax: ALL },
} satisfies PageRules;

// Prints search results: drops what is below the floors, and prints signatures of what does not fit.
const SEARCH_RESULTS: PageRules = {
  ...ALL_AS_GIVEN,
  includeSkeletons: true,
  dropsNoise: true,
  tuning: DEFAULTS.budget,
};

const { contextLines: QUERY_LINES, includeImports: QUERY_IMPORTS, budgetTokens: QUERY_TOKENS } = DEFAULTS.query;
const QUERY_QUOTES = { contextLines: QUERY_LINES, includeImports: QUERY_IMPORTS };
const { shares, referenceShare, referencesMax, headShare, leastTokens } = DEFAULTS.context;

export const ANYTHING: SearchedEntities = { kinds: [] };
export const DOCUMENTS: SearchedEntities = {
  include: ['docs'],
  among: ({ language }) => isDocumentLanguage(language),
  kinds: ['section'],
};

/** One row for each kind of page. `find` ranks candidates for those up to `query`; others bring their own order. */
export const PROFILES = {
  /** A pack for a person, who may open it as a folder. */
  pack: packProfile('pack', DEFAULTS.packNames),
  /** A pack for a model, with as little besides code as possible. */
  prompt: packProfile('prompt', { ...DEFAULTS.prompt, ...DEFAULTS.packNames }),
  /** Only places, for a model that chooses itself what to read. */
  map: {
    ...packProfile('prompt', { ...DEFAULTS.prompt, ...DEFAULTS.packNames }, { namesEach: DEFAULTS.map.namesEach }),
    budgetTokens: DEFAULTS.map.budgetTokens,
  },
  query: {
    page: 'query',
    budgetTokens: QUERY_TOKENS,
    rules: { ...SEARCH_RESULTS, ...QUERY_QUOTES, shares: DEFAULTS.query.shares },
  },
  /** Results that the caller supplies. */
  assemble: {
    page: 'query',
    budgetTokens: QUERY_TOKENS,
    rules: { ...ALL_AS_GIVEN, ...QUERY_QUOTES, includeSkeletons: true, tuning: DEFAULTS.budget },
  },
  /** A target, which is never cut, then its related documents in turn. Adjacent sections stay separate. */
  show: {
    truncator: never,
    rules: {
      ...ALL_AS_GIVEN,
      shares: { pinned: 1, each: 1 },
      tuning: { ...ALL_AS_GIVEN.tuning, gapLines: -1, referenceShare: 0 },
    },
  },
  /** Nodes of a knowledge graph, in the order in which they were ranked. */
  context: {
    rules: {
      ...ALL_AS_GIVEN,
      shares,
      includeSkeletons: true,
      tuning: { ...DEFAULTS.budget, headShare, referenceShare, referencesMax, leastBlockTokens: leastTokens },
    },
  },
} as const;

function packProfile(page: 'pack' | 'prompt', tuning: Partial<BudgetTuning>, naming: Partial<PageRules> = {}) {
  const { contextLines, includeImports, budgetTokens } = DEFAULTS.pack;
  const quotes = { ...SEARCH_RESULTS, contextLines, includeImports, namesParts: true, ...naming };
  const rules: PageRules = { ...quotes, tuning: { ...DEFAULTS.budget, ...tuning } };
  return { page, budgetTokens, rules };
}

/** The options of a caller for the page of an answer. */
export interface PageWishes
  extends TokenLimit,
    Pick<PackInput, 'format' | 'tokenizer' | 'contextLines' | 'imports' | 'seen'> {
  readonly truncator?: string | Truncator | undefined;
  readonly groupByType?: boolean | undefined;
}

export interface PageProfile {
  readonly page: string;
  readonly budgetTokens: number;
  readonly rules: PageRules;
}

/** Profile and defaults decide what the caller left open. */
export async function preparePage(
  { page, budgetTokens, rules }: PageProfile,
  asked: PageWishes,
  { tokenizer, safetyMargin, shown }: { tokenizer: string; safetyMargin: number; shown: LayoutOptions },
): Promise<Omit<PageOptions, 'head'>> {
  const { format = DEFAULTS.pack.format, truncator = DEFAULTS.budget.truncator } = asked;
  return {
    ...rules,
    budgetTokens: budgetOf(asked) ?? budgetTokens,
    tokenizer: await loadTokenizer(asked.tokenizer ?? tokenizer, { safetyMargin }),
    layout: findLayout(format, page, shown),
    truncator: typeof truncator === 'string' ? findTruncator(truncator) : truncator,
    isGrouped: asked.groupByType ?? rules.isGrouped,
    contextLines: asked.contextLines ?? rules.contextLines,
    includeImports: asked.imports ?? rules.includeImports,
    seen: asked.seen ?? rules.seen,
  };
}

/** A score by position, so that sorting by score keeps the order of the items. */
export function rankScore(index: number, count: number): number {
  return 1 - index / count;
}
