import { splitIdentifier, words } from '../../../../model/terms.ts';

// What is done to a thing is no part of its name: StoreUserRequest is about a user.
const VERBS = new Set(
  'store update create delete destroy remove index show list get add edit new save find search admin api base'.split(
    ' ',
  ),
);
const CONTAINED = 0.6;

/** The words a name is about: singular, lower case, without verbs unless nothing else is left. */
export function wordsOfStem(stem: string): readonly string[] {
  const all = splitIdentifier(stem).map((part) => singular(part.toLowerCase()));
  const things = all.filter((word) => !VERBS.has(word));
  return things.length > 0 ? things : all;
}

/** 1 when two names are about the same thing, less when one says more than the other, 0 otherwise. */
export function speaksOf(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const isContained = longer.some((_, start) => shorter.every((word, index) => longer[start + index] === word));
  if (!isContained) return 0;
  return shorter.length === longer.length ? 1 : CONTAINED * (shorter.length / longer.length) ** 0.5;
}

/** Every name a text mentions, in the form `wordsOfStem(name).join('')`. */
export function wordKeys(text: string): ReadonlySet<string> {
  return new Set([...new Set(words(text))].map((word) => wordsOfStem(word).join('')));
}

/** The singular of an English word, well enough to compare names. */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}
