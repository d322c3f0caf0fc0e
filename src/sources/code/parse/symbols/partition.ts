// Search and packs work on units. This file cuts a content into them, so that every line belongs to exactly one: along
// symbols, and inside long symbols where a reader would cut.
import type { ContentFacts, SymbolFacts, Unit } from '../../../../model/facts.ts';

/** The most lines of a unit, by what it is cut from; a short gap beside it may join it all the same. */
export interface UnitLimits {
  readonly functionLinesMax: number;
  readonly containerLinesMax: number;
  readonly regionLinesMax: number;
}

// A gap of up to this many lines between symbols may join a neighbour.
const SMALL_GAP = 3;
const TINY_LINES = 3;
const CONTAINERS: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'module', 'section']);
const TINY_KINDS: ReadonlySet<string> = new Set(['constant', 'type']);

interface UnitWalk {
  readonly symbols: readonly SymbolFacts[];
  readonly children: ReadonlyMap<number | null, readonly number[]>;
  readonly limits: UnitLimits;
  readonly hints: CutHints;
  readonly units: Unit[];
}

export function cutIntoUnits(facts: ContentFacts, limits: UnitLimits, hints: CutHints): readonly Unit[] {
  const walk: UnitWalk = { symbols: facts.symbols, children: childrenOf(facts.symbols), limits, hints, units: [] };
  placeAll(walk, null, 1, facts.lineCount);
  return walk.units;
}

function childrenOf(symbols: readonly SymbolFacts[]): ReadonlyMap<number | null, readonly number[]> {
  const children = Map.groupBy(symbols.keys(), (index) => symbols[index]!.parent);
  for (const siblings of children.values())
    siblings.sort((a, b) => symbols[a]!.startLine - symbols[b]!.startLine || a - b);
  return children;
}

// Makes units of the members of one owner and of the lines between them.
function placeAll(walk: UnitWalk, owner: number | null, first: number, last: number): void {
  let free = first;
  for (const child of walk.children.get(owner) ?? []) {
    const symbol = walk.symbols[child]!;
    const start = Math.max(free, symbol.startLine);
    const end = Math.min(last, symbol.endLine);
    if (start > end) continue;
    const joins = start > free && canJoinNext(walk, free, start - 1);
    if (!joins) placePieces(walk, owner, free, start - 1, walk.limits.regionLinesMax);
    placeSymbol(walk, child, joins ? free : start, end);
    free = end + 1;
  }
  placeRest(walk, owner, free, last);
}

function placeSymbol(walk: UnitWalk, index: number, start: number, end: number): void {
  const { kind } = walk.symbols[index]!;
  const lines = end - start + 1;
  const isContainer = CONTAINERS.has(kind);
  const whole = isContainer ? walk.limits.containerLinesMax : walk.limits.functionLinesMax;
  // The messages of a session are units of their own, however short the session is.
  const isOpen = kind === 'session' && walk.children.has(index);
  if (lines <= whole && !isOpen) {
    if (!joinToTiny(walk, index, start, end))
      walk.units.push({ startLine: start, endLine: end, symbol: representativeOf(walk, index), isWhole: true });
  } else if (walk.children.has(index)) placeAll(walk, index, start, end);
  else placePieces(walk, index, start, end, isContainer ? walk.limits.regionLinesMax : whole);
}

// A message with decisions is named by the first of them.
function representativeOf(walk: UnitWalk, index: number): number {
  const isMessage = walk.symbols[index]?.kind === 'message';
  return (isMessage ? walk.children.get(index)?.[0] : undefined) ?? index;
}

// A gap joins the symbol below it when it is one line, or a few of which the first is quiet and at most one is not.
function canJoinNext(walk: UnitWalk, first: number, last: number): boolean {
  if (last - first + 1 > SMALL_GAP) return false;
  const loud = linesOf(first, last).filter((line) => !walk.hints.isQuiet(line)).length;
  return loud <= 1 && (walk.hints.isQuiet(first) || first === last);
}

function linesOf(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

// Adds a short constant or type to the unit above when that holds such ones too; the first names the unit.
function joinToTiny(walk: UnitWalk, index: number, start: number, end: number): boolean {
  const previous = walk.units.at(-1);
  const symbol = walk.symbols[index]!;
  if (previous?.symbol == null || previous.endLine !== start - 1) return false;
  const previousSymbol = walk.symbols[previous.symbol]!;
  const fits = end - previous.startLine < walk.limits.regionLinesMax;
  if (!isTiny(symbol) || !isTiny(previousSymbol) || !fits || previousSymbol.parent !== symbol.parent) return false;
  walk.units[walk.units.length - 1] = { ...previous, endLine: end };
  return true;
}

function isTiny({ kind, startLine, endLine }: SymbolFacts): boolean {
  return TINY_KINDS.has(kind) && endLine - startLine < TINY_LINES;
}

// A few quiet lines after the last member, such as a closing bracket, join its unit; others become units of the owner.
function placeRest(walk: UnitWalk, owner: number | null, first: number, last: number): void {
  if (first > last) return;
  const previous = walk.units.at(-1);
  const isQuiet = last - first < SMALL_GAP && linesOf(first, last).every(walk.hints.isQuiet);
  if (isQuiet && previous?.endLine === first - 1) walk.units[walk.units.length - 1] = { ...previous, endLine: last };
  else placePieces(walk, owner, first, last, walk.limits.regionLinesMax);
}

function placePieces(walk: UnitWalk, symbol: number | null, first: number, last: number, most: number): void {
  if (first > last) return;
  const starts = pieceStarts(first, last, Math.max(1, most), walk.hints);
  for (const [index, startLine] of starts.entries())
    walk.units.push({ startLine, endLine: (starts[index + 1] ?? last + 1) - 1, symbol, isWhole: symbol === null });
}

/** Facts about lines that say where a cut is good. */
export interface CutHints {
  /** Whether the line is blank, begins like a comment, or only closes a block. */
  readonly isQuiet: (line: number) => boolean;
  /** Whether the line begins with a closing bracket or continues the statement above, as `else` does. */
  readonly isContinued: (line: number) => boolean;
  /** Returns the indentation in columns; null for a blank line. */
  readonly indent: (line: number) => number | null;
}

// The extra cost of a cut that does not follow a blank line, and of one inside a statement, in columns of indentation.
const NO_BLANK = 4;
const TORN = 8;
/** A piece may be shorter or longer than the average by this proportion. */
const SLACK = 0.5;
const UNEVEN = 4;

/** Returns the first lines of the pieces of a range; pieces have about equal length, and at most `most` lines. */
function pieceStarts(first: number, last: number, most: number, hints: CutHints): readonly number[] {
  const starts = [first];
  for (;;) {
    const start = starts.at(-1)!;
    const rest = last - start + 1;
    if (rest <= most) return starts;
    const even = rest / Math.ceil(rest / most);
    starts.push(findBestStart(start, even, Math.min(most, rest - 1), hints));
  }
}

function findBestStart(start: number, even: number, most: number, hints: CutHints): number {
  const from = Math.max(1, Math.ceil(even * (1 - SLACK)));
  const to = Math.max(from, Math.min(most, Math.floor(even * (1 + SLACK))));
  let best = start + Math.floor(even);
  let least = Number.POSITIVE_INFINITY;
  for (let length = from; length <= to; length++) {
    const cost = costOfStart(start + length, hints) + (UNEVEN * Math.abs(length - even)) / even;
    if (cost < least) [best, least] = [start + length, cost];
  }
  return best;
}

/** Returns what it costs to begin a piece with a line. */
function costOfStart(line: number, { indent, isContinued }: CutHints): number {
  const columns = indent(line);
  // A blank line should end a piece and not begin one.
  if (columns === null) return Number.POSITIVE_INFINITY;
  return columns + (indent(line - 1) === null ? 0 : NO_BLANK) + (isContinued(line) ? TORN : 0);
}
