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

/** Aims that quote: what is most likely needed, or all that the budget holds. */
export const QUOTING_AIMS = ['focused', 'full'] as const;
/** How much is enough; `map` quotes nothing and names as many likely places as it can. */
export const PACK_AIMS = [...QUOTING_AIMS, 'map'] as const;
export type PackAim = (typeof PACK_AIMS)[number];
