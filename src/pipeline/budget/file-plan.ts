// Groups the candidates of one file into a plan, and answers what all steps of the budget ask about a candidate: its
// lines, its rank, its kind.
import type { Scored, SourceText } from '../../model/candidate.ts';
import { categoryOf, FUNCTION_KINDS } from '../../model/entity.ts';
import type { LineRange, SymbolFacts } from '../../model/facts.ts';
import { linesOf, overlaps, trimBlankLines } from '../../model/line-ranges.ts';
import { memoizePerObject } from '../../model/memoize.ts';
import { byText } from '../../model/terms.ts';
import { isAbove } from '../aim.ts';
import { type BudgetOptions, HOLDER_SIGNAL, RELATED_SIGNAL } from './budget-options.ts';
import { countLicenceLines, markLines } from './source-lines.ts';

/** The candidates of one file and its text. */
export interface FilePlan {
  readonly path: string;
  readonly source: SourceText;
  /** The candidate that is the file itself. */
  readonly file: Scored | null;
  /** The candidates of the file that were not excluded before, best first. */
  readonly all: readonly Scored[];
  /** Pinned parts and those above the floor, best first; else the best part of a good file, or the file; else hunks. */
  readonly usable: readonly Scored[];
  /** Parts below the floor with the signal `related`, best first. They are quoted only in leftover space. */
  readonly neighbours: readonly Scored[];
  /** The hunks of a diff in this file, by line. */
  readonly hunks: readonly Scored[];
  readonly score: number;
  /** Other paths with the same text. */
  readonly alsoAt?: readonly string[];
}

export interface QuotedPart {
  readonly scored: Scored;
  /** The lines of the part, with their context lines unless it is cut. */
  readonly range: LineRange;
  readonly cut: Cut | null;
}

/** How a part is quoted if not as a whole. */
interface Cut {
  readonly level: 'excerpt' | 'skeleton';
  readonly kept: readonly LineRange[];
  /** Null for an outline, whose text is made later from the lines that no other block quotes. */
  readonly text: string | null;
}

/** Makes the plan of one file from its candidates; the floors decide what is usable. */
export function filePlan(candidates: readonly Scored[], { floors, commentFor }: BudgetOptions): FilePlan {
  const all = candidates.toSorted(byRank);
  const source = markLines(all[0]?.text as SourceText, all, commentFor);
  const file = all.find((scored) => scored.entity.container === null) ?? null;
  const hunks = all.filter(isHunk).sort((a, b) => a.entity.location.startLine - b.entity.location.startLine);
  const parts = all.filter((scored) => scored !== file && !isHunk(scored));
  const partsAboveFloor = parts.filter((scored) => isAbove(scored, floors, 'units') || scored.isPinned);
  // With likelihoods, a file with parts counts only if one of them does.
  const isJudgedByParts = parts.length > 0 && floors.likely !== undefined && file?.likelihood !== null;
  const isFileAboveFloor =
    file !== null && !isJudgedByParts && isAbove(file, floors, parts.length === 0 ? 'alone' : 'files');
  const isFileUsable = isFileAboveFloor || file?.isPinned === true;
  // The hunks of a changed file are quoted anyway.
  const fallback = isFileUsable && hunks.length === 0 ? [parts[0] ?? file] : [];
  const usable = partsAboveFloor.length > 0 ? partsAboveFloor : fallback.length > 0 ? fallback : hunks;
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

/** Whether a candidate is a hunk of a diff; hunks are quoted before anything else is chosen. */
export function isHunk({ entity }: Scored): boolean {
  return entity.kind === 'hunk';
}

/** Returns the position that was given to a candidate, for example by a pin; those without one come last. */
export function positionOf({ givenPosition = Number.MAX_SAFE_INTEGER }: Scored): number {
  return givenPosition;
}

/** Compares two candidates, the better one first. Ties are ordered by place, so that equal input gives equal output. */
export function byRank(a: Scored, b: Scored): number {
  return (
    positionOf(a) - positionOf(b) ||
    b.score - a.score ||
    byText(a.path, b.path) ||
    a.entity.location.startLine - b.entity.location.startLine ||
    byText(a.id, b.id)
  );
}

/** Returns the lines of a candidate inside its file; those of a file or region without the licence at the top. */
export function rangeOf(scored: Scored, source: SourceText): LineRange {
  const { startLine, endLine } = scored.entity.location;
  const isFile = scored.entity.container === null && scored.entity.kind === 'file';
  const [first, last] = isFile ? [1, source.lines.length] : [startLine, Math.min(endLine, source.lines.length)];
  if (!isFile && scored.entity.kind !== 'region') return [first, Math.max(first, last)];
  const licence = first === 1 ? countLicenceLines(source.lines) : 0;
  // A range that is only a licence is kept.
  return licence < last ? [first + licence, last] : [first, Math.max(first, last)];
}

/** Returns the lines of an entity: those found for a caller's result, else the whole symbol without blank ends. */
export function ownLines({ entity, text }: Scored): LineRange {
  const { qualifiedName, kind, source, location } = entity;
  if (source === 'results' || !text) return linesOf(location);
  const isOwn = (symbol: SymbolFacts) =>
    symbol.qualifiedName === qualifiedName && symbol.kind === kind && symbol.startLine <= location.endLine;
  return trimBlankLines(linesOf(text.facts.symbols.findLast(isOwn) ?? location), text.lines);
}

/** Extends a piece of a symbol to the whole symbol, unless that has more than `linesMax` lines. */
export function wholeSymbol(scored: Scored, { facts }: SourceText, linesMax = Number.POSITIVE_INFINITY): Scored {
  const { entity } = scored;
  const lines = linesOf(entity.location);
  const symbol = facts.symbols.find(
    (symbol) => symbol.qualifiedName === entity.qualifiedName && overlaps(linesOf(symbol), lines),
  );
  if (!symbol || symbol.endLine - symbol.startLine >= linesMax) return scored;
  const startLine = Math.min(lines[0], symbol.startLine);
  const location = { ...entity.location, startLine, endLine: Math.max(lines[1], symbol.endLine) };
  return { ...scored, entity: { ...entity, location } };
}

/** Lists the functions that share a line with a range and have at most `linesMax` lines. */
export function shortFunctionsAt(range: LineRange, { facts }: SourceText, linesMax: number): readonly SymbolFacts[] {
  return facts.symbols.filter(
    (symbol) =>
      FUNCTION_KINDS.has(symbol.kind) &&
      overlaps(linesOf(symbol), range) &&
      symbol.endLine - symbol.startLine < linesMax,
  );
}

/** Returns the lines of a candidate with context lines around them; parts of documents get none. */
export function rangeWithContext(scored: Scored, source: SourceText, contextLines: number): LineRange {
  const [first, last] = rangeOf(scored, source);
  if (isQuotedWhole(scored)) return [first, last];
  return [Math.max(1, first - contextLines), Math.min(source.lines.length, last + contextLines)];
}

/** Whether a candidate is part of an authored text, which is not cut unless a page limits its blocks. */
export function isQuotedWhole(scored: Scored): boolean {
  return categoryOf(scored.entity.kind) === 'documentation' || scored.entity.kind === 'decision';
}

/** Whether a candidate has only the signals `related` and `holder`, and scores no more than they give it. */
export function isRelated({ score, signals }: Scored): boolean {
  const isForAnother = ({ kind, value }: Scored['signals'][number]) => FOR_ANOTHER.has(kind) && score <= value;
  return signals.length > 0 && signals.every(isForAnother);
}

const FOR_ANOTHER = new Set([RELATED_SIGNAL, HOLDER_SIGNAL]);

/** Whether a candidate has the signal `related`; `holder` does not count. */
export function isNeighbour({ signals }: Scored): boolean {
  return signals.some(({ kind }) => kind === RELATED_SIGNAL);
}

/** Counts the characters in a range, line ends included. */
export function charactersIn(plan: FilePlan, [first, last]: LineRange): number {
  const offsets = offsetsOf(plan.source.lines);
  return (offsets[last] ?? 0) - (offsets[first - 1] ?? 0);
}

// Characters before each line, so that any range is measured at once.
const offsetsOf = memoizePerObject((lines: readonly string[]): Float64Array => {
  const offsets = new Float64Array(lines.length + 1);
  for (let index = 0; index < lines.length; index++) offsets[index + 1] = offsets[index]! + lines[index]!.length + 1;
  return offsets;
});
