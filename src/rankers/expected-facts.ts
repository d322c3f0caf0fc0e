// A caller may guess names and words of the code (`expected`). This file measures how well files and units match the
// guesses and how far the guesses can be trusted, and searches for the task together with them.
import type { ExpectedSearch, LexicalResult, Question } from '../ports/signal-finder.ts';
import { inverseFrequency } from '../search/bm25.ts';
import {
  dropUnknownGuesses,
  matchGuesses,
  mergeTerms,
  parseGuesses,
  partsOfGuesses,
} from '../search/expected-names.ts';
import { searchLexical } from '../search/lexical.ts';
import { termsOfTask } from '../search/task-terms.ts';
import { meaningsOf, similaritySpan } from './meaning-features.ts';

/** How well a file matches the guesses, each 0..1, as far as the guesses are trusted. */
export interface ExpectedFile {
  /** The guessed words that it holds; rare ones count more. */
  readonly words: number;
  /** The same in its best unit. */
  readonly unit: number;
  /** How well its path, and the names it defines, match guesses. */
  readonly file: number;
  readonly name: number;
  readonly meaning: number;
}

/** How well a unit matches the guesses, in the same way. */
export type ExpectedUnit = Readonly<Record<'words' | 'name' | 'parent' | 'meaning', number>>;

export type ExpectedUnits = (
  path: string,
  place: { readonly unit: number; readonly symbol: number | null; readonly parent: number | null },
) => ExpectedUnit | null;

/** A file gets the full value for about this many guessed words that occur in no other file. */
const GUESSES_ENOUGH = 5;
/** The greatest factor by which repetition raises the score of a word. */
const REPETITION_MAX = 2.2;

/** Returns a measure of files; it gives null without guesses. */
export async function matchExpectedFiles(
  question: Question,
  paths: readonly string[],
): Promise<(path: string) => ExpectedFile | null> {
  const { expected } = question;
  if (expected === null) return () => null;
  const whole = expected.lexical();
  const byPath = new Map(whole.files.map((file) => [file.path, file]));
  const { matches, meanings, trust, enough } = await weighGuesses(question, expected, paths);
  return (path) => {
    const { covered = 0, unit = 0 } = byPath.get(path) ?? {};
    const { file = 0, name = 0 } = matches.get(path) ?? {};
    const words = Math.min(1, (covered * whole.possible) / enough);
    const best = Math.min(1, unit / (REPETITION_MAX * enough));
    return {
      words: trust * words,
      unit: trust * best,
      file: trust * file,
      name: trust * name,
      meaning: trust * meanings.file(path),
    };
  };
}

/** Returns a measure of units; it gives null without guesses. */
export async function matchExpectedUnits(question: Question, paths: readonly string[]): Promise<ExpectedUnits> {
  const { expected } = question;
  if (expected === null) return () => null;
  const opened = new Set(paths);
  const files = expected.lexical().files.filter(({ path }) => opened.has(path));
  const ofFile = new Map(
    files.map(({ path, unitScores }) => [path, new Map(unitScores.map((one) => [one.unit, one]))]),
  );
  const { matches, meanings, trust, enough } = await weighGuesses(question, expected, paths);
  return (path, { unit, symbol, parent }) => {
    const named = (which: number | null) => (which === null ? 0 : (matches.get(path)?.symbols.get(which) ?? 0));
    return {
      words: trust * Math.min(1, (ofFile.get(path)?.get(unit)?.score ?? 0) / (REPETITION_MAX * enough)),
      name: trust * named(symbol),
      parent: trust * named(parent),
      meaning: trust * meanings.unit(path, unit),
    };
  };
}

async function weighGuesses(question: Question, expected: ExpectedSearch, paths: readonly string[]) {
  const [meanings, trust] = await Promise.all([
    meaningsOf(expected.meaning, paths),
    recallTrust(question, expected, paths),
  ]);
  const enough = GUESSES_ENOUGH * inverseFrequency(question.statistics.files, 0);
  return { matches: matchGuesses(question), meanings, trust, enough };
}

interface SearchedTask {
  readonly lexical: LexicalResult;
  readonly meaning: Question['meaning'];
  /** Whether no guesses were used. */
  readonly isOwn: boolean;
}

/** Weight of the meaning of trusted guesses relative to that of the task. */
const MEANING_SHARE = 0.8;
const searches = new WeakMap<ExpectedSearch, Promise<SearchedTask>>();

/** Searches for the task together with the guesses, as far as these are trusted, once for each question. */
export function searchTogether(question: Question, paths: readonly string[]): Promise<SearchedTask> {
  const { expected } = question;
  if (expected === null)
    return Promise.resolve({ lexical: question.lexical(), meaning: question.meaning, isOwn: true });
  const search =
    searches.get(expected) ??
    recallTrust(question, expected, paths).then((trust) => searchWith(question, expected, trust));
  searches.set(expected, search);
  return search;
}

function searchWith(question: Question, expected: ExpectedSearch, trust: number): SearchedTask {
  const { task, words, meaning } = question;
  if (trust === 0) return { lexical: question.lexical(), meaning, isOwn: true };
  const guessed = partsOfGuesses(parseGuesses(expected.guesses));
  const terms = mergeTerms(termsOfTask(task), guessed, { trust, postings: words.postings });
  const together = addMeaning(meaning, expected.meaning, MEANING_SHARE * trust);
  return { lexical: searchLexical(terms, question), meaning: together, isOwn: false };
}

// The cosine with a sum of vectors is the sum of the cosines, up to a factor that is the same for all.
function addMeaning(own: Question['meaning'], other: Question['meaning'], share: number): Question['meaning'] {
  if (own === null || other === null) return own;
  return {
    similarities: async (paths) => {
      const [ofOwn, ofOther] = await Promise.all([own.similarities(paths), other.similarities(paths)]);
      const added = (path: string, units: Float32Array) =>
        units.map((cosine, unit) => cosine + share * (ofOther.get(path)?.[unit] ?? 0));
      return new Map([...ofOwn].map(([path, units]) => [path, added(path, units)]));
    },
  };
}

const trusts = new WeakMap<ExpectedSearch, Promise<number>>();

/** Learned from guesses about the right and another workspace; trust rises from probability `from` to `to`. */
const TRUST = { nearest: 19, shared: 9.5, bias: -11.1, from: 0.15, to: 0.65 } as const;
/** The value of `nearest` if there are no vectors. */
const USUAL_NEAREST = 0.45;

function recallTrust(question: Question, expected: ExpectedSearch, candidates: readonly string[]): Promise<number> {
  const before = trusts.get(expected) ?? findTrust(question, expected, candidates);
  trusts.set(expected, before);
  return before;
}

async function findTrust(question: Question, expected: ExpectedSearch, candidates: readonly string[]): Promise<number> {
  const { telling, nearest, shared } = await measureTrust(question, expected, candidates);
  const likely = 1 / (1 + Math.exp(-(TRUST.nearest * nearest + TRUST.shared * shared + TRUST.bias)));
  return telling * Math.min(1, Math.max(0, (likely - TRUST.from) / (TRUST.to - TRUST.from)));
}

/** Measures the inputs of trust: rarity of the guesses, nearness of the best candidate, words shared with the task. */
export async function measureTrust(question: Question, expected: ExpectedSearch, candidates: readonly string[]) {
  const { best, possible } = expected.lexical();
  return {
    // Low if every file holds only guesses that are common words of the workspace.
    telling: Math.min(1, (best.covered * possible) / inverseFrequency(question.statistics.files, 0)),
    nearest: expected.meaning === null ? USUAL_NEAREST : (await similaritySpan(expected, candidates)).most,
    shared: measureShared(question, expected),
  };
}

// The share of the guesses found here that hold a word of the task.
function measureShared({ task, words }: Question, { guesses }: ExpectedSearch): number {
  const stems = new Set(task.keywords.map(({ stem }) => stem));
  const present = dropUnknownGuesses(parseGuesses(guesses), words.postings);
  const shared = present.filter((guess) => partsOfGuesses([guess]).some(({ term }) => stems.has(term)));
  return shared.length / Math.max(1, present.length);
}
