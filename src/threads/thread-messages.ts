// The messages between a pool and its threads, and how errors travel in them.
import { ContextError, type ErrorCode } from '../model/errors.ts';

export type ToThread<Job> =
  | { readonly kind: 'ask'; readonly id: number; readonly job: Job }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

export type FromThread<Answer> =
  | { readonly kind: 'answer'; readonly id: number; readonly value: Answer }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown };

/** The data that the pool gives every thread, besides the settings of its jobs. */
export interface ThreadData {
  /** One number, into which a job writes its progress. The pool reads it when the thread ends or stalls. */
  readonly progress: SharedArrayBuffer;
}

/** The value of `progress` until a job writes to it. */
export const NOT_BEGUN = -1;

/** An error as a message between threads, which cannot carry its class. */
export interface Failure {
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly stack: string | undefined;
}

export function packFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: null, message: String(error), stack: undefined };
  return { code: error instanceof ContextError ? error.code : null, message: error.message, stack: error.stack };
}

export function unpackFailure({ code, message, stack }: Failure): Error {
  const error = code === null ? new Error(message) : new ContextError(code, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
