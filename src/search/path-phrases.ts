import { stem, words } from '../model/terms.ts';
import type { View } from '../ports/signal-finder.ts';

const WORDS_MAX = 30;

/** Neighbouring words of a title as stems, those that say nothing alone included: `pr create`, `issue list`. */
export function phrasePairs(title: string): readonly (readonly [string, string])[] {
  const said = words(title)
    .slice(0, WORDS_MAX)
    .map((word) => stem(word.toLowerCase()));
  return said.slice(1).flatMap((word, index) => (word === said[index] ? [] : [[said[index]!, word] as const]));
}

/**
 * How well neighbouring words of the title stand beside one another in a path, 0..1: `pr create` is the command in
 * `pkg/cmd/pr/create`, whatever the words mean alone. A pair that few paths hold tells more.
 */
export function pathPhrases(
  title: string,
  byTerm: ReadonlyMap<string, readonly string[]>,
  view: View,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  const files = view.files.size;
  for (const [first, second] of phrasePairs(title)) {
    const holding = new Set(byTerm.get(second) ?? []);
    const paths = (byTerm.get(first) ?? []).filter((path) => holding.has(path) && isPairIn(path, first, second));
    const known = paths.filter((path) => view.files.has(path));
    const tells = Math.log(1 + files / Math.max(1, known.length)) / Math.log(1 + files);
    for (const path of known) values.set(path, Math.min(1, (values.get(path) ?? 0) + tells));
  }
  return values;
}

function isPairIn(path: string, first: string, second: string): boolean {
  const own = words(path.replaceAll('_', ' ')).map((word) => stem(word.toLowerCase()));
  return own.some((word, at) => word === first && own[at + 1] === second);
}
