// Keeps the account of a page: which parts are chosen and how many tokens the page costs with them. Tokens of a piece
// are counted once.
import { partnerSignal } from '../../model/candidate.ts';
import type { RankedFile } from '../../model/pack.ts';
import type { Layout, Quote, Section } from '../../ports/formatter.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import { groupTitle, sourceItems } from '../page-pieces.ts';
import type { BudgetOptions } from './budget-options.ts';
import { type FilePlan, isHunk, type QuotedPart } from './file-plan.ts';
import { countQuotedLines, makeBlocks } from './make-blocks.ts';

/** `budget`: the part does not fit, or says nothing; `limit`: a limit on files, lines or related parts keeps it out. */
export type Verdict = 'taken' | 'budget' | 'limit';

/** Records the chosen picks and the cost of printing them; it refuses picks that pass the ceiling or a limit. */
export interface Ledger {
  /** Replaces the picks of a file if the page then costs at most `ceiling`. */
  take(plan: FilePlan, picks: readonly QuotedPart[], ceiling: number): Verdict;
  /** Whether `take` would accept these picks. */
  fits(plan: FilePlan, picks: readonly QuotedPart[], ceiling: number): boolean;
  /** Whether these picks respect the limits on files and lines. */
  isAllowed(plan: FilePlan, picks: readonly QuotedPart[]): boolean;
  picks(plan: FilePlan): readonly QuotedPart[];
  blocks(): readonly Quote[];
  /** The cost of the page so far: frame, files, blocks, headings, groups and sources. */
  total(): number;
}

interface Entry extends Costs {
  readonly picks: readonly QuotedPart[];
  readonly quotes: readonly Quote[];
}

/** The costs of some files, so that one more can be added without counting all again. */
interface Costs {
  readonly files: Sum;
  readonly blocks: Sum;
  readonly headings: number;
  readonly sources: Sum;
}

/** Items that print something, and their price together. */
interface Sum {
  readonly count: number;
  readonly tokens: number;
}

export function createLedger(frame: number, options: BudgetOptions, pricer: Pricer): Ledger {
  const entries = new Map<FilePlan, Entry>();
  let sum = NOTHING;
  const sumWith = (plan: FilePlan, entry: Entry) => addCosts(addCosts(sum, entries.get(plan) ?? NOTHING, -1), entry, 1);
  const costOf = (costs: Costs, entry: Entry | null, plan: FilePlan | null) => {
    const quotes = () =>
      [...entries].flatMap(([one, { quotes: own }]) => (one === plan ? [] : own)).concat(entry?.quotes ?? []);
    return frame + pageCost(costs, quotes, options, pricer);
  };
  let total = costOf(sum, null, null);
  let unchanged = 0;
  // Hunks of a diff are exempt from the limits.
  const isAllowed = (plan: FilePlan, picks: readonly QuotedPart[]) => {
    if (!entries.has(plan) && plan.hunks.length === 0 && unchanged >= options.filesMax) return false;
    const chosen = picks.filter(({ scored }) => !isHunk(scored));
    return countQuotedLines(chosen, options.tuning.gapLines) <= options.linesPerFileMax;
  };

  return {
    take(plan, picks, ceiling) {
      if (!isAllowed(plan, picks)) return 'limit';
      const entry = entryOf(plan, picks, options, pricer);
      const next = sumWith(plan, entry);
      const cost = costOf(next, entry, plan);
      if (cost > ceiling) return 'budget';
      if (!entries.has(plan) && plan.hunks.length === 0) unchanged++;
      entries.set(plan, entry);
      [sum, total] = [next, cost];
      return 'taken';
    },
    fits(plan, picks, ceiling) {
      if (!isAllowed(plan, picks)) return false;
      const entry = entryOf(plan, picks, options, pricer);
      return costOf(sumWith(plan, entry), entry, plan) <= ceiling;
    },
    isAllowed,
    picks: (plan) => entries.get(plan)?.picks ?? [],
    blocks: () => [...entries.values()].flatMap(({ quotes }) => quotes),
    total: () => total,
  };
}

export function rankedFile({ path, score, file, all }: FilePlan, isNamed = false): RankedFile {
  const ranked = { path, score, likelihood: file?.likelihood ?? null, reasons: (file ?? all[0])?.listReasons() ?? [] };
  const signal = isNamed && file ? partnerSignal(file) : undefined;
  if (signal === undefined) return ranked;
  const { kind, value, because } = signal;
  // The signal says why the file is named, and adds nothing to the score.
  const reasons = because === '' ? [] : [{ signal: kind, value, weight: 0, because }];
  return { ...ranked, likelihood: Math.max(ranked.likelihood ?? 0, value), reasons: [...reasons, ...ranked.reasons] };
}

function entryOf(plan: FilePlan, picks: readonly QuotedPart[], options: BudgetOptions, pricer: Pricer): Entry {
  const quotes = makeBlocks(plan, picks, {
    ...options,
    isCheap: (imports, quoted) => {
      const { importTokensFree, importTokensMax, importShare } = options.tuning;
      if (pricer.about(imports.length) / 2 > importTokensMax) return false;
      const isInProportion = imports.length <= quoted * importShare;
      return pricer.price(imports) <= (isInProportion ? importTokensMax : importTokensFree);
    },
  });
  return {
    picks,
    quotes,
    files: priceItems([options.layout.files.item(rankedFile(plan))], pricer),
    headings: headingCost(quotes, options, pricer),
    blocks: priceItems(
      quotes.map((block) => options.layout.blocks.item(block)),
      pricer,
    ),
    sources: priceItems(sourceItems(quotes, options.layout), pricer),
  };
}

const NONE: Sum = { count: 0, tokens: 0 };
const NOTHING: Costs = { files: NONE, blocks: NONE, headings: 0, sources: NONE };

function priceItems(items: readonly string[], pricer: Pricer): Sum {
  const prices = items.map((item) => pricer.price(item)).filter((price) => price > 0);
  return { count: prices.length, tokens: prices.reduce((sum, price) => sum + price, 0) };
}

function addCosts(a: Costs, b: Costs, times: 1 | -1): Costs {
  const both = (sum: Sum, other: Sum): Sum => ({
    count: sum.count + times * other.count,
    tokens: sum.tokens + times * other.tokens,
  });
  return {
    files: both(a.files, b.files),
    blocks: both(a.blocks, b.blocks),
    headings: a.headings + times * b.headings,
    sources: both(a.sources, b.sources),
  };
}

// If grouping separates the blocks of a file, each group repeats its heading.
function headingCost(blocks: readonly Quote[], options: BudgetOptions, pricer: Pricer): number {
  const first = blocks[0];
  if (!first) return 0;
  const groups = options.isGrouped ? new Set(blocks.map((block) => groupTitle(block.kind))).size : 1;
  return groups * pricer.price(options.layout.fileHeading(first));
}

// Lists the quotes only for pages whose cost depends on them.
function pageCost(costs: Costs, quotes: () => readonly Quote[], options: BudgetOptions, pricer: Pricer): number {
  const { layout, isGrouped } = options;
  return (
    sectionCost(layout.files, costs.files, pricer) +
    sectionCost(layout.blocks, costs.blocks, pricer) +
    costs.headings +
    (isGrouped ? groupCost(layout, quotes(), pricer) : 0) +
    sourceCost(layout, costs.sources, quotes, pricer)
  );
}

function sectionCost<Item>(frame: Section<Item>, { count, tokens }: Sum, pricer: Pricer): number {
  if (count === 0) return pricer.price(frame.none);
  return (
    pricer.price(frame.opening) + tokens + (count - 1) * pricer.price(frame.separator) + pricer.price(frame.closing)
  );
}

function groupCost(layout: Layout, blocks: readonly Quote[], pricer: Pricer): number {
  const titles = [...new Set(blocks.map((block) => groupTitle(block.kind)))];
  const each = pricer.price(layout.groups.closing) + pricer.price(layout.groups.separator);
  return titles.reduce((sum, title) => sum + pricer.price(layout.groups.opening(title)) + each, 0);
}

// The order of blocks is not settled yet, so the most expensive items are charged.
function sourceCost(layout: Layout, all: Sum, quotes: () => readonly Quote[], pricer: Pricer): number {
  const { sources } = layout;
  if (sources.max === 0) return sectionCost(sources, NONE, pricer);
  if (all.count <= sources.max) return sectionCost(sources, all, pricer);
  const prices = sourceItems(quotes(), layout).map((item) => pricer.price(item));
  const listed = [...prices.toSorted((a, b) => b - a).slice(0, sources.max), pricer.price(sources.more(prices.length))];
  const tokens = listed.reduce((sum, price) => sum + price, 0);
  return sectionCost(sources, { count: listed.length, tokens }, pricer);
}

/** Counts the tokens of pieces, each once, and estimates those of other texts from them. */
export interface Pricer {
  price(piece: string): number;
  /** The number of tokens that this many characters cost on average. */
  about(characters: number): number;
}

// The characters per token of code with English words; pieces that are counted adjust it, and it weighs as much as
// RATIO_WEIGHT characters of them.
const FIRST_RATIO = 3.5;
const RATIO_WEIGHT = 2000;

export function createPricer(tokenizer: Tokenizer): Pricer {
  const prices = new Map<string, number>();
  let characters = RATIO_WEIGHT;
  let tokens = RATIO_WEIGHT / FIRST_RATIO;
  return {
    price(piece) {
      const price = prices.get(piece);
      if (price !== undefined) return price;
      const counted = tokenizer.count(piece);
      prices.set(piece, counted);
      characters += piece.length;
      tokens += counted;
      return counted;
    },
    about: (count) => (count * tokens) / characters,
  };
}
