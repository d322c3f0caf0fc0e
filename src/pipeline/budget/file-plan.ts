import type { Scored, SourceText } from '../../model/candidate.ts';
import { categoryOf } from '../../model/entity.ts';
import type { LineRange, SymbolFacts } from '../../model/facts.ts';
import { withoutBlankEnds } from '../../model/line-ranges.ts';
import { memoizedPerObject } from '../../model/memory.ts';
import { byText } from '../../model/terms.ts';
import { isAbove } from '../aim.ts';
import { type BudgetOptions, HOLDER_SIGNAL, RELATED_SIGNAL } from './budget-options.ts';
import { licenceLines, markLines } from './source-lines.ts';

/** The candidates of one file and its text. */
export interface FilePlan {
  readonly path: string;
  readonly source: SourceText;
  /** The candidate that is the file itself. */
  readonly file: Scored | null;
  /** Every readable candidate of the file, best first. */
  readonly all: readonly Scored[];
  /** Candidates above the floor, best first; the file itself if it has no parts. */
  readonly usable: readonly Scored[];
  /** Others that a better candidate uses, best first: for the room that is left. */
  readonly neighbours: readonly Scored[];
  /** What a diff changes in it, in order. */
  readonly hunks: readonly Scored[];
  readonly score: number;
  /** Other paths with the same text. */
  readonly alsoAt?: readonly string[];
}

/** A part chosen for quoting. */
export interface QuotedPart {
  readonly scored: Scored;
  /** The lines quoted, with those around. */
  readonly range: LineRange;
  readonly cut: Cut | null;
}

/** Less than the whole of a part. */
interface Cut {
  readonly level: 'excerpt' | 'skeleton';
  readonly kept: readonly LineRange[];
  /** Null for signatures: their text is made from the lines that are not quoted elsewhere. */
  readonly text: string | null;
}

type FilePlanOptions = Pick<BudgetOptions, 'floors' | 'commentFor' | 'tuning' | 'dropsNoise'>;

/** The plan of one file from its candidates; the floors decide what is usable. */
export function filePlan(candidates: readonly Scored[], options: FilePlanOptions): FilePlan {
  const { floors, commentFor } = options;
  const all = candidates.toSorted(byRank);
  const source = markLines(all[0]?.text as SourceText, all, commentFor);
  const file = all.find((scored) => scored.entity.container === null) ?? null;
  const hunks = all.filter(isHunk).sort((a, b) => a.entity.location.startLine - b.entity.location.startLine);
  const parts = all.filter((scored) => scored !== file && !isHunk(scored));
  const good = parts.filter((scored) => isAbove(scored, floors, 'units') || scored.isPinned);
  // Where needs are known, a file whose parts are not needed is not.
  const isJudged = parts.length > 0 && floors.likely !== undefined && file?.likelihood !== null;
  const isWorth = file !== null && !isJudged && isAbove(file, floors, parts.length === 0 ? 'alone' : 'files');
  const isFileGood = isWorth || file?.isPinned === true;
  // The hunks of a changed file are quoted anyway.
  const fallback = isFileGood && hunks.length === 0 ? [parts[0] ?? file] : [];
  const usable = good.length > 0 ? good : fallback.length > 0 ? fallback : hunks;
  return {
    path: source.path,
    source,
    file,
    all,
    usable,
    neighbours: parts.filter((scored) => isNeighbour(scored) && !usable.includes(scored)),
    hunks,
    score: file?.score ?? (parts[0] ?? hunks[0])?.score ?? 0,
  };
}

/** Kinds that are read as a whole. */
export const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);

/** A hunk is quoted before anything is chosen. */
export function isHunk({ entity }: Scored): boolean {
  return entity.kind === 'hunk';
}

/** Its place among the pins; candidates that nobody pinned come after all pinned ones. */
export function handRank({ byHand = Number.MAX_SAFE_INTEGER }: Pick<Scored, 'byHand'>): number {
  return byHand;
}

/** Best first; ties by place, so that equal input gives equal output. */
export function byRank(a: Scored, b: Scored): number {
  return (
    handRank(a) - handRank(b) ||
    b.score - a.score ||
    byText(a.path, b.path) ||
    a.entity.location.startLine - b.entity.location.startLine ||
    byText(a.id, b.id)
  );
}

/** The lines of a candidate inside its file, without the licence at the top of a file. */
export function rangeOf(scored: Scored, source: SourceText): LineRange {
  const { startLine, endLine } = scored.entity.location;
  const isFile = scored.entity.container === null && scored.entity.kind === 'file';
  const [first, last] = isFile ? [1, source.lines.length] : [startLine, Math.min(endLine, source.lines.length)];
  if (!isFile && scored.entity.kind !== 'region') return [first, Math.max(first, last)];
  const licence = first === 1 ? licenceLines(source.lines) : 0;
  // A range that is only a licence is kept.
  return licence < last ? [first + licence, last] : [first, Math.max(first, last)];
}

/** The lines of an entity: of the whole symbol for a piece of one, without blank ends; given results keep their stated lines. */
export function ownLines({ entity, text }: Scored): LineRange {
  const { qualifiedName, kind, source, location } = entity;
  if (source === 'results' || !text) return [location.startLine, location.endLine];
  const isOwn = (one: SymbolFacts) =>
    one.qualifiedName === qualifiedName && one.kind === kind && one.startLine <= location.endLine;
  const { startLine, endLine } = text.facts.symbols.findLast(isOwn) ?? location;
  return withoutBlankEnds([startLine, endLine], text.lines);
}

/** The whole function or type that a unit is a piece of, since long ones are scored by pieces; the unit itself where it is longer than that. */
export function wholeSymbol(scored: Scored, { facts }: SourceText, linesMax = Number.POSITIVE_INFINITY): Scored {
  const { entity } = scored;
  const { startLine, endLine } = entity.location;
  const symbol = facts.symbols.find(
    (one) => one.qualifiedName === entity.qualifiedName && one.startLine <= endLine && startLine <= one.endLine,
  );
  if (!symbol || symbol.endLine - symbol.startLine >= linesMax) return scored;
  const location = {
    ...entity.location,
    startLine: Math.min(startLine, symbol.startLine),
    endLine: Math.max(endLine, symbol.endLine),
  };
  return { ...scored, reasons: scored.reasons, entity: { ...entity, location } };
}

/** The lines with context lines around them; parts of documents get none. */
export function rangeWithContext(scored: Scored, source: SourceText, contextLines: number): LineRange {
  const [first, last] = rangeOf(scored, source);
  if (isAtomic(scored)) return [first, last];
  return [Math.max(1, first - contextLines), Math.min(source.lines.length, last + contextLines)];
}

/** Authored texts are quoted whole or not at all. */
export function isAtomic(scored: Scored): boolean {
  return categoryOf(scored.entity.kind) === 'documentation' || scored.entity.kind === 'decision';
}

/** Here only for the sake of another candidate: nothing found it, or so weakly that it would not count. */
export function isRelated({ score, signals }: Scored): boolean {
  const isForAnother = ({ kind, value }: Scored['signals'][number]) => FOR_ANOTHER.has(kind) && score <= value;
  return signals.length > 0 && signals.every(isForAnother);
}

const FOR_ANOTHER = new Set([RELATED_SIGNAL, HOLDER_SIGNAL]);

/** Whether another candidate uses it. The head of a class is no neighbour. */
export function isNeighbour({ signals }: Scored): boolean {
  return signals.some(({ kind }) => kind === RELATED_SIGNAL);
}

/** Characters in the range, line ends included. */
export function charactersIn(plan: FilePlan, [first, last]: LineRange): number {
  const offsets = offsetsOf(plan.source.lines);
  return (offsets[last] ?? 0) - (offsets[first - 1] ?? 0);
}

// Characters before each line, so that any range is measured at once.
const offsetsOf = memoizedPerObject((lines: readonly string[]): Float64Array => {
  const offsets = new Float64Array(lines.length + 1);
  for (let at = 0; at < lines.length; at++) offsets[at + 1] = offsets[at]! + lines[at]!.length + 1;
  return offsets;
});
