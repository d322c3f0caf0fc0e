// Every answer has a budget of tokens. This file reads and checks it, and has the value that says that a page did not
// fit.
import { ContextError } from './errors.ts';

/** What an answer may cost. */
export interface Budgeted {
  /** Tokens, everything printed included. */
  readonly budget?: number | undefined;
  /** The same by the name agents use. */
  readonly maxTokens?: number | undefined;
}

/** The budget by either of its names; undefined where none is given. */
export function budgetOf({ budget, maxTokens }: Budgeted): number | undefined {
  const tokens = budget ?? maxTokens;
  return tokens === undefined ? undefined : checkBudget(tokens);
}

/** A budget is a whole number of tokens, zero or more; anything else is refused before any work is done. */
export function checkBudget(tokens: number): number {
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
  throw new ContextError('BUDGET_INVALID', `The budget must be a whole number of tokens, not ${String(tokens)}.`);
}

/** Says that a budget has no room for a page. It is a value, because the caller may try a smaller page. */
export interface TooSmall {
  readonly tooSmall: string;
}

export const tooSmall = (why: string): TooSmall => ({ tooSmall: why });

export function isTooSmall(page: unknown): page is TooSmall {
  return typeof page === 'object' && page !== null && 'tooSmall' in page;
}

/** The page of an answer; throws when the budget was too small and no smaller page is possible. */
export function requirePage<Page>(page: Page | TooSmall): Page {
  if (isTooSmall(page)) throw new ContextError('BUDGET_TOO_SMALL', page.tooSmall);
  return page;
}

/** Aims that quote: what is most likely needed, or all that the budget holds. */
export const QUOTING_AIMS = ['focused', 'full'] as const;
/** How much is enough; `map` quotes nothing and names as many likely places as it can. */
export const PACK_AIMS = [...QUOTING_AIMS, 'map'] as const;
export type PackAim = (typeof PACK_AIMS)[number];
