// Makes candidates of the hunks of a diff, and finds the symbols that a diff adds, changes or removes.
import { NO_EVIDENCE, type Reason, type Scored, type SourceText } from '../../model/candidate.ts';
import { entityId, FUNCTION_KINDS } from '../../model/entity.ts';
import { type LineRange, NO_FACTS, type SymbolFacts } from '../../model/facts.ts';
import { linesOf, mergeRanges, overlaps } from '../../model/line-ranges.ts';
import type { ChangedSymbol } from '../../model/task.ts';
import { type DiffRow, diffText, mapToDiff } from './diff-view.ts';

interface HunkOptions {
  /** Changed lines with at most this many others between them form one hunk. */
  readonly gapLines: number;
  /** A longer hunk is quoted in parts, so that it need not fit as a whole. */
  readonly linesMax: number;
}

/** Shows a file as its diff: adds a candidate for each hunk, which replaces the units it overlaps. */
export function asDiff(scored: readonly Scored[], rows: readonly DiffRow[], options: HunkOptions): readonly Scored[] {
  const source = scored[0]?.text;
  if (!source) return scored;
  const text = diffText(source, rows);
  const move = mapToDiff(rows);
  const changed = changedRanges(rows, options);
  const all = scored.map((candidate) => movedCandidate(candidate, text, move));
  const moved = all.filter((candidate) => isUnchanged(candidate, changed));
  return [...moved, ...changed.map((range) => hunkOf(range, text, all))];
}

/** Adds a hunk for each unit of a new file, all of which changed; its text is quoted as that of any other file. */
export function asNew(scored: readonly Scored[]): readonly Scored[] {
  const units = scored.filter(({ entity, text }) => entity.container !== null && text !== null);
  return [...scored, ...units.map(({ text, entity }) => hunkOf(linesOf(entity.location), text!, scored))];
}

/** Makes hunks of rows that have no place in the file, which may be gone, so that only the diff itself is quoted. */
export function bareHunks(
  path: string,
  rows: readonly DiffRow[],
  { hash, score, because }: { readonly hash: string; readonly score: number; readonly because: string },
  options: HunkOptions,
): readonly Scored[] {
  const text = diffText({ path, hash, lines: [], isStale: false, facts: NO_FACTS }, rows);
  return changedRanges(rows, options).map((range) => ({
    ...hunkOf(range, text, []),
    score,
    listReasons: () => [{ ...CHANGED, because }],
  }));
}

const CHANGED: Reason = { signal: 'diff', value: 1, weight: 1, because: 'changed in the diff' };
// A hunk scores just below its file and the units around it, so that in a new file the unit names the block.
const BEHIND = 0.999;

function isUnchanged({ entity }: Scored, changed: readonly LineRange[]): boolean {
  return entity.container === null || !changed.some((range) => overlaps(range, linesOf(entity.location)));
}

function movedCandidate(candidate: Scored, text: SourceText, move: (range: LineRange) => LineRange): Scored {
  const { location } = candidate.entity;
  const isFile = candidate.entity.container === null;
  const [startLine, endLine] = isFile ? [1, text.lines.length] : move(linesOf(location));
  const signals = candidate.signals.map((signal) => {
    const evidence = signal.evidence?.map((each) => ({ ...each, lines: move(each.lines) }));
    return evidence === undefined ? signal : { ...signal, evidence };
  });
  const entity = { ...candidate.entity, location: { ...location, startLine, endLine } };
  const matches = isFile ? candidate.matches : candidate.matches.map(move);
  return { ...candidate, signals, entity, text, matches };
}

function hunkOf([startLine, endLine]: LineRange, text: SourceText, scored: readonly Scored[]): Scored {
  const { path, hash } = text;
  const id = entityId(`${path}@@${startLine}-${endLine}`);
  const around = scored.filter(
    ({ entity }) => entity.container !== null && overlaps(linesOf(entity.location), [startLine, endLine]),
  );
  const names = [...new Set(around.filter(({ entity }) => entity.kind !== 'region').map(({ entity }) => entity.name))];
  const file = scored.find(({ entity }) => entity.container === null);
  const least = Math.min(...around.map(({ score }) => score), file?.score ?? 1);
  return {
    ...NO_EVIDENCE,
    id,
    path,
    text,
    likelihood: 1,
    isPinned: true,
    signals: [{ kind: CHANGED.signal, value: 1, because: CHANGED.because }],
    listReasons: () => [CHANGED],
    score: least * BEHIND,
    entity: {
      id,
      kind: 'hunk',
      name: names.slice(0, 2).join(', '),
      qualifiedName: path,
      source: file?.entity.source ?? 'code',
      location: { path, startLine, endLine },
      container: entityId(path),
      language: file?.entity.language ?? null,
      role: file?.entity.role ?? 'source',
      signature: null,
      doc: null,
      hash,
    },
  };
}

function changedRanges(rows: readonly DiffRow[], { gapLines, linesMax }: HunkOptions): readonly LineRange[] {
  const lines = rows.flatMap(({ mark }, index): LineRange[] =>
    mark === '+' || mark === '-' ? [[index + 1, index + 1]] : [],
  );
  return mergeRanges(lines, gapLines).flatMap(([first, last]) => {
    const parts: LineRange[] = [];
    for (let index = first; index <= last; index += linesMax) parts.push([index, Math.min(last, index + linesMax - 1)]);
    return parts;
  });
}

/** One side of a diff: a file before or after it. */
export interface DiffSide {
  readonly lines: readonly string[];
  /** The numbers, from 1, of lines that the other side does not have. */
  readonly changed: readonly number[];
}

/** A side with what a parser found in it. */
export interface ParsedSide extends DiffSide {
  readonly symbols: readonly SymbolFacts[];
  readonly isCode: (line: number) => boolean;
}

/** The file before a diff (`-`), or after it (`+`). */
export function sideOf(rows: readonly DiffRow[], mark: '+' | '-'): DiffSide {
  const sideRows = rows.filter((row) => row.mark === ' ' || row.mark === mark);
  return {
    lines: sideRows.map(({ text }) => text),
    changed: sideRows.flatMap((row, index) => (row.mark === mark ? [index + 1] : [])),
  };
}

/** Finds the definitions that a diff adds, changes or takes away; comments and blank lines do not count. */
export function changedSymbols(path: string, before: ParsedSide, after: ParsedSide): readonly ChangedSymbol[] {
  const byName = new Map<string, ChangedSymbol>();
  const add = (symbol: SymbolFacts, { symbols }: ParsedSide, change: ChangedSymbol['change']) => {
    const { name, qualifiedName, kind } = isConstructor(symbol, path) ? (parentOf(symbol, symbols) ?? symbol) : symbol;
    if (!byName.has(qualifiedName)) byName.set(qualifiedName, { path, name, qualifiedName, kind, change });
  };
  const isIn = ({ symbols }: ParsedSide, { qualifiedName }: SymbolFacts) =>
    symbols.some((symbol) => symbol.qualifiedName === qualifiedName);
  for (const line of before.changed.filter(before.isCode)) {
    const symbol = symbolAt(before, line);
    if (symbol === null) continue;
    if (isIn(after, symbol)) add(symbol, before, 'changes');
    // A definition is gone only if its own head is removed; other lines may have moved with the code around it.
    else if (line >= symbol.signatureLines[0] && line <= symbol.signatureLines[1]) add(symbol, before, 'takes away');
  }
  for (const line of after.changed.filter(after.isCode)) {
    const symbol = symbolAt(after, line);
    if (symbol !== null) add(symbol, after, isIn(before, symbol) ? 'changes' : 'adds');
  }
  return [...byName.values()];
}

// Finds the innermost symbol around a line that other code can name; definitions within a function cannot be named.
function symbolAt({ symbols }: ParsedSide, line: number): SymbolFacts | null {
  let symbol = symbols.findLast(({ startLine, endLine }) => startLine <= line && line <= endLine) ?? null;
  for (let holder = parentOf(symbol, symbols); holder !== null; holder = parentOf(holder, symbols))
    if (FUNCTION_KINDS.has(holder.kind)) symbol = holder;
  return symbol !== null && isBetweenMembers(symbol, symbols, line) ? null : symbol;
}

// Whether a line of a class with methods lies in none of them; such a field or block is not named by naming the class.
function isBetweenMembers(symbol: SymbolFacts, symbols: readonly SymbolFacts[], line: number): boolean {
  if (symbol.kind !== 'class' || line <= symbol.signatureLines[1]) return false;
  const index = symbols.indexOf(symbol);
  return symbols.some(({ kind, parent }) => parent === index && FUNCTION_KINDS.has(kind));
}

function parentOf(symbol: SymbolFacts | null, symbols: readonly SymbolFacts[]): SymbolFacts | null {
  return symbol === null || symbol.parent === null ? null : (symbols[symbol.parent] ?? null);
}

const CONSTRUCTORS: ReadonlySet<string> = new Set(['constructor', '__init__', '__new__', '__construct']);

// A constructor is called by the name of its class.
function isConstructor({ name }: SymbolFacts, path: string): boolean {
  return CONSTRUCTORS.has(name) || (name === 'initialize' && path.endsWith('.rb'));
}
