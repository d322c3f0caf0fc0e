import type { Expected, Question } from '../ports/signal-finder.ts';
import { expectedMatches } from '../search/expected-matches.ts';
import { rarity } from '../search/lexical.ts';
import { meaningsOf, similaritySpan } from './meanings.ts';

/** What guesses say of a file, each 0..1. A guess that stands nowhere changes none of them. */
export interface ExpectedFile {
  /** Guesses that it holds, by rarity. */
  readonly words: number;
  /** The same in one of its units. */
  readonly unit: number;
  readonly file: number;
  readonly name: number;
  readonly meaning: number;
}

/** What guesses say of a unit, each 0..1. */
export interface ExpectedUnit {
  readonly words: number;
  readonly name: number;
  readonly parent: number;
  readonly meaning: number;
}

interface UnitPlace {
  readonly unit: number;
  readonly symbol: number | null;
  readonly parent: number | null;
}

export type ExpectedUnits = (path: string, place: UnitPlace) => ExpectedUnit | null;

/** So many guesses that nobody else has say all that can be said. */
const GUESSES_ENOUGH = 5;
/** Guesses whose nearest file is less near than this mean another workspace; from `whole` on they mean this one. */
const NEAREST = { nothing: 0.35, whole: 0.45 } as const;
/** A word that stands in one place often counts this much more than once. */
const OFTEN = 2.2;

/** What the caller's guesses say of files; nothing where none were made. */
export async function expectedFiles(
  question: Question,
  paths: readonly string[],
): Promise<(path: string) => ExpectedFile | null> {
  const { expected } = question;
  if (expected === null) return () => null;
  const whole = expected.lexical();
  const byPath = new Map(whole.files.map((file) => [file.path, file]));
  const matches = expectedMatches(question);
  const [meanings, trust] = await Promise.all([
    meaningsOf(expected.meaning, paths),
    trustIn(question, expected, paths),
  ]);
  const enough = enoughOf(question);
  return (path) => ({
    words: trust * Math.min(1, ((byPath.get(path)?.covered ?? 0) * whole.possible) / enough),
    unit: trust * Math.min(1, (byPath.get(path)?.unit ?? 0) / (OFTEN * enough)),
    file: trust * (matches.get(path)?.file ?? 0),
    name: trust * (matches.get(path)?.name ?? 0),
    meaning: trust * meanings.file(path),
  });
}

/** What the caller's guesses say of the units of files. */
export async function expectedUnits(question: Question, paths: readonly string[]): Promise<ExpectedUnits> {
  const { expected } = question;
  if (expected === null) return () => null;
  const opened = new Set(paths);
  const found = expected.lexical().files.filter(({ path }) => opened.has(path));
  const ofFile = new Map(
    found.map(({ path, unitScores }) => [path, new Map(unitScores.map((one) => [one.unit, one]))]),
  );
  const matches = expectedMatches(question);
  const [meanings, trust] = await Promise.all([
    meaningsOf(expected.meaning, paths),
    trustIn(question, expected, paths),
  ]);
  const enough = enoughOf(question);
  return (path, { unit, symbol, parent }) => {
    const named = (which: number | null) => (which === null ? 0 : (matches.get(path)?.symbols.get(which) ?? 0));
    return {
      words: trust * Math.min(1, (ofFile.get(path)?.get(unit)?.score ?? 0) / (OFTEN * enough)),
      name: trust * named(symbol),
      parent: trust * named(parent),
      meaning: trust * meanings.unit(path, unit),
    };
  };
}

const trusts = new WeakMap<Expected, Promise<number>>();

/**
 * How much guesses count, 0..1: less where no candidate is about what they are about (without vectors nobody can say), and where
 * what they have in common with the best is common here. Asked once.
 */
function trustIn(question: Question, expected: Expected, candidates: readonly string[]): Promise<number> {
  const { best, possible } = expected.lexical();
  const telling = Math.min(1, (best.covered * possible) / rarity(question.statistics.files, 0));
  const known = trusts.get(expected) ?? nearness(expected, candidates).then((near) => near * telling);
  trusts.set(expected, known);
  return known;
}

async function nearness(expected: Expected, candidates: readonly string[]): Promise<number> {
  if (expected.meaning === null) return 1;
  const { most } = await similaritySpan(expected, candidates);
  return Math.min(1, Math.max(0, (most - NEAREST.nothing) / (NEAREST.whole - NEAREST.nothing)));
}

function enoughOf({ statistics }: Question): number {
  return GUESSES_ENOUGH * rarity(statistics.files, 0);
}
