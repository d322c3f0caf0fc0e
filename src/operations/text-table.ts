// Lays out tables and wrapped or cut lines as plain text.
import { oneLine } from '../model/visible-text.ts';

const ROOM_MIN = 20;
const HANGING = '    ';

/** Aligns the columns of rows; in a row wider than the screen the last cell wraps. */
export function table(cells: readonly (readonly string[])[], screen?: number): readonly string[] {
  const rows = cells.map((row) => row.map((cell) => oneLine(cell)));
  const columns = rows.reduce((max, row) => Math.max(max, row.length - 1), 0);
  const widths = Array.from({ length: columns }, (_, column) =>
    rows.reduce((max, row) => Math.max(max, row[column]?.length ?? 0), 0),
  );
  return rows.flatMap((row) => {
    const last = row.length - 1;
    const line = row
      .map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
    if (screen === undefined || line.length <= screen) return [line];
    const before = line.slice(0, line.length - row[last]!.trimEnd().length);
    const isTight = screen - before.length < ROOM_MIN;
    const below = wrapText(row[last]!, isTight ? HANGING : ' '.repeat(before.length), screen);
    return isTight ? [before.trimEnd(), ...below] : [before + below[0]!.trimStart(), ...below.slice(1)];
  });
}

/** Wraps a text into lines of at most `columns`; a longer word stays whole. */
export function wrapText(text: string, indent: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/)) {
    if (line.length > indent.length && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = indent;
    }
    line += line.length > indent.length ? ` ${word}` : word;
  }
  return [...lines, line];
}

/** Cuts the end of a text that is too wide. */
export const cutToWidth = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
