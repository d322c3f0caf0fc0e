// Decodes columns that the server sends as text, and encodes many values as the columns of one statement.

/** The bytes of a column selected with `encode(…, 'base64')`, which is a third shorter than the hexadecimal default. */
export function bytesOf(column: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(column, 'base64');
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The numbers of a column selected with `array_to_string(…, ' ')`. */
export function numbersIn(column: string): ReadonlySet<number> {
  return new Set(column === '' ? [] : column.split(' ').map(Number));
}

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
