import type { SymbolFacts, Unit } from '../model/facts.ts';
import type { UnitScore } from '../ports/signal-finder.ts';
import type { ExpectedUnit } from './expected-facts.ts';
import type { TellingOrder } from './file-features.ts';

/** Everything known of one unit of an opened file. */
export interface UnitFacts {
  readonly unit: Unit;
  readonly symbol: SymbolFacts | null;
  readonly lexical: UnitScore | null;
  /** Share of the task's words that stand in it. */
  readonly covered: number;
  /** Place among the units of its file by words, 0 the best. */
  readonly place: number;
  /** How much the task's naming of the symbol tells; and of what holds it. */
  readonly named: number;
  readonly parentNamed: number;
  /** The best words of the units before and after it. */
  readonly beside: number;
  /** Words of the head of what holds it. */
  readonly parent: number;
  /** The best unit of the file that calls it; the best it calls. */
  readonly callers: number;
  readonly callees: number;
  /** Strength of evidence that points at its lines. */
  readonly pointed: number;
  readonly meaning: number;
  /** Place among the units of its file by meaning, 0 the nearest. */
  readonly meaningPlace: number;
  /** What its file is for lowers it (a test, a document), or that it is one of the tests within a file. */
  readonly isAside: boolean;
  readonly expected: ExpectedUnit | null;
  readonly file: UnitFile;
}

/** What all units of a file share. */
export interface UnitFile {
  /** Of the best file's score. */
  readonly share: number;
  /** How far its sum lies below the best file's. */
  readonly behind: number;
  readonly units: number;
}

/** The greatest of each over all units of the task. */
export interface UnitScale {
  readonly score: number;
  readonly title: number;
  readonly joined: number;
  readonly names: number;
  readonly named: number;
}

export interface UnitFeature {
  readonly name: string;
  readonly of: (facts: UnitFacts, scale: UnitScale) => number;
  readonly says: string;
  /** How soon it is told; without it last of all. */
  readonly tells?: TellingOrder;
  /** May count for or against; the others only for. */
  readonly isFree?: true;
  /** A drawback: it counts against by at most this much. */
  readonly against?: number;
  /** Of what was guessed. */
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

/** What is measured of a unit; the learned weights are of these. */
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
  {
    name: 'isAside',
    says: 'in a test, a document or the like',
    of: (facts) => Number(facts.isAside),
    against: 1.5,
  },
];

function share(value: number, most: number): number {
  return most > 0 ? Math.min(1, value / most) : 0;
}
