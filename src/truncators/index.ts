import { ContextError } from '../model/errors.ts';
import type { Truncator } from '../ports/truncator.ts';
import { aroundMatches } from './around-matches.ts';
import { bookend } from './bookend.ts';
import { never } from './never.ts';
import { signatureFirst } from './signature-first.ts';

/** Every truncator. */
export const TRUNCATORS = [signatureFirst, bookend, aroundMatches, never] as const satisfies readonly Truncator[];
export type TruncatorName = (typeof TRUNCATORS)[number]['name'];

/** The truncator of a name. */
export function truncatorNamed(name: string): Truncator {
  const truncator = TRUNCATORS.find((each) => each.name === name);
  if (truncator) return truncator;
  throw new ContextError(
    'BAD_INPUT',
    `No truncator "${name}". There are: ${TRUNCATORS.map((each) => each.name).join(', ')}.`,
  );
}
