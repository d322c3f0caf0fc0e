// These rows are the features by which the learned ranker scores a unit of an opened file, with the facts behind them.
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
import { share, type TellingOrder } from './file-features.ts';
import type { Meanings } from './meaning-features.ts';

/** Everything known of one unit of an opened file. */
interface UnitFacts {
  readonly unit: Unit;
  readonly symbol: SymbolFacts | null;
  readonly lexical: UnitScore | null;
  /** Share of the task's words in it. */
  readonly covered: number;
  /** Its place among the units of its file by words; 0 is the best. */
  readonly place: number;
  /** How specific the symbol's name is, if the task names it, else 0; the same for its parent. */
  readonly named: number;
  readonly parentNamed: number;
  /** The better word score of the units before and after it. */
  readonly beside: number;
  /** Word score of the head of its parent. */
  readonly parent: number;
  /** The best word score of the file's units that call it, and of those that it calls. */
  readonly callers: number;
  readonly callees: number;
  /** The strength of evidence that points at its lines. */
  readonly pointed: number;
  readonly meaning: number;
  /** Its place among the units of its file by meaning; 0 is the nearest. */
  readonly meaningPlace: number;
  /** Whether it is in a test, a document or the like, or is a test within a source file. */
  readonly isAside: boolean;
  readonly expected: ExpectedUnit | null;
  readonly file: UnitFile;
}

/** The facts that all units of a file have in common. */
interface UnitFile {
  /** The file's score as a share of the best file's. */
  readonly share: number;
  /** How far its sum lies below the best file's. */
  readonly behind: number;
  /** The number of units. */
  readonly units: number;
}

/** The greatest values over all units, by which values are scaled. */
interface UnitScale {
  readonly score: number;
  readonly title: number;
  readonly joined: number;
  readonly names: number;
  readonly named: number;
}

interface UnitFeature {
  readonly name: string;
  readonly of: (facts: UnitFacts, scale: UnitScale) => number;
  readonly says: string;
  /** The place of its reason; features without it come last. */
  readonly tells?: TellingOrder;
  /** Its weight may be negative; that of other features may not, but for drawbacks. */
  readonly isFree?: true;
  /** A drawback: its weight is negative, and at most this much. */
  readonly against?: number;
  /** Measures guesses. */
  readonly isGuessed?: true;
}

const lexical = (name: string, key: 'score' | 'title' | 'joined' | 'names', says: string): UnitFeature => ({
  name,
  says,
  tells: 1,
  of: (facts, scale) => share(facts.lexical?.[key] ?? 0, scale[key]),
});
const guessed = (name: keyof ExpectedUnit, says: string): UnitFeature => ({
  name: `expected${name[0]!.toUpperCase()}${name.slice(1)}`,
  says: `you expected ${says}`,
  tells: 1,
  isGuessed: true,
  of: ({ expected }) => expected?.[name] ?? 0,
});
const TYPES = new Set(['interface', 'type', 'enum']);
const lines = ({ unit }: UnitFacts) => unit.endLine - unit.startLine + 1;

/** The features of a unit; the learned weights belong to them. */
export const UNIT_FEATURES: readonly UnitFeature[] = [
  lexical('words', 'score', 'words of the task'),
  lexical('title', 'title', 'words of the title'),
  lexical('joined', 'joined', 'neighbouring words of the task as one name'),
  lexical('names', 'names', 'named after words of the task'),
  { name: 'covered', says: 'many words of the task in it', tells: 1, of: (facts) => facts.covered },
  { name: 'placeInFile', says: 'among the best of its file', of: (facts) => 1 / (1 + facts.place) },
  {
    name: 'parentNamed',
    says: 'part of what the task names',
    tells: 0,
    of: (facts, scale) => share(facts.parentNamed, scale.named),
  },
  { name: 'pointed', says: 'the task points at its lines', tells: 0, of: (facts) => facts.pointed },
  {
    name: 'beside',
    says: 'beside code that matches',
    tells: 2,
    of: (facts, scale) => share(facts.beside, scale.score),
  },
  { name: 'parent', says: 'what holds it matches', tells: 2, of: (facts, scale) => share(facts.parent, scale.score) },
  {
    name: 'callers',
    says: 'code that matches calls it',
    tells: 2,
    of: (facts, scale) => share(facts.callers, scale.score),
  },
  {
    name: 'callees',
    says: 'calls code that matches',
    tells: 2,
    of: (facts, scale) => share(facts.callees, scale.score),
  },
  { name: 'meaning', says: 'similar in meaning', of: (facts) => facts.meaning },
  {
    name: 'meaningInFile',
    says: 'of its file the closest to the task',
    tells: 2,
    of: (facts) => (facts.meaning > 0 ? 1 / (1 + facts.meaningPlace) : 0),
  },
  guessed('words', 'words it holds'),
  guessed('name', 'it'),
  guessed('parent', 'what holds it'),
  guessed('meaning', 'something similar in meaning'),
  { name: 'file', says: 'its file matches', of: (facts) => facts.file.share },
  { name: 'fileNear', says: 'its file is among the best', of: (facts) => Math.exp(-facts.file.behind) },
  { name: 'fileFar', says: 'how near its file is', of: (facts) => Math.max(0, 1 - facts.file.behind / 8) },
  { name: 'few', says: 'its file is short', of: (facts) => 1 / facts.file.units, isFree: true },
  { name: 'long', says: 'length', of: (facts) => Math.min(1, Math.log2(lines(facts)) / 6), isFree: true },
  { name: 'short', says: 'a few lines', of: (facts) => Number(lines(facts) <= 3), isFree: true },
  { name: 'isRegion', says: 'outside of any symbol', of: (facts) => Number(facts.symbol === null), isFree: true },
  { name: 'isTop', says: 'top of the file', of: (facts) => Number(facts.unit.startLine === 1), isFree: true },
  {
    name: 'isHead',
    says: 'head of a class',
    of: (facts) => Number(facts.symbol !== null && !facts.unit.isWhole),
    isFree: true,
  },
  { name: 'isType', says: 'a type', of: (facts) => Number(TYPES.has(facts.symbol?.kind ?? '')), isFree: true },
  { name: 'isMethod', says: 'a method', of: (facts) => Number(facts.symbol?.kind === 'method'), isFree: true },
  { name: 'isAside', says: 'in a test, a document or the like', of: (facts) => Number(facts.isAside), against: 1.5 },
];

const POINTING: ReadonlySet<string> = new Set(
  [stacktraceHit, diffHit, fileHintExact, exactSymbolMention, quotedText, routeMatch].map(({ kind }) => kind),
);
/** The number of best units of a file whose calls count. */
const CALLING_MAX = 3;

interface UnitSources {
  readonly lexical: ReadonlyMap<string, LexicalFile>;
  readonly names: ReadonlyMap<string, NameMatch>;
  readonly meanings: Meanings;
  readonly roleFactors: Question['roleFactors'];
  /** How well guesses match a unit and its parent. */
  readonly expected: ExpectedUnits;
}

/** Gathers facts about the units of opened files, a list for each file, with the greatest value of each. */
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
    return gatherFileFacts(opened, file, words, sources);
  });
  return { facts, scale: findScale(facts.flat()) };
}

function gatherFileFacts(
  { file: { path, entity }, stored, units }: RatedFile,
  file: UnitFile,
  words: readonly UnitScore[],
  { names: allNames, meanings, roleFactors, expected }: UnitSources,
): readonly UnitFacts[] {
  const isFileAside = roleFactors[entity.role] < 1;
  const inTests = roleFactors.test < 1 ? findTestModules(stored.facts.symbols) : new Set();
  const names = allNames.get(path);
  const scores = new Map(words.map((score, place) => [score.unit, { score, place }]));
  const scoreAt = (index: number) => scores.get(index)?.score.score ?? 0;
  const calls = countCalls(stored.units, stored.facts, words);
  const headOf = findHeads(stored.units);
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
      pointed: measurePointed(units[index]),
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
function findTestModules(symbols: ContentFacts['symbols']): ReadonlySet<number | null> {
  const within = new Set<number | null>();
  for (const [index, { name, kind, parent }] of symbols.entries())
    if ((kind === 'module' && TEST_MODULE.test(name)) || (parent !== null && within.has(parent))) within.add(index);
  return within;
}

/** Returns the place of each value among all, 0 for the greatest. */
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

// Counts the calls by name between the best units of the file and the others.
function countCalls(units: RatedFile['stored']['units'], facts: ContentFacts, words: readonly UnitScore[]) {
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

function findScale(facts: readonly UnitFacts[]): UnitScale {
  const most = { score: 0, title: 0, joined: 0, names: 0, named: 0 };
  for (const { lexical, named } of facts) {
    most.named = Math.max(most.named, named);
    if (lexical)
      for (const key of ['score', 'title', 'joined', 'names'] as const) most[key] = Math.max(most[key], lexical[key]);
  }
  return most;
}
