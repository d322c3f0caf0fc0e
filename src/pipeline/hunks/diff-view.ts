import type { SourceText } from '../../model/candidate.ts';
import type { ContentFacts, LineRange } from '../../model/facts.ts';
import type { PlacedHunks } from './place-hunks.ts';

/** A line of a file read as its diff. */
export interface DiffRow {
  /** As in a diff; `@` opens a hunk that stands by itself. */
  readonly mark: ' ' | '+' | '-' | '@';
  readonly text: string;
  /** Its line in the file as it is; null where the file does not have it. */
  readonly number: number | null;
}

/** A file with what a diff takes from it or adds to it in their places. Its own lines are as they were read. */
export function diffRows(lines: readonly string[], { side, hunks }: PlacedHunks): readonly DiffRow[] {
  const own = side === 'new' ? '+' : '-';
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
      if (mark === ' ' || mark === own) take(mark);
      else rows.push({ mark, text: line.slice(1), number: null });
    }
  }
  while (next <= lines.length) take(' ');
  return rows;
}

/** The text that quotes those rows: each behind its mark, the facts moved to where their lines are now. */
export function diffText(source: SourceText, rows: readonly DiffRow[]): SourceText {
  const move = movedBy(rows);
  return {
    ...source,
    lines: rows.map(({ mark, text }) => `${mark}${text}`),
    numbers: rows.map(({ number }) => number),
    facts: movedFacts(source.facts, move, rows.length),
  };
}

/** From lines of the file to lines of its diff. */
export function movedBy(rows: readonly DiffRow[]): (range: LineRange) => LineRange {
  const at: number[] = [];
  for (const [index, { number }] of rows.entries()) if (number !== null) at[number] = index + 1;
  const place = (line: number) => at[line] ?? Math.min(Math.max(1, line), Math.max(1, rows.length));
  return ([first, last]) => [place(first), place(last)];
}

function movedFacts(facts: ContentFacts, move: (range: LineRange) => LineRange, lineCount: number): ContentFacts {
  return {
    ...facts,
    lineCount,
    importLines: facts.importLines.map(move),
    symbols: facts.symbols.map((symbol) => {
      const [startLine, endLine] = move([symbol.startLine, symbol.endLine]);
      return { ...symbol, startLine, endLine, signatureLines: move(symbol.signatureLines) };
    }),
  };
}
