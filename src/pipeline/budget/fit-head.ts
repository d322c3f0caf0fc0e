// Shortens the head of a page, which holds the task, until it fits, and prices the frame: all that is printed anyway.
import { type TooSmall, tooSmall } from '../../model/budget.ts';
import type { ExclusionCounts } from '../../model/pack.ts';
import { clipText } from '../../model/visible-text.ts';
import type { Head, Tail } from '../../ports/formatter.ts';
import type { BudgetOptions } from './budget-options.ts';
import { createLedger, type Pricer } from './ledger.ts';
import { countRefused, isBelowFloor, type SiftedCandidates } from './sift.ts';

/** Makes the head of the page with the whole task text, else with a clipped text, else with necessary parts only. */
export function fitHead(sifted: SiftedCandidates, options: BudgetOptions, pricer: Pricer): Head | TooSmall {
  const { budgetTokens, tuning, tokenizer } = options;
  const headFor = (budget: number, tokensMax: number) => {
    const usage = { budget, used: budget, tokenizer: tokenizer.name };
    const make = (text: string, isBrief: boolean): Head => ({ ...options.head, text, isBrief, usage });
    // Leaves out the text about why the page ends, so that this text does not cause the task to be clipped.
    const priceOf = (head: Head) => pricer.price(options.layout.opening({ ...head, stop: null }));
    return clipHead(options.head.text.trim(), make, (head, allowance) => priceOf(head) <= tokensMax * allowance);
  };
  const costOf = (head: Head) => createLedger(frameCost(head, sifted, options, pricer), options, pricer).total();
  const head = headFor(budgetTokens, Math.min(budgetTokens * tuning.headShare, tuning.headTokensMax));
  if (costOf(head) <= budgetTokens) return head;
  const shortest = headFor(budgetTokens, 0);
  const least = costOf(shortest);
  if (least <= budgetTokens) return shortest;
  // The least budget may have more digits than this one, so its own head is priced.
  const leastFrame = Math.max(least, costOf(headFor(least, 0)));
  const leastBudget = Math.min(leastFrame, options.leastWhole() ?? Number.POSITIVE_INFINITY);
  const works = `the least that works is ${leastBudget}`;
  return tooSmall(`A budget of ${budgetTokens} is too small for the frame of the page; ${works}.`);
}

// The lengths to which a brief head clips the first line of the task, tried in order.
const BRIEF_CHARACTERS = [200, 60, 0] as const;

function clipHead(
  text: string,
  make: (text: string, isBrief: boolean) => Head,
  fits: (head: Head, allowance: 1 | 2) => boolean,
): Head {
  const whole = make(text, false);
  if (fits(whole, 1)) return whole;
  const lines = text.split('\n');
  for (let count = Math.floor(lines.length / 2); count > 0; count = Math.floor(count / 2)) {
    const clipped = make(clipLines(lines, count), false);
    if (fits(clipped, 1)) return clipped;
  }
  for (const characters of BRIEF_CHARACTERS) {
    const brief = make(characters === 0 ? '' : clipText(lines[0] ?? '', characters + 1), true);
    // A brief head may cost twice as much, because a page without a task is useless.
    if (fits(brief, 2)) return brief;
  }
  return make('', true);
}

function clipLines(lines: readonly string[], count: number): string {
  const rest = lines.length - count;
  return `${lines.slice(0, count).join('\n')}\n… (${rest} more ${rest === 1 ? 'line' : 'lines'})`;
}

/** Prices the frame with its longest counts, as if every candidate were quoted, named and left out at once. */
export function frameCost(head: Head, sifted: SiftedCandidates, options: BudgetOptions, pricer: Pricer): number {
  const { layout } = options;
  const counts = countRefused(sifted, options);
  const count = sifted.candidates.length + Object.values(counts).reduce((sum, each) => sum + each, 0);
  counts.belowFloor += sifted.candidates.filter((scored) => isBelowFloor(scored, options)).length;
  for (const reason of sifted.settled.values()) counts[reason]++;
  const widest: ExclusionCounts = { ...counts, budget: count, limit: count };
  const tail = (excluded: ExclusionCounts, isTruncated: boolean): Tail => ({
    usage: head.usage,
    entitiesIncluded: count,
    filesQuoted: count,
    excluded,
    referenced: count,
    isTruncated,
  });
  const overflow = count === 0 ? '' : layout.overflow(widest);
  const { none, opening, separator, closing } = layout.references;
  const left = count === 0 ? [none] : [opening, overflow, separator, closing];
  return (
    pricer.price(layout.opening(head)) +
    left.reduce((sum, piece) => sum + pricer.price(piece), 0) +
    Math.max(pricer.price(layout.closing(tail(widest, true))), pricer.price(layout.closing(tail(widest, false))))
  );
}
