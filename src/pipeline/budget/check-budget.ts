import { ContextError } from '../../model/errors.ts';

/** A budget is a whole number of tokens, zero or more; anything else is refused before any work is done. */
export function checkBudget(tokens: number): number {
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
  throw new ContextError('BUDGET_INVALID', `The budget must be a whole number of tokens, not ${String(tokens)}.`);
}
