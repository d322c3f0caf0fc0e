import type { Config } from '../../config/schema.ts';
import { ContextError, type ErrorCode } from '../../model/errors.ts';
import type { AnswerGround, AnswerName, AnswerOptions } from '../answers.ts';

/** What a thread is started with. */
export interface PoolThreadSettings {
  readonly options: Pick<AnswerOptions, 'root' | 'dropped'>;
  readonly config: Config;
}

/** What the pool says to a thread. */
export type ToPoolThread =
  | { readonly kind: 'ask'; readonly question: PoolQuestion }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

export interface PoolQuestion {
  readonly id: number;
  readonly name: AnswerName;
  readonly input: unknown;
  readonly notes: readonly string[];
  readonly counted?: AnswerGround['counted'];
  /** Which store it is asked of: one that was made anew is another. */
  readonly store: number;
  readonly nowMs: number;
}

/** What a thread says back. */
export type FromPoolThread =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure };

/** An error on its way between threads: its class does not travel. */
export interface Failure {
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly stack: string | undefined;
}

/** An error, packed. */
export function packFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: null, message: String(error), stack: undefined };
  return { code: error instanceof ContextError ? error.code : null, message: error.message, stack: error.stack };
}

/** The same error again. */
export function unpackFailure({ code, message, stack }: Failure): Error {
  const error = code === null ? new Error(message) : new ContextError(code, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
