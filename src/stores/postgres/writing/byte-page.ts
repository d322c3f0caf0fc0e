/**
 * Many byte strings as one value with the place of each, since a list of byte strings is sent as text, twice as long. In a statement
 * `substring(page.bytes FROM row.start FOR row.size)` is one of them again.
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

/** Rows as a list for each of their columns, as `unnest` takes them; there is at least one. */
export function columnsOf<Row>(rows: readonly Row[], cellsOf: (row: Row) => readonly Cell[]): Cell[][] {
  const cells = rows.map(cellsOf);
  return cells[0]!.map((_, at) => cells.map((row) => row[at] ?? null));
}
