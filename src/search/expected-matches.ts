import { nameKey } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { Definition } from '../ports/store.ts';
import { type Guess, guessesOf } from './guesses.ts';
import { definitionsUnder, fileKey } from './name-matches.ts';

/** More places than this make a guess say nothing. */
const PLACES_MAX = 40;
/** What a name tells of a file that is called so, beside the end of its path. */
const NAMED_SHARE = 0.3;

/** What guesses say of one file, each 0..1: the rarer what was guessed, the more. */
export interface ExpectedMatch {
  /** It is called as a guess, or its path ends as one. */
  file: number;
  /** It defines what a guess names. */
  name: number;
  /** Symbols (by index) that a guess names. */
  readonly symbols: Map<number, number>;
  /** The guess that says most of its name, and of what it defines. */
  fileGuess: string;
  nameGuess: string;
}

type GuessedOf = Pick<Question, 'words' | 'view' | 'expected'>;
const matched = new WeakMap<GuessedOf, ReadonlyMap<string, ExpectedMatch>>();

/** Guesses that are names of files or of what they define, matched once for a question. */
export function expectedMatches(question: GuessedOf): ReadonlyMap<string, ExpectedMatch> {
  const known = matched.get(question);
  if (known) return known;
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
  matched.set(question, matches);
  return matches;
}

function matchSymbols(guesses: readonly Guess[], question: GuessedOf, at: (path: string) => ExpectedMatch): void {
  const guessed = new Map(guesses.flatMap(({ names, text }) => names.map((name) => [name, text] as const)));
  const isHere = ({ path }: Definition) => question.view.files.has(path);
  const found = definitionsUnder(guessed.keys(), question).filter(isHere);
  for (const [key, definitions] of Map.groupBy(found, (one) => nameKey(one.name))) {
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

// Rare names tell more, and a name that several share tells each of them less.
function told(places: number, { view }: GuessedOf): number {
  const files = view.files.size;
  return Math.log(1 + files / places) / Math.log(1 + files) / Math.sqrt(places);
}

interface FilesByName {
  readonly bases: ReadonlyMap<string, readonly string[]>;
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

const named = new WeakMap<Question['view'], FilesByName>();

function filesByName(view: Question['view']): FilesByName {
  const known = named.get(view);
  if (known) return known;
  const paths = [...view.files.keys()];
  const names = { bases: Map.groupBy(paths, baseName), keys: Map.groupBy(paths, fileKey) };
  named.set(view, names);
  return names;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function endsAs(path: string, end: string): boolean {
  const lower = path.toLowerCase();
  return lower === end || lower.endsWith(`/${end}`);
}
