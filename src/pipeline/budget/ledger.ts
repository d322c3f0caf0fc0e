import type { RankedFile } from '../../model/pack.ts';
import type { Layout, Quote, Section } from '../../ports/formatter.ts';
import { groupTitle, sourceItems } from '../pieces.ts';
import { blocksOf, linesQuoted } from './blocks-of.ts';
import type { BudgetOptions } from './budget-options.ts';
import { type FilePlan, isHunk, type QuotedPart } from './file-plan.ts';
import { saysNothing, withoutHalfComments } from './hollow.ts';
import type { Pricer } from './pricer.ts';

export type Verdict = 'taken' | 'budget' | 'limit';

/** Keeps what is chosen and what printing it costs. Nothing is taken that would pass the ceiling. */
export interface Ledger {
  /** Replaces the picks of a file when the page then costs at most `ceiling`. */
  take(plan: FilePlan, picks: readonly QuotedPart[], ceiling: number): Verdict;
  /** Whether the page would keep the ceiling, without taking anything. */
  fits(plan: FilePlan, picks: readonly QuotedPart[], ceiling: number): boolean;
  /** Whether the limits on files and lines would hold. */
  isAllowed(plan: FilePlan, picks: readonly QuotedPart[]): boolean;
  picks(plan: FilePlan): readonly QuotedPart[];
  blocks(): readonly Quote[];
  /** The page as it stands: frame, files, blocks, groups and sources. */
  total(): number;
}

interface Entry {
  readonly picks: readonly QuotedPart[];
  readonly blocks: readonly Quote[];
  readonly fileLine: number;
  readonly headings: number;
  readonly blockPrices: readonly number[];
  readonly sourcePrices: readonly number[];
}

export function createLedger(frame: number, options: BudgetOptions, pricer: Pricer): Ledger {
  const entries = new Map<FilePlan, Entry>();
  const totalOf = (all: Iterable<Entry>) => frame + pageCost([...all], options, pricer);
  let total = totalOf([]);
  let unchanged = 0;
  const totalWith = (plan: FilePlan, entry: Entry) => totalOf(new Map(entries).set(plan, entry).values());
  // What a diff changes is quoted whatever the limits are.
  const isAllowed = (plan: FilePlan, picks: readonly QuotedPart[]) => {
    if (!entries.has(plan) && plan.hunks.length === 0 && unchanged >= options.filesMax) return false;
    const chosen = picks.filter(({ scored }) => !isHunk(scored));
    return linesQuoted(chosen, options.tuning.gapLines) <= options.linesPerFileMax;
  };

  return {
    take(plan, picks, ceiling) {
      if (!isAllowed(plan, picks)) return 'limit';
      const entry = entryOf(plan, picks, options, pricer);
      const cost = totalWith(plan, entry);
      if (cost > ceiling) return 'budget';
      if (!entries.has(plan) && plan.hunks.length === 0) unchanged++;
      entries.set(plan, entry);
      total = cost;
      return 'taken';
    },
    fits: (plan, picks, ceiling) =>
      isAllowed(plan, picks) && totalWith(plan, entryOf(plan, picks, options, pricer)) <= ceiling,
    isAllowed,
    picks: (plan) => entries.get(plan)?.picks ?? [],
    blocks: () => [...entries.values()].flatMap((entry) => entry.blocks),
    total: () => total,
  };
}

/** The file of a plan with its rank's evidence. */
export function rankedFile(plan: FilePlan): RankedFile {
  const best = plan.file ?? plan.all[0];
  return { path: plan.path, score: plan.score, reasons: best?.reasons ?? [] };
}

function entryOf(plan: FilePlan, picks: readonly QuotedPart[], options: BudgetOptions, pricer: Pricer): Entry {
  const blocks = blocksOf(plan, picks, {
    gapLines: options.tuning.gapLines,
    includeImports: options.includeImports,
    tells: options.dropsNoise,
    saysNothing: (scored, lines) => saysNothing(plan, scored, lines, options),
    withoutHalfComments: ({ entity }, lines) => withoutHalfComments(plan, entity.language, lines, options),
    isCheap: (imports, quoted) => {
      const { importTokensFree, importTokensMax, importShare } = options.tuning;
      if (pricer.atLeast(imports.length) > importTokensMax) return false;
      const isInProportion = imports.length <= quoted * importShare;
      return pricer.price(imports) <= (isInProportion ? importTokensMax : importTokensFree);
    },
  });
  return {
    picks,
    blocks,
    fileLine: pricer.price(options.layout.files.item(rankedFile(plan))),
    headings: headingCost(blocks, options, pricer),
    blockPrices: blocks.map((block) => pricer.price(options.layout.blocks.item(block))),
    sourcePrices: sourceItems(blocks, options.layout).map((item) => pricer.price(item)),
  };
}

// Grouping can part the blocks of a file; each group then names it anew.
function headingCost(blocks: readonly Quote[], options: BudgetOptions, pricer: Pricer): number {
  const first = blocks[0];
  if (!first) return 0;
  const groups = options.isGrouped ? new Set(blocks.map((block) => groupTitle(block.kind))).size : 1;
  return groups * pricer.price(options.layout.fileHeading(first));
}

function pageCost(entries: readonly Entry[], options: BudgetOptions, pricer: Pricer): number {
  const { layout } = options;
  const blocks = entries.flatMap((entry) => entry.blocks);
  const blockPrices = entries.flatMap((entry) => entry.blockPrices);
  const section = <Item>(frame: Section<Item>, prices: readonly number[]) => sectionCost(frame, prices, pricer);
  return (
    section(
      layout.files,
      entries.map((entry) => entry.fileLine),
    ) +
    section(layout.blocks, blockPrices) +
    entries.reduce((sum, entry) => sum + entry.headings, 0) +
    (options.isGrouped ? groupCost(layout, blocks, pricer) : 0) +
    sourceCost(
      layout,
      entries.flatMap((entry) => entry.sourcePrices),
      pricer,
    )
  );
}

function sectionCost<Item>(frame: Section<Item>, all: readonly number[], pricer: Pricer): number {
  const prices = all.filter((price) => price > 0);
  if (prices.length === 0) return pricer.price(frame.none);
  const items = prices.reduce((sum, price) => sum + price, 0);
  const separators = (prices.length - 1) * pricer.price(frame.separator);
  return pricer.price(frame.opening) + items + separators + pricer.price(frame.closing);
}

function groupCost(layout: Layout, blocks: readonly Quote[], pricer: Pricer): number {
  const titles = [...new Set(blocks.map((block) => groupTitle(block.kind)))];
  const each = pricer.price(layout.groups.closing) + pricer.price(layout.groups.separator);
  return titles.reduce((sum, title) => sum + pricer.price(layout.groups.opening(title)) + each, 0);
}

// Which blocks come first is not settled yet, so the dearest are charged.
function sourceCost(layout: Layout, prices: readonly number[], pricer: Pricer): number {
  const { sources } = layout;
  if (prices.length <= sources.max || sources.max === 0)
    return sectionCost(sources, sources.max === 0 ? [] : prices, pricer);
  const dearest = prices.toSorted((a, b) => b - a).slice(0, sources.max);
  return sectionCost(sources, [...dearest, pricer.price(sources.more(prices.length))], pricer);
}
