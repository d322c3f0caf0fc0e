// Shows a file as a diff: places the hunks of a patch in the current lines, and maps lines of the file to lines of the
// diff.
import type { SourceText } from '../../model/candidate.ts';
import type { LineRange } from '../../model/facts.ts';
import { linesOf } from '../../model/line-ranges.ts';
import type { Hunk } from '../../model/task.ts';

/** A line of a file that is shown as a diff. */
export interface DiffRow {
  /** As in a diff; `@` opens a hunk that has no place in a file. */
  readonly mark: ' ' | '+' | '-' | '@';
  readonly text: string;
  /** Its line in the file, as the diff states it for a hunk without a place; null if the file does not have it. */
  readonly number: number | null;
}

/** Returns the lines of a file with the lines that a diff adds or removes in their places. */
export function diffRows(lines: readonly string[], { side, hunks }: PlacedHunks): readonly DiffRow[] {
  const sideMark = side === 'new' ? '+' : '-';
  const rows: DiffRow[] = [];
  let next = 1;
  const take = (mark: DiffRow['mark']) => {
    rows.push({ mark, text: lines[next - 1] ?? '', number: next });
    next++;
  };
  for (const { hunk, at } of hunks) {
    while (next < at) take(' ');
    for (const line of hunk.lines) {
      const mark = line[0] as DiffRow['mark'];
      if (mark === ' ' || mark === sideMark) take(mark);
      else rows.push({ mark, text: line.slice(1), number: null });
    }
  }
  while (next <= lines.length) take(' ');
  return rows;
}

/** Makes the text that quotes these rows, each behind its mark; symbols and imports move with their lines. */
export function diffText(source: SourceText, rows: readonly DiffRow[]): SourceText {
  const move = mapToDiff(rows);
  const symbols = source.facts.symbols.map((symbol) => {
    const [startLine, endLine] = move(linesOf(symbol));
    return { ...symbol, startLine, endLine, signatureLines: move(symbol.signatureLines) };
  });
  return {
    ...source,
    lines: rows.map(({ mark, text }) => `${mark}${text}`),
    numbers: rows.map(({ number }) => number),
    facts: { ...source.facts, lineCount: rows.length, importLines: source.facts.importLines.map(move), symbols },
  };
}

/** Creates a function that maps lines of the file to lines of its diff. */
export function mapToDiff(rows: readonly DiffRow[]): (range: LineRange) => LineRange {
  const at: number[] = [];
  for (const [index, { number }] of rows.entries()) if (number !== null) at[number] = index + 1;
  const place = (line: number) => at[line] ?? Math.min(Math.max(1, line), Math.max(1, rows.length));
  return ([first, last]) => [place(first), place(last)];
}

/** Where the hunks of a diff lie in the current file. */
export interface PlacedHunks {
  /** The side of the diff that the file shows: the new one once it is applied. */
  readonly side: 'old' | 'new';
  /** In order, none over another. */
  readonly hunks: readonly PlacedHunk[];
  /** The hunks that were not found in the file. */
  readonly lost: readonly Hunk[];
}

interface PlacedHunk {
  readonly hunk: Hunk;
  /** The first line of the file that the hunk covers. */
  readonly at: number;
}

// Other changes may have moved a hunk; it is looked for this many lines around its expected place.
const OFFSET_MAX = 400;

/** Finds out which side of a diff the file shows, and where each hunk lies in it, by comparing lines. */
export function placeHunks(lines: readonly string[], hunks: readonly Hunk[]): PlacedHunks {
  const applied = placeOn('new', lines, hunks);
  const open = placeOn('old', lines, hunks);
  return open.hunks.length > applied.hunks.length ? open : applied;
}

function linesOnSide({ lines }: Hunk, side: 'old' | 'new'): readonly string[] {
  const other = side === 'new' ? '-' : '+';
  return lines.filter((line) => line[0] !== other).map((line) => line.slice(1));
}

function placeOn(side: 'old' | 'new', lines: readonly string[], hunks: readonly Hunk[]): PlacedHunks {
  const placed: PlacedHunk[] = [];
  const lost: Hunk[] = [];
  let shift = 0;
  let next = 1;
  for (const hunk of hunks.toSorted((a, b) => a.newStart - b.newStart)) {
    const wanted = linesOnSide(hunk, side);
    const stated = side === 'new' ? hunk.newStart : hunk.oldStart;
    const index = findPosition(lines, wanted, next, stated + shift);
    if (index === null) lost.push(hunk);
    else {
      placed.push({ hunk, at: index });
      shift = index - stated;
      next = index + wanted.length;
    }
  }
  return { side, hunks: placed, lost };
}

// Finds the line at or after `from` at which the wanted lines begin; of several, the one nearest to `near`.
function findPosition(lines: readonly string[], wanted: readonly string[], from: number, near: number): number | null {
  const last = lines.length - wanted.length + 1;
  for (let offset = 0; offset <= OFFSET_MAX; offset++)
    for (const position of offset === 0 ? [near] : [near - offset, near + offset]) {
      if (position < from || position > last) continue;
      if (wanted.every((line, index) => lines[position - 1 + index] === line)) return position;
    }
  return null;
}
