import { memoizedPerObject } from '../model/memoize.ts';
import { stopWordsOf } from '../model/stop-words.ts';
import { nameKey, termsOfWord, words } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { Definition, PostingList } from '../ports/store.ts';
import type { LexicalTerm } from './lexical.ts';
import { baseName, filesByName } from './path-matches.ts';
import { definitionsUnder } from './task-names.ts';

/** Something the caller expects to find: a name, a piece of a path or words. */
interface Guess {
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

/** Guesses as they may be looked up, each text once. */
export const guessesOf = memoizedPerObject((expected: readonly string[]): readonly Guess[] => {
  const texts = new Set(expected.map((text) => text.trim().slice(0, CHARACTERS_MAX)).filter(Boolean));
  return [...texts].slice(0, GUESSES_MAX).map(guessOf);
});

function guessOf(text: string): Guess {
  const path = pathIn(text);
  const spoken = words(path?.includes('/') ? stemOf(path) : text);
  const names = spoken.map(nameKey).filter((key) => key.length >= NAME_MIN && !isStop(key));
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
    const entries = words(path === null ? text : path.replace(ENDING, '')).map((word) => [
      termsOfWord(word).at(-1),
      word,
    ]);
    for (const [term, word] of new Map(entries as [string | undefined, string][])) {
      if (term === undefined || isStop(term)) continue;
      const previous = counts.get(term);
      counts.set(term, { word: previous?.word ?? word, count: (previous?.count ?? 0) + 1 });
    }
  }
  return [...counts].map(([term, { word, count }]) => ({ term, word, weight: Math.log2(1 + count) }));
}

/** The guesses with at least one word that occurs in the workspace. */
export function guessesFound(guesses: readonly Guess[], postings: readonly PostingList[]): readonly Guess[] {
  const present = foundIn(postings);
  return guesses.filter((guess) => guessTerms([guess]).some(({ term }) => present.has(term)));
}

/** Weight of a guessed word relative to a word of the task: a whole name, a part of one, a plain word. */
const GUESSED = { whole: 0.6, part: 0.25, plain: 0.4 } as const;

/** Every word of the guesses and its parts, as words of the task's own search. */
export function guessedWords(guesses: readonly Guess[]): readonly LexicalTerm[] {
  const weighed = new Map<string, { word: string; weight: number; count: number }>();
  for (const { text, path } of guesses)
    for (const word of words(path === null ? text : path.replace(ENDING, ''))) {
      const terms = termsOfWord(word);
      for (const term of new Set(terms)) {
        if (isStop(term)) continue;
        const kind = terms.length === 1 ? 'plain' : term === terms.at(-1) ? 'whole' : 'part';
        const previous = weighed.get(term) ?? { word, weight: 0, count: 0 };
        const weight = Math.max(GUESSED[kind], previous.weight);
        weighed.set(term, { word: previous.word, weight, count: previous.count + 1 });
      }
    }
  return [...weighed].map(([term, { word, weight, count }]) => ({ term, word, weight: weight * Math.log2(1 + count) }));
}

/** Joins the terms of a task and of guesses; shared terms count more, guessed terms without occurrences are dropped. */
export function joinTerms(
  own: readonly LexicalTerm[],
  guessed: readonly LexicalTerm[],
  { trust, postings }: { readonly trust: number; readonly postings: readonly PostingList[] },
): readonly LexicalTerm[] {
  const present = foundIn(postings);
  const joined = new Map(own.filter((term) => !term.isJoined).map((term) => [term.term, term]));
  for (const one of guessed) {
    if (!present.has(one.term)) continue;
    const previous = joined.get(one.term);
    const weight = trust * one.weight;
    const most = Math.max(weight, previous?.weight ?? 0);
    const both = most * Math.log2(1 + (weight + (previous?.weight ?? 0)) / most);
    joined.set(one.term, { ...(previous ?? one), weight: both });
  }
  return [...joined.values(), ...own.filter((term) => term.isJoined)];
}

function foundIn(postings: readonly PostingList[]): ReadonlySet<string> {
  return new Set(postings.flatMap(({ term, contents }) => (contents.length > 0 ? [term] : [])));
}

/** A guess with more places than this is ignored. */
const PLACES_MAX = 40;
/** Value of a matching file name relative to a matching end of a path. */
const NAMED_SHARE = 0.3;

/** How well one file matches the guesses, each 0..1: rare guesses count more. */
interface ExpectedMatch {
  /** It is called as a guess, or its path ends as one. */
  file: number;
  /** It defines what a guess names. */
  name: number;
  /** Symbols (by index) that a guess names. */
  readonly symbols: Map<number, number>;
  /** The best guess about its name, and about what it defines. */
  fileGuess: string;
  nameGuess: string;
}

type GuessedOf = Pick<Question, 'words' | 'view' | 'expected'>;

/** Matches guesses with names of files and definitions, once for a question. */
export const expectedMatches = memoizedPerObject((question: GuessedOf): ReadonlyMap<string, ExpectedMatch> => {
  const matches = new Map<string, ExpectedMatch>();
  const at = (path: string): ExpectedMatch => {
    const match = matches.get(path) ?? { file: 0, name: 0, symbols: new Map(), fileGuess: '', nameGuess: '' };
    matches.set(path, match);
    return match;
  };
  const guesses = guessesOf(question.expected?.guesses ?? []);
  if (guesses.length > 0) {
    matchSymbols(guesses, question, at);
    matchPaths(guesses, question, at);
  }
  return matches;
});

function matchSymbols(guesses: readonly Guess[], question: GuessedOf, at: (path: string) => ExpectedMatch): void {
  const guessed = new Map(guesses.flatMap(({ names, text }) => names.map((name) => [name, text] as const)));
  const isHere = ({ path }: Definition) => question.view.files.has(path);
  const matching = definitionsUnder(guessed.keys(), question).filter(isHere);
  for (const [key, definitions] of Map.groupBy(matching, (one) => nameKey(one.name))) {
    const places = new Set(definitions.map(({ path }) => path)).size;
    if (places > PLACES_MAX) continue;
    const tells = told(places, question);
    for (const { path, symbol } of definitions) {
      const match = at(path);
      match.symbols.set(symbol, Math.max(tells, match.symbols.get(symbol) ?? 0));
      if (tells > match.name) Object.assign(match, { name: tells, nameGuess: guessed.get(key)! });
    }
  }
}

function matchPaths(guesses: readonly Guess[], question: GuessedOf, at: (path: string) => ExpectedMatch): void {
  const byName = filesByName(question.view);
  for (const { text, names, path: end } of guesses) {
    const ending = (byName.bases.get(baseName(end ?? '')) ?? []).filter((path) => endsAs(path, end!));
    const called = names.map((name) => ({ paths: byName.keys.get(name) ?? [], share: NAMED_SHARE }));
    for (const { paths, share } of [{ paths: ending, share: 1 }, ...called]) {
      if (paths.length > PLACES_MAX) continue;
      const tells = share * told(paths.length, question);
      for (const path of paths) if (tells > at(path).file) Object.assign(at(path), { file: tells, fileGuess: text });
    }
  }
}

// Rare names count more, and a name that several files share counts less for each.
function told(places: number, { view }: GuessedOf): number {
  const files = view.files.size;
  return Math.log(1 + files / places) / Math.log(1 + files) / Math.sqrt(places);
}

function endsAs(path: string, end: string): boolean {
  const lower = path.toLowerCase();
  return lower === end || lower.endsWith(`/${end}`);
}
