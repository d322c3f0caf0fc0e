import { ContextError, type ErrorCode } from '../model/errors.ts';

/** What a pool says to a thread. */
export type ToThread<Job> =
  | { readonly kind: 'ask'; readonly id: number; readonly job: Job }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** What a thread says to its pool. */
export type FromThread<Answer> =
  | { readonly kind: 'answer'; readonly id: number; readonly value: Answer }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown };

/** What every thread is started with, besides its own settings. */
export interface ThreadData {
  /** One number, which a job may write to: how far it is. The pool reads it when the thread ends or stalls. */
  readonly progress: SharedArrayBuffer;
}

/** Stands in `progress` until a job has written to it. */
export const NOT_BEGUN = -1;

/** An error on its way between threads: its class does not travel. */
export interface Failure {
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly stack: string | undefined;
}

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
