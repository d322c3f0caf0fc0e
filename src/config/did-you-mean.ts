// A mistyped name should not be ignored in silence. This file refuses it and suggests the nearest known name.
import { ContextError } from '../model/errors.ts';
import { editDistance } from '../model/paths.ts';

const DISTANCE_SHARE_MAX = 0.4;

/** Finds the known word nearest to a mistyped one; null when no word is near. */
export function findNearestWord(word: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.floor(Math.max(3, word.length) * DISTANCE_SHARE_MAX) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Returns `; did you mean "x"?` for the end of a message, or an empty text. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = findNearestWord(word, known);
  return near === null ? '' : `; did you mean "${near}"?`;
}

export function refuseUnknownFields(of: string, given: unknown, known: readonly string[]): void {
  const unknown = Object.keys(Object(given)).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ContextError('BAD_INPUT', `${of} has no field "${unknown}"${didYouMean(unknown, known)}`, {
    hint: `Known are ${known.join(', ')}.`,
  });
}

export function pickByName<T extends { readonly name: string }>(list: readonly T[], name: string, what: string): T {
  const named = list.find((one) => one.name === name);
  if (named) return named;
  const names = list.map((one) => one.name);
  throw new ContextError(
    'BAD_INPUT',
    `There is no ${what} "${name}"${didYouMean(name, names) || `; known are ${names.join(', ')}.`}`,
  );
}
