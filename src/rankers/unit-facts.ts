import type { Enriched } from '../model/candidate.ts';
import type { ContentFacts } from '../model/facts.ts';
import type { RatedFile } from '../ports/ranker.ts';
import type { LexicalFile, Question, UnitScore } from '../ports/signal-finder.ts';
import type { NameMatch } from '../search/name-matches.ts';
import { diffHit } from '../signals/diff-hit.ts';
import { exactSymbolMention } from '../signals/exact-symbol-mention.ts';
import { fileHintExact } from '../signals/file-hint-exact.ts';
import { quotedText } from '../signals/quoted-text.ts';
import { routeMatch } from '../signals/route-match.ts';
import { stacktraceHit } from '../signals/stacktrace-hit.ts';
import type { ExpectedUnits } from './expected-facts.ts';
import type { Meanings } from './meanings.ts';
import type { UnitFacts, UnitFile, UnitScale } from './unit-features.ts';

const POINTING: ReadonlySet<string> = new Set(
  [stacktraceHit, diffHit, fileHintExact, exactSymbolMention, quotedText, routeMatch].map(({ kind }) => kind),
);
/** So many of a file's best units say whom they call. */
const CALLING_MAX = 3;

export interface UnitSources {
  readonly lexical: ReadonlyMap<string, LexicalFile>;
  readonly names: ReadonlyMap<string, NameMatch>;
  readonly meanings: Meanings;
  readonly roleFactors: Question['roleFactors'];
  /** What guesses say of a unit: of the symbol it is, and of what holds that. */
  readonly expected: ExpectedUnits;
}

/** What is known of every unit of the opened files, a list for each file, and the greatest of each kind. */
export function unitFactsOf(files: readonly RatedFile[], sources: UnitSources) {
  const top = files.reduce((most, { rating }) => Math.max(most, rating.score), 0) || 1;
  const most = files.reduce((greatest, { rating }) => Math.max(greatest, rating.sum), Number.NEGATIVE_INFINITY);
  const facts = files.map((opened) => {
    const words = sources.lexical.get(opened.file.path)?.unitScores ?? [];
    const file: UnitFile = {
      share: opened.rating.score / top,
      behind: most - opened.rating.sum,
      units: opened.stored.units.length,
    };
    return factsOfFile(opened, file, words, sources);
  });
  return { facts, scale: scaleOf(facts.flat()) };
}

function factsOfFile(
  { file: { path, entity }, stored, units }: RatedFile,
  file: UnitFile,
  words: readonly UnitScore[],
  { names: allNames, meanings, roleFactors, expected }: UnitSources,
): readonly UnitFacts[] {
  const isFileAside = roleFactors[entity.role] < 1;
  const inTests = roleFactors.test < 1 ? testsWithin(stored.facts.symbols) : new Set();
  const names = allNames.get(path);
  const scores = new Map(words.map((score, place) => [score.unit, { score, place }]));
  const scoreAt = (index: number) => scores.get(index)?.score.score ?? 0;
  const calls = callGraph(stored.units, stored.facts, words);
  const headOf = headsOf(stored.units);
  const meaningPlaces = placesBy(stored.units.map((_, index) => meanings.unit(path, index)));
  return stored.units.map((unit, index): UnitFacts => {
    const symbol = unit.symbol === null ? null : (stored.facts.symbols[unit.symbol] ?? null);
    const parent = symbol?.parent ?? null;
    return {
      unit,
      symbol,
      lexical: scores.get(index)?.score ?? null,
      covered: scores.get(index)?.score.covered ?? 0,
      place: scores.get(index)?.place ?? words.length,
      named: unit.symbol === null ? 0 : (names?.symbols.get(unit.symbol) ?? 0),
      parentNamed: parent === null ? 0 : (names?.symbols.get(parent) ?? 0),
      beside: Math.max(scoreAt(index - 1), scoreAt(index + 1)),
      parent: parent === null ? 0 : scoreAt(headOf.get(parent) ?? -1),
      callers: calls.callers(symbol?.name),
      callees: calls.callees(index),
      pointed: pointed(units[index]),
      meaning: meanings.unit(path, index),
      meaningPlace: meaningPlaces[index]!,
      expected: expected(path, { unit: index, symbol: unit.symbol, parent }),
      isAside: isFileAside || inTests.has(unit.symbol),
      file,
    };
  });
}

const TEST_MODULE = /^tests?$/;

// Rust keeps the tests of a file in a module at its end: `mod tests`.
function testsWithin(symbols: ContentFacts['symbols']): ReadonlySet<number | null> {
  const within = new Set<number | null>();
  for (const [index, { name, kind, parent }] of symbols.entries())
    if ((kind === 'module' && TEST_MODULE.test(name)) || (parent !== null && within.has(parent))) within.add(index);
  return within;
}

function placesBy(values: readonly number[]): readonly number[] {
  const places: number[] = new Array(values.length);
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b);
  for (const [place, index] of order.entries()) places[index] = place;
  return places;
}

function pointed(unit: Enriched | undefined): number {
  let most = 0;
  for (const signal of unit?.signals ?? []) if (POINTING.has(signal.kind)) most = Math.max(most, signal.value);
  return most;
}

function headsOf(units: RatedFile['stored']['units']): ReadonlyMap<number, number> {
  const heads = new Map<number, number>();
  for (const [index, unit] of units.entries())
    if (unit.symbol !== null && !heads.has(unit.symbol)) heads.set(unit.symbol, index);
  return heads;
}

// Who calls whom by name, between the best units of the file and the others.
function callGraph(units: RatedFile['stored']['units'], facts: ContentFacts, words: readonly UnitScore[]) {
  const called = new Map<string, number>();
  const byName = new Map<string, number>();
  for (const { unit, score } of words.slice(0, CALLING_MAX)) {
    const symbol = facts.symbols[units[unit]?.symbol ?? -1];
    if (!symbol) continue;
    byName.set(symbol.name, Math.max(score, byName.get(symbol.name) ?? 0));
    for (const name of symbol.calls) called.set(name, Math.max(score, called.get(name) ?? 0));
  }
  return {
    callers: (name: string | undefined) => (name === undefined ? 0 : (called.get(name) ?? 0)),
    callees: (index: number) => {
      const symbol = facts.symbols[units[index]?.symbol ?? -1];
      let most = 0;
      for (const name of symbol?.calls ?? []) most = Math.max(most, byName.get(name) ?? 0);
      return most;
    },
  };
}

function scaleOf(facts: readonly UnitFacts[]): UnitScale {
  const most = { score: 0, title: 0, joined: 0, names: 0, named: 0 };
  for (const { lexical, named } of facts) {
    most.named = Math.max(most.named, named);
    if (lexical)
      for (const key of ['score', 'title', 'joined', 'names'] as const) most[key] = Math.max(most[key], lexical[key]);
  }
  return most;
}
