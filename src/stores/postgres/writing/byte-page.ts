// Sends many values to the database in one statement, as columns and as joined byte strings.

/**
 * Joins many byte strings to one value and records the place of each, because the driver sends a list of byte strings
 * as text of twice the size. In a statement, `substring(page.bytes FROM row.start FOR row.size)` extracts one of them.
 */
export class BytePage {
  readonly #strings: Uint8Array[] = [];
  readonly starts: number[] = [];
  readonly sizes: number[] = [];
  #end = 1;

  add(bytes: Uint8Array): void {
    this.#strings.push(bytes);
    this.starts.push(this.#end);
    this.sizes.push(bytes.length);
    this.#end += bytes.length;
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#strings);
  }
}

type Cell = string | number | boolean | null;

/** Turns at least one row into one list for each column, as `unnest` takes them. */
export function columnsOf<Row>(rows: readonly Row[], cellsOf: (row: Row) => readonly Cell[]): Cell[][] {
  const cells = rows.map(cellsOf);
  return cells[0]!.map((_, index) => cells.map((row) => row[index] ?? null));
}
