import { ContextError } from './errors.ts';

/** What an answer may cost. */
export interface Budgeted {
  /** Tokens, everything printed included. */
  readonly budget?: number | undefined;
  /** The same by the name agents know it by. */
  readonly maxTokens?: number | undefined;
}

/** The budget by either of its names; undefined where none is given. */
export function budgetOf({ budget, maxTokens }: Budgeted): number | undefined {
  const given = budget ?? maxTokens;
  return given === undefined ? undefined : checkBudget(given);
}

/** A budget is a whole number of tokens, zero or more; anything else is refused before any work is done. */
export function checkBudget(tokens: number): number {
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
  throw new ContextError('BUDGET_INVALID', `The budget must be a whole number of tokens, not ${String(tokens)}.`);
}

/** That a budget has no room for a page, in words for whoever asked: a value as long as something else may still fit. */
export interface TooSmall {
  readonly tooSmall: string;
}

export const tooSmall = (why: string): TooSmall => ({ tooSmall: why });

export function isTooSmall(page: unknown): page is TooSmall {
  return typeof page === 'object' && page !== null && 'tooSmall' in page;
}

/** The page of an answer; where nothing smaller can stand in for it, a budget that is too small is the caller's error. */
export function demanded<Page>(page: Page | TooSmall): Page {
  if (isTooSmall(page)) throw new ContextError('BUDGET_TOO_SMALL', page.tooSmall);
  return page;
}

/** Aims that quote: what is most likely needed, or all that the budget holds. */
export const QUOTING_AIMS = ['focused', 'full'] as const;
/** How much is enough; `map` quotes nothing and names as many likely places as it can. */
export const PACK_AIMS = [...QUOTING_AIMS, 'map'] as const;
export type PackAim = (typeof PACK_AIMS)[number];
