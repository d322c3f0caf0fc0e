import { ContextError } from '../model/errors.ts';
import type { Truncator } from '../ports/truncator.ts';
import { aroundMatches, bookend, never, signatureFirst } from './truncators.ts';

const TRUNCATOR_NAMES = ['signature-first', 'bookend', 'around-matches', 'never'] as const;
export type TruncatorName = (typeof TRUNCATOR_NAMES)[number];
const BY_NAME: Readonly<Record<TruncatorName, Truncator>> = {
  'signature-first': signatureFirst,
  bookend,
  'around-matches': aroundMatches,
  never,
};

/** Every truncator. */
export const TRUNCATORS: readonly Truncator[] = TRUNCATOR_NAMES.map((name) => BY_NAME[name]);

/** The truncator of a name. */
export function truncatorNamed(name: string): Truncator {
  const truncator = TRUNCATORS.find((each) => each.name === name);
  if (truncator) return truncator;
  throw new ContextError(
    'BAD_INPUT',
    `No truncator "${name}". There are: ${TRUNCATORS.map((each) => each.name).join(', ')}.`,
  );
}
