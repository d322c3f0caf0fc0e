// Fits a page, rows, or several pages into a budget. The joined text of pages is counted once more, and if it costs too
// much, the choice is made again with less room.
import { checkBudget, isTooSmall, type TooSmall, tooSmall } from '../model/budget.ts';
import type { Scored } from '../model/candidate.ts';
import { invariant } from '../model/errors.ts';
import type { Usage } from '../model/pack.ts';
import type { PageEnd, PageNumbers } from '../ports/formatter.ts';
import { budget, quoteEverything, type Selection } from './budget/budget.ts';
import type { BudgetOptions } from './budget/budget-options.ts';
import { type ArrangeOptions, arrange, type FormattedPage, format, toldOf } from './format.ts';

export interface FittedPage {
  /** Blocks in reading order. */
  readonly selection: Selection;
  readonly text: string;
  readonly usage: Usage;
  readonly told: PageNumbers;
}

export interface PageOptions extends Omit<BudgetOptions, 'slackTokens' | 'leastWhole'>, ArrangeOptions {
  /** Says why the page ends, for pages that print it. */
  readonly stopOf?: (selection: Selection) => PageEnd | null;
}

/** Prints what would be chosen without a budget, if that fits; else what is chosen under the budget. */
export function fitPage(scored: readonly Scored[], options: PageOptions): FittedPage | TooSmall {
  checkBudget(options.budgetTokens);
  const whole = wholePage(scored, options);
  return whole && whole.cost <= options.budgetTokens ? whole : chosenPage(scored, options, whole?.cost ?? null);
}

/** Chooses under the budget without printing. */
export function choose(scored: readonly Scored[], options: PageOptions): Selection | TooSmall {
  return budget(scored, { ...options, slackTokens: 0, leastWhole: NONE });
}

export function chooseFreely(scored: readonly Scored[], options: PageOptions): Selection {
  const free = choose(scored, { ...options, budgetTokens: Number.MAX_SAFE_INTEGER });
  invariant(!isTooSmall(free), 'a choice without a limit has room for its frame');
  return free;
}

/** Makes a page without content, whatever its frame costs. */
export function emptyPage(options: PageOptions): FittedPage {
  return print(chooseFreely([], options), options);
}

/** The most tokens a text may cost, and the function that counts them. */
export interface TokenRoom {
  readonly budget: number;
  readonly count: (text: string) => number;
}

/** Prints as many of the first rows as fit; `print` mentions the others. */
export function fitRows<Row>(
  rows: readonly Row[],
  { budget: max, count }: TokenRoom,
  print: (shown: readonly Row[]) => string,
): { readonly text: string; readonly shown: readonly Row[] } | TooSmall {
  if (rows.length === 0) return { text: print(rows), shown: rows };
  return fitMost([1, rows.length], (length) => {
    const shown = rows.slice(0, length);
    const text = print(shown);
    return count(text) <= max ? { text, shown } : tooSmall(`Not even one line costs as little as ${max} tokens.`);
  });
}

/**
 * Finds by bisection the page of the greatest count that fits, or why that of the least count does not: it takes for
 * granted that if a count fits, all smaller ones do.
 */
export function fitMost<Page>(
  [least, max]: readonly [least: number, most: number],
  pageOf: (count: number) => Page | TooSmall,
): Page | TooSmall {
  let best = pageOf(max);
  if (!isTooSmall(best)) return best;
  let [low, high] = [least, max - 1];
  while (low <= high) {
    const middle = Math.ceil((low + high) / 2);
    const page = pageOf(middle);
    if (!isTooSmall(page)) [best, low] = [page, middle + 1];
    else {
      if (isTooSmall(best)) best = page;
      high = middle - 1;
    }
  }
  return best;
}

/** Fits pages that share a limit: each begins as in `bare`, then `fill` extends them in turn with the tokens left. */
export function fitSeveral<Page extends { readonly text: string }>(
  bare: readonly Page[],
  { budget: max, count }: TokenRoom,
  fill: (index: number, budgetTokens: number) => Page | TooSmall,
): readonly Page[] {
  const costOf = (pages: readonly Page[]) => count(pages.map(({ text }) => text).join(''));
  const fillPages = (slackTokens: number) => {
    const pages = [...bare];
    for (const index of bare.keys()) {
      const others = pages.filter((_, position) => position !== index);
      const left = max - slackTokens - others.reduce((sum, { text }) => sum + count(text), 0);
      const page = left > 0 ? fill(index, left) : bare[index]!;
      pages[index] = isTooSmall(page) ? bare[index]! : page;
    }
    return pages;
  };
  return withSlack(max, fillPages, costOf) ?? bare;
}

const ATTEMPTS = 4;

// Makes a page again with less room if the joined text costs more than its pieces, which is very rare.
function withSlack<Page>(max: number, make: (slackTokens: number) => Page, costOf: (page: Page) => number) {
  let slackTokens = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const page = make(slackTokens);
    const over = costOf(page) - max;
    if (over <= 0) return page;
    slackTokens += over + 1;
  }
  return null;
}

function wholePage(scored: readonly Scored[], options: PageOptions): PrintedPage | null {
  const all = quoteEverything(scored, { ...options, slackTokens: 0, leastWhole: NONE });
  return all && print(all, options);
}

function chosenPage(scored: readonly Scored[], options: PageOptions, wholeCost: number | null): FittedPage | TooSmall {
  const leastWhole = () => (wholeCost === null ? null : settledCost(scored, options, wholeCost));
  const chooseWith = (slackTokens: number) => {
    const selection = budget(scored, { ...options, slackTokens, leastWhole });
    return isTooSmall(selection) ? selection : print(selection, options);
  };
  const page = withSlack(options.budgetTokens, chooseWith, (made) => (isTooSmall(made) ? 0 : made.cost));
  invariant(page !== null, 'a printed page never costs more than its budget');
  return page;
}

// Finds the budget that the whole page needs. The page prints its budget, so a larger number may make it cost more.
function settledCost(scored: readonly Scored[], options: PageOptions, cost: number): number | null {
  let budgetTokens = cost;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const page = wholePage(scored, { ...options, budgetTokens });
    if (page === null || page.cost <= budgetTokens) return page && budgetTokens;
    budgetTokens = page.cost;
  }
  return null;
}

const NONE = () => null;

type PrintedPage = FittedPage & Pick<FormattedPage, 'cost'>;

function print(unordered: Selection, options: PageOptions): PrintedPage {
  const { layout, tokenizer, isGrouped, budgetTokens } = options;
  const widest: Usage = { budget: budgetTokens, used: budgetTokens, tokenizer: tokenizer.name };
  const selection = { ...unordered, blocks: arrange(unordered.blocks, options) };
  const head = { ...selection.head, stop: options.stopOf?.(selection) ?? null };
  const printed = format({ ...selection, usage: widest }, { layout, tokenizer, head, isGrouped });
  return { selection, ...printed, told: toldOf(selection, printed.usage) };
}
