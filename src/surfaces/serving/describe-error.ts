import { ContextError, ERRORS, type ErrorCode } from '../../model/errors.ts';
import { oneLine } from '../../model/visible-text.ts';

/** What went wrong, as every served surface says it. */
export interface DescribedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | null;
}

/** A fault of the caller or the world as it is; one of ours without its insides. */
export function describeError(error: unknown): DescribedError {
  const known =
    error instanceof ContextError ? error : new ContextError('INTERNAL', messageOf(error), { cause: error });
  return { code: known.code, message: oneLine(known.message), hint: ERRORS[known.code].hint };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
