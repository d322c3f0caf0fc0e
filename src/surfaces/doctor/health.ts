import type { LocalCall } from '../cli/local-call.ts';

/** How one thing stands. */
export interface Health {
  readonly name: string;
  /** Poor: answers are worse than they could be. Wrong: something does not work. */
  readonly state: 'well' | 'poor' | 'wrong';
  readonly says: string;
  /** What to do, best a line to copy; null where nothing is to be done. */
  readonly mend: string | null;
}

export type LookedAt = Pick<Health, 'state' | 'says'> & { readonly mend?: string };

/** Looks at one thing; what it throws is what is wrong. */
export type Check = (call: LocalCall) => Promise<readonly LookedAt[]>;
