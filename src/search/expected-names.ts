// A caller may say what it expects to find (`--expect`): guesses of names, parts of paths, or words. This file reads
// these guesses, adds their terms to the search, and matches them with files and symbols.
import { memoizePerObject } from '../model/memoize.ts';
import { nameOf } from '../model/paths.ts';
import { stopWordTest } from '../model/stop-words.ts';
import { nameKey, termsOfWord, words } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { PostingList } from '../ports/store.ts';
import { rarityOf } from './bm25.ts';
import type { LexicalTerm } from './lexical.ts';
import { filesByKey, filesEndingIn } from './path-matches.ts';
import { groupDefinitions, pickDefinitions } from './task-names.ts';

/** A guess of the caller: a name, a part of a path, or words. */
interface Guess {
  readonly text: string;
  /** Its words, without the ending of a path. */
  readonly words: readonly string[];
  /** The keys of the names in it (see `nameKey`); of a path with folders only those in the name of the file. */
  readonly names: readonly string[];
  /** The guess as the end of a path in lower case; null when it does not look like a path. */
  readonly path: string | null;
}

/** Further guesses, and further characters of a guess, are ignored. */
const GUESSES_MAX = 60;
const CHARACTERS_MAX = 200;
const NAME_MIN = 3;
// Text without spaces and signs of code may be a path.
const PATH = /^[^\s(){}<>"'`;,]*$/;
const ENDING = /\.[a-z][a-z0-9+]{0,5}$/i;
const isStop = stopWordTest([]);

/** Reads the texts of a caller as guesses, each text once. */
export const parseGuesses = memoizePerObject((expected: readonly string[]): readonly Guess[] => {
  const texts = new Set(expected.map((text) => text.trim().slice(0, CHARACTERS_MAX)).filter(Boolean));
  return [...texts].slice(0, GUESSES_MAX).map(parseGuess);
});

function parseGuess(text: string): Guess {
  const path = findPath(text);
  const keys = words(path?.includes('/') ? nameOf(path).replace(/\..*$/, '') : text).map(nameKey);
  const names = new Set(keys.filter((key) => key.length >= NAME_MIN && !isStop(key)));
  const ownWords = words(path === null ? text : path.replace(ENDING, ''));
  return { text, words: ownWords, names: [...names], path: path?.toLowerCase() ?? null };
}

// Returns the path in a guess such as `router/node.ts`. `Shop.pay` may be a file or a name, so it counts as both.
function findPath(text: string): string | null {
  if (!PATH.test(text)) return null;
  const path = text.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+|\/+$/g, '');
  return path.includes('/') || ENDING.test(path) ? path : null;
}

/** Returns the term of each whole name and plain word in the guesses; terms of several guesses count more. */
export function termsOfGuesses(guesses: readonly Guess[]): readonly LexicalTerm[] {
  const counts = new Map<string, { word: string; count: number }>();
  for (const guess of guesses)
    for (const [term, word] of new Map(guess.words.map((word) => [termsOfWord(word).at(-1), word]))) {
      if (term === undefined || isStop(term)) continue;
      const previous = counts.get(term) ?? { word, count: 0 };
      counts.set(term, { word: previous.word, count: previous.count + 1 });
    }
  return [...counts].map(([term, { word, count }]) => ({ term, word, weight: Math.log2(1 + count) }));
}

/** Returns the guesses with at least one word that occurs in the texts of the workspace. */
export function dropUnknownGuesses(guesses: readonly Guess[], postings: readonly PostingList[]): readonly Guess[] {
  const present = findPresentTerms(postings);
  return guesses.filter((guess) => termsOfGuesses([guess]).some(({ term }) => present.has(term)));
}

/** The weight of a guessed term relative to a word of the task: of a whole name, a part of one, or a plain word. */
const GUESS_WEIGHTS = { whole: 0.6, part: 0.25, plain: 0.4 } as const;

/** Returns the terms of all words of the guesses and of their parts, for the search with the words of the task. */
export function partsOfGuesses(guesses: readonly Guess[]): readonly LexicalTerm[] {
  const weighed = new Map<string, { word: string; weight: number; count: number }>();
  for (const guess of guesses)
    for (const word of guess.words) {
      const terms = termsOfWord(word);
      for (const term of new Set(terms)) {
        if (isStop(term)) continue;
        const kind = terms.length === 1 ? 'plain' : term === terms.at(-1) ? 'whole' : 'part';
        const previous = weighed.get(term) ?? { word, weight: 0, count: 0 };
        const weight = Math.max(GUESS_WEIGHTS[kind], previous.weight);
        weighed.set(term, { word: previous.word, weight, count: previous.count + 1 });
      }
    }
  return [...weighed].map(([term, { word, weight, count }]) => ({ term, word, weight: weight * Math.log2(1 + count) }));
}

/** Merges the terms of a task and of guesses; shared terms count more, guessed ones that occur nowhere are dropped. */
export function mergeTerms(
  taskTerms: readonly LexicalTerm[],
  guessTerms: readonly LexicalTerm[],
  { trust, postings }: { readonly trust: number; readonly postings: readonly PostingList[] },
): readonly LexicalTerm[] {
  const present = findPresentTerms(postings);
  const merged = new Map(taskTerms.filter((term) => !term.isJoined).map((term) => [term.term, term]));
  for (const term of guessTerms) {
    if (!present.has(term.term)) continue;
    const previous = merged.get(term.term) ?? { ...term, weight: 0 };
    const weight = trust * term.weight;
    const larger = Math.max(weight, previous.weight);
    const combined = larger * Math.log2(1 + (weight + previous.weight) / larger);
    merged.set(term.term, { ...previous, weight: combined });
  }
  return [...merged.values(), ...taskTerms.filter((term) => term.isJoined)];
}

function findPresentTerms(postings: readonly PostingList[]): ReadonlySet<string> {
  return new Set(postings.flatMap(({ term, contents }) => (contents.length > 0 ? [term] : [])));
}

/** A name or an end of a path that more files share says too little about each. */
const PLACES_MAX = 40;
/** The value of a matching file name relative to that of a matching end of a path. */
const NAMED_SHARE = 0.3;

/** How well one file matches the guesses, with values from 0 to 1; rare guesses count more. */
interface ExpectedMatch {
  /** How well its name or the end of its path matches a guess. */
  file: number;
  /** How well a name that it defines matches a guess. */
  name: number;
  /** The values of the symbols (by index) that a guess names. */
  readonly symbols: Map<number, number>;
  /** The guesses with the values `file` and `name`. */
  fileGuess: string;
  nameGuess: string;
}

type GuessQuestion = Pick<Question, 'words' | 'view' | 'expected'>;

/** Matches guesses with the names of files and definitions, once for each question. */
export const matchGuesses = memoizePerObject((question: GuessQuestion): ReadonlyMap<string, ExpectedMatch> => {
  const { view } = question;
  const matches = new Map<string, ExpectedMatch>();
  const matchOf = (path: string): ExpectedMatch => {
    const match = matches.get(path) ?? { file: 0, name: 0, symbols: new Map(), fileGuess: '', nameGuess: '' };
    matches.set(path, match);
    return match;
  };
  const guesses = parseGuesses(question.expected?.guesses ?? []);
  const guessByName = new Map(guesses.flatMap(({ names, text }) => names.map((name) => [name, text] as const)));
  const defined = pickDefinitions(guessByName.keys(), question).filter(({ path }) => view.files.has(path));
  for (const { key, definitions, paths } of groupDefinitions(defined)) {
    const value = rateMatch(paths.size, view);
    for (const { path, symbol } of definitions) {
      const match = matchOf(path);
      match.symbols.set(symbol, Math.max(value, match.symbols.get(symbol) ?? 0));
      if (value > match.name) Object.assign(match, { name: value, nameGuess: guessByName.get(key)! });
    }
  }
  for (const { text, names, path: end } of guesses) {
    const ending = { paths: end === null ? [] : filesEndingIn(end, view), share: 1 };
    const called = names.map((name) => ({ paths: filesByKey(view).get(name) ?? [], share: NAMED_SHARE }));
    for (const { paths, share } of [ending, ...called]) {
      if (paths.length > PLACES_MAX) continue;
      const value = share * rateMatch(paths.length, view);
      for (const path of paths)
        if (value > matchOf(path).file) Object.assign(matchOf(path), { file: value, fileGuess: text });
    }
  }
  return matches;
});

// Rare names count more, and a name of several files counts less for each.
function rateMatch(places: number, { files }: GuessQuestion['view']): number {
  return rarityOf(places, files.size) / Math.sqrt(places);
}
