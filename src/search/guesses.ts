import { stopWordsOf } from '../model/stop-words.ts';
import { nameKey, termsOfWord, words } from '../model/terms.ts';
import type { PostingList } from '../ports/store.ts';
import type { LexicalTerm } from './lexical.ts';

/** Something the caller expects to find: a name, a piece of a path or words. */
export interface Guess {
  readonly text: string;
  /** Keys of the names in it, and of the file it names (see `nameKey`). */
  readonly names: readonly string[];
  /** The end of a path in lower case, where it looks like one. */
  readonly path: string | null;
}

/** More guesses, and longer ones, are not read. */
const GUESSES_MAX = 60;
const CHARACTERS_MAX = 200;
const NAME_MIN = 3;
const PATH = /^[^\s(){}<>"'`;,]*$/;
const ENDING = /\.[a-z][a-z0-9+]{0,5}$/i;
const isStop = stopWordsOf([]);
const read = new WeakMap<readonly string[], readonly Guess[]>();

/** Guesses as they may be looked up, each text once. */
export function guessesOf(expected: readonly string[]): readonly Guess[] {
  const known = read.get(expected);
  if (known) return known;
  const texts = new Set(expected.map((text) => text.trim().slice(0, CHARACTERS_MAX)).filter(Boolean));
  const guesses = [...texts].slice(0, GUESSES_MAX).map(guessOf);
  read.set(expected, guesses);
  return guesses;
}

function guessOf(text: string): Guess {
  const path = pathIn(text);
  const said = words(path?.includes('/') ? stemOf(path) : text);
  const names = said.map(nameKey).filter((key) => key.length >= NAME_MIN && !isStop(key));
  return { text, names: [...new Set(names)], path: path?.toLowerCase() ?? null };
}

// `router/node.ts`, `SqlWalker.php`. `Shop.pay` may be a file or a name, so it is both.
function pathIn(text: string): string | null {
  if (!PATH.test(text)) return null;
  const path = text.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+|\/+$/g, '');
  return path.includes('/') || ENDING.test(path) ? path : null;
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
}

/** The terms guesses are searched by: names as a whole, plain words as they are; what several guesses hold counts more. */
export function guessTerms(guesses: readonly Guess[]): readonly LexicalTerm[] {
  const counts = new Map<string, { word: string; count: number }>();
  for (const { text, path } of guesses) {
    const own = words(path === null ? text : path.replace(ENDING, '')).map((word) => [termsOfWord(word).at(-1), word]);
    for (const [term, word] of new Map(own as [string | undefined, string][])) {
      if (term === undefined || isStop(term)) continue;
      const known = counts.get(term);
      counts.set(term, { word: known?.word ?? word, count: (known?.count ?? 0) + 1 });
    }
  }
  return [...counts].map(([term, { word, count }]) => ({ term, word, weight: Math.log2(1 + count) }));
}

/** The guesses with a word that stands somewhere: what is nowhere says nothing of what is meant. */
export function guessesFound(guesses: readonly Guess[], postings: readonly PostingList[]): readonly Guess[] {
  const found = new Set(postings.flatMap(({ term, contents }) => (contents.length > 0 ? [term] : [])));
  return guesses.filter((guess) => guessTerms([guess]).some(({ term }) => found.has(term)));
}
