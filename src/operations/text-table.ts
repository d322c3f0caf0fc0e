import { oneLine } from '../model/visible-text.ts';

const ROOM_MIN = 20;
const HANGING = '    ';

/** Rows with their columns aligned, each on one line; on a screen of so many columns the last cell goes on below where it began. */
export function table(cells: readonly (readonly string[])[], screen?: number): readonly string[] {
  const rows = cells.map((row) => row.map((cell) => (cell === ' ' ? cell : oneLine(cell))));
  const columns = rows.reduce((most, row) => Math.max(most, row.length - 1), 0);
  const widths = Array.from({ length: columns }, (_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
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
    const below = wrapped(row[last]!, isTight ? HANGING : ' '.repeat(before.length), screen);
    return isTight ? [before.trimEnd(), ...below] : [before + below[0]!.trimStart(), ...below.slice(1)];
  });
}

/** A text in lines of at most so many columns; a word that is longer stays whole. */
export function wrapped(text: string, indent: string, columns: number): readonly string[] {
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

/** How a task was taken, as a person says it; a kind of change that nobody could tell is not told. */
export function takenFor({ changeType, confidence }: { changeType: string; confidence: number }): string {
  return [...(changeType === 'unknown' ? [] : [changeType]), `confidence ${confidence.toFixed(2)}`].join(', ');
}

/** `16,000` */
export const grouped = (value: number): string => value.toLocaleString('en-US');

/** A text without its end, where it is too wide. */
export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
