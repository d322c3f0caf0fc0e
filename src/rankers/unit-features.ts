// This file lists and measures the features by which the learned ranker scores a unit of an opened file.
import type { Enriched } from '../model/candidate.ts';
import type { ContentFacts, SymbolFacts, Unit } from '../model/facts.ts';
import type { RatedFile } from '../ports/ranker.ts';
import type { LexicalFile, Question, UnitScore } from '../ports/signal-finder.ts';
import type { NameMatch } from '../search/task-names.ts';
import { exactSymbolMention } from '../signals/exact-symbol-mention.ts';
import { fileHintExact } from '../signals/file-hint-exact.ts';
import { quotedText } from '../signals/quoted-text.ts';
import { routeMatch } from '../signals/route-match.ts';
import { diffHit, stacktraceHit } from '../signals/trace-and-diff.ts';
import type { ExpectedUnit, ExpectedUnits } from './expected-facts.ts';
import { type FeatureRow, type FileFeature, share } from './file-features.ts';
import type { Meanings } from './meaning-features.ts';

interface UnitFeature extends Pick<FileFeature, 'name' | 'says' | 'tells' | 'isGuessed'> {
  /** Its value is scaled by the greatest value of this fact among all units. */
  readonly scaledBy?: ScalingFact;
  /** Its weight may have either sign. */
  readonly isFree?: true;
  /** A drawback: its weight is negative, and at least this far below 0. */
  readonly against?: number;
}

/** How specific the name of a unit's symbol is if the task names it, else 0; `parentNamed` is scaled by it. */
const NAMED = 'named';
const SCALING_FACTS = ['words', 'title', 'joined', 'names', NAMED] as const;
type ScalingFact = (typeof SCALING_FACTS)[number];

const guessed = <Name extends string>(name: Name, says: string) =>
  ({ name: `expected${name}`, says: `you expected ${says}`, tells: 1, isGuessed: true }) as const;

const FEATURES = [
  { name: 'words', says: 'words of the task', tells: 1, scaledBy: 'words' },
  { name: 'title', says: 'words of the title', tells: 1, scaledBy: 'title' },
  { name: 'joined', says: 'neighbouring words of the task as one name', tells: 1, scaledBy: 'joined' },
  { name: 'names', says: 'named after words of the task', tells: 1, scaledBy: 'names' },
  { name: 'covered', says: 'many words of the task in it', tells: 1 },
  { name: 'placeInFile', says: 'among the best of its file' },
  { name: 'parentNamed', says: 'part of what the task names', tells: 0, scaledBy: NAMED },
  { name: 'pointed', says: 'the task points at its lines', tells: 0 },
  { name: 'beside', says: 'beside code that matches', tells: 2, scaledBy: 'words' },
  { name: 'parent', says: 'what holds it matches', tells: 2, scaledBy: 'words' },
  { name: 'callers', says: 'code that matches calls it', tells: 2, scaledBy: 'words' },
  { name: 'callees', says: 'calls code that matches', tells: 2, scaledBy: 'words' },
  { name: 'meaning', says: 'similar in meaning' },
  { name: 'meaningInFile', says: 'of its file the closest to the task', tells: 2 },
  guessed('Words', 'words it holds'),
  guessed('Name', 'it'),
  guessed('Parent', 'what holds it'),
  guessed('Meaning', 'something similar in meaning'),
  { name: 'file', says: 'its file matches' },
  { name: 'fileNear', says: 'its file is among the best' },
  { name: 'fileFar', says: 'how near its file is' },
  { name: 'few', says: 'its file is short', isFree: true },
  { name: 'long', says: 'length', isFree: true },
  { name: 'short', says: 'a few lines', isFree: true },
  { name: 'isRegion', says: 'outside of any symbol', isFree: true },
  { name: 'isTop', says: 'top of the file', isFree: true },
  { name: 'isHead', says: 'head of a class', isFree: true },
  { name: 'isType', says: 'a type', isFree: true },
  { name: 'isMethod', says: 'a method', isFree: true },
  { name: 'isAside', says: 'in a test, a document or the like', against: 1.5 },
] as const satisfies readonly UnitFeature[];
export const UNIT_FEATURES: readonly UnitFeature[] = FEATURES;

/** The facts about one unit, by the names of the features, before they are scaled. */
type UnitFacts = Readonly<Record<(typeof FEATURES)[number]['name'] | ScalingFact, number>>;

/** Measures the features of the units of opened files, for each file a row for each of its units. */
export function measureUnitRows(files: readonly RatedFile[], sources: UnitSources): readonly (readonly FeatureRow[])[] {
  const top = files.reduce((most, { rating }) => Math.max(most, rating.score), 0) || 1;
  const most = files.reduce((greatest, { rating }) => Math.max(greatest, rating.sum), Number.NEGATIVE_INFINITY);
  const facts = files.map((opened) => gatherFileFacts(opened, { top, most }, sources));
  const greatest: Record<ScalingFact, number> = { words: 0, title: 0, joined: 0, names: 0, named: 0 };
  for (const units of facts)
    for (const unit of units) for (const fact of SCALING_FACTS) greatest[fact] = Math.max(greatest[fact], unit[fact]);
  return facts.map((units) => units.map((unit) => makeRow(unit, greatest)));
}

// There are thousands of units: a plain loop takes a third of the time of `map`, and plain lists a third of typed ones.
function makeRow(facts: UnitFacts, greatest: Readonly<Record<ScalingFact, number>>): FeatureRow {
  const row: number[] = [];
  for (const { name, scaledBy } of ROW_FEATURES)
    row.push(scaledBy === undefined ? facts[name] : share(facts[name], greatest[scaledBy]));
  return row;
}

const ROW_FEATURES: readonly { readonly name: keyof UnitFacts; readonly scaledBy?: ScalingFact }[] = FEATURES;

const POINTING: ReadonlySet<string> = new Set(
  [stacktraceHit, diffHit, fileHintExact, exactSymbolMention, quotedText, routeMatch].map(({ kind }) => kind),
);
/** How many of a file's best units count as callers and as callees. */
const CALLING_MAX = 3;

interface UnitSources {
  readonly lexical: ReadonlyMap<string, LexicalFile>;
  readonly names: ReadonlyMap<string, NameMatch>;
  readonly meanings: Meanings;
  readonly roleFactors: Question['roleFactors'];
  /** How well guesses match a unit and its parent. */
  readonly expected: ExpectedUnits;
}

const TYPES = new Set(['interface', 'type', 'enum']);
const NO_WORDS = { score: 0, title: 0, joined: 0, names: 0, covered: 0 };
const NO_GUESSES: ExpectedUnit = { words: 0, name: 0, parent: 0, meaning: 0 };

// `top` is the greatest score of a file, and `most` the greatest sum.
function gatherFileFacts(
  { file: { path, entity }, stored, units, rating }: RatedFile,
  { top, most }: { readonly top: number; readonly most: number },
  { lexical, names, meanings, roleFactors, expected }: UnitSources,
): readonly UnitFacts[] {
  const words = lexical.get(path)?.unitScores ?? [];
  const isFileAside = roleFactors[entity.role] < 1;
  const inTests = roleFactors.test < 1 ? findTestModules(stored.facts.symbols) : new Set();
  const named = names.get(path)?.symbols;
  const scores = new Map(words.map((score, place) => [score.unit, { score, place }]));
  const scoreAt = (index: number) => scores.get(index)?.score.score ?? 0;
  const calls = rateCalls(stored.units, stored.facts, words);
  const headOf = findHeads(stored.units);
  const similarities = stored.units.map((_, index) => meanings.unit(path, index));
  const meaningPlaces = placesBy(similarities);
  const behind = most - rating.sum;
  const ofFile = {
    file: rating.score / top,
    fileNear: Math.exp(-behind),
    fileFar: Math.max(0, 1 - behind / 8),
    few: 1 / stored.units.length,
  };
  return stored.units.map((unit, index): UnitFacts => {
    const symbol = unit.symbol === null ? null : (stored.facts.symbols[unit.symbol] ?? null);
    const parent = symbol?.parent ?? null;
    const { score, place } = scores.get(index) ?? { score: NO_WORDS, place: words.length };
    const guessed = expected(path, { unit: index, symbol: unit.symbol, parent }) ?? NO_GUESSES;
    const meaning = similarities[index]!;
    return {
      words: score.score,
      title: score.title,
      joined: score.joined,
      names: score.names,
      covered: score.covered,
      placeInFile: 1 / (1 + place),
      named: unit.symbol === null ? 0 : (named?.get(unit.symbol) ?? 0),
      parentNamed: parent === null ? 0 : (named?.get(parent) ?? 0),
      pointed: measurePointed(units[index]),
      beside: Math.max(scoreAt(index - 1), scoreAt(index + 1)),
      parent: parent === null ? 0 : scoreAt(headOf.get(parent) ?? -1),
      callers: calls.callers(symbol?.name),
      callees: calls.callees(index),
      meaning,
      meaningInFile: meaning > 0 ? 1 / (1 + meaningPlaces[index]!) : 0,
      expectedWords: guessed.words,
      expectedName: guessed.name,
      expectedParent: guessed.parent,
      expectedMeaning: guessed.meaning,
      ...ofFile,
      ...measureForm(unit, symbol),
      isAside: Number(isFileAside || inTests.has(unit.symbol)),
    };
  });
}

function measureForm({ startLine, endLine, isWhole }: Unit, symbol: SymbolFacts | null) {
  const lines = endLine - startLine + 1;
  return {
    long: Math.min(1, Math.log2(lines) / 6),
    short: Number(lines <= 3),
    isRegion: Number(symbol === null),
    isTop: Number(startLine === 1),
    isHead: Number(symbol !== null && !isWhole),
    isType: Number(TYPES.has(symbol?.kind ?? '')),
    isMethod: Number(symbol?.kind === 'method'),
  };
}

const TEST_MODULE = /^tests?$/;

// Rust keeps the tests of a file in a module at its end: `mod tests`.
function findTestModules(symbols: ContentFacts['symbols']): ReadonlySet<number | null> {
  const within = new Set<number | null>();
  for (const [index, { name, kind, parent }] of symbols.entries())
    if ((kind === 'module' && TEST_MODULE.test(name)) || (parent !== null && within.has(parent))) within.add(index);
  return within;
}

/** Returns the place of each value, 0 for the greatest. */
export function placesBy(values: readonly number[]): readonly number[] {
  const places: number[] = new Array(values.length);
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b);
  for (const [place, index] of order.entries()) places[index] = place;
  return places;
}

function measurePointed(unit: Enriched | undefined): number {
  let most = 0;
  for (const signal of unit?.signals ?? []) if (POINTING.has(signal.kind)) most = Math.max(most, signal.value);
  return most;
}

function findHeads(units: RatedFile['stored']['units']): ReadonlyMap<number, number> {
  const heads = new Map<number, number>();
  for (const [index, unit] of units.entries())
    if (unit.symbol !== null && !heads.has(unit.symbol)) heads.set(unit.symbol, index);
  return heads;
}

// Gives the scores of the best units of a file that call a name, and of those that a unit calls.
function rateCalls(units: RatedFile['stored']['units'], facts: ContentFacts, words: readonly UnitScore[]) {
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
