import { oneLine } from '../model/visible-text.ts';

/** Rows with their columns aligned, each on one line; the last column is left as long as it is. */
export function table(cells: readonly (readonly string[])[]): readonly string[] {
  const rows = cells.map((row) => row.map((cell) => (cell === ' ' ? cell : oneLine(cell))));
  const columns = Math.max(0, ...rows.map((row) => row.length - 1));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) => {
    const last = row.length - 1;
    return row
      .map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  });
}

/** A probability as a person says it: never quite nothing, never quite sure. */
export function percent(probability: number): string {
  if (probability < 0.01) return '<1%';
  return probability > 0.99 ? '>99%' : `${Math.round(100 * probability)}%`;
}
