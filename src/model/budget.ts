// A page may have a budget of tokens. This file checks it, says when it is too small, and names the aims of a pack.
import { ContextError } from './errors.ts';

/** The limit on the tokens of a printed page, under either of its names. */
export interface TokenLimit {
  readonly budget?: number | undefined;
  /** The name that agents use. */
  readonly maxTokens?: number | undefined;
}

/** Returns the checked limit; `budget` wins over `maxTokens`. */
export function budgetOf({ budget, maxTokens }: TokenLimit): number | undefined {
  const tokens = budget ?? maxTokens;
  return tokens === undefined ? undefined : checkBudget(tokens);
}

export function checkBudget(tokens: number): number {
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
  throw new ContextError(
    'BUDGET_INVALID',
    `The budget must be a whole number of tokens, 0 or more, not ${String(tokens)}.`,
  );
}

/** Says that a budget has no room for a page. It is a value, because the caller may try a smaller page. */
export interface TooSmall {
  readonly tooSmall: string;
}

export const tooSmall = (why: string): TooSmall => ({ tooSmall: why });

export function isTooSmall(page: unknown): page is TooSmall {
  return typeof page === 'object' && page !== null && 'tooSmall' in page;
}

/** Throws if the budget was too small for the page. */
export function requirePage<Page>(page: Page | TooSmall): Page {
  if (isTooSmall(page)) throw new ContextError('BUDGET_TOO_SMALL', page.tooSmall);
  return page;
}

/** Aims that quote: what is most likely needed, or all that the budget holds. */
export const QUOTING_AIMS = ['focused', 'full'] as const;
/** The aims of a pack, which say how much is enough; `map` quotes nothing and names as many likely places as it can. */
export const PACK_AIMS = [...QUOTING_AIMS, 'map'] as const;
export type PackAim = (typeof PACK_AIMS)[number];
