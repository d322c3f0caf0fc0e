import { ContextError, ERRORS, type ErrorCode } from '../../model/errors.ts';
import { cleanLine } from './clean-lines.ts';

/** What went wrong, as every served surface says it. */
export interface DescribedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | null;
}

/** A fault of the caller or the world as it is; one of ours without its insides. What it quotes is cleaned. */
export async function describeError(error: unknown): Promise<DescribedError> {
  const known =
    error instanceof ContextError ? error : new ContextError('INTERNAL', messageOf(error), { cause: error });
  return { ...refusalOf(known), message: await cleanLine(known.message) };
}

/** The same for a message that holds nothing but words of ours. */
export function refusalOf({ code, message }: ContextError): DescribedError {
  return { code, message, hint: ERRORS[code].hint };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
