// Builds statements that read or write much in one trip to a remote database, and decodes the columns they return.
import type { Ask, SentRow, Value } from './connection/database.ts';

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

/** Turns rows, at least one, into a list for each column, as `unnest` takes them. */
export function columnsOf<Row>(rows: readonly Row[], cellsOf: (row: Row) => readonly Cell[]): Cell[][] {
  const cells = rows.map(cellsOf);
  return cells[0]!.map((_, index) => cells.map((row) => row[index] ?? null));
}

/** One SELECT of a combined question, with its number of columns and a `?` for each value. */
export interface QuestionPart {
  readonly sql: string;
  readonly columns: number;
  readonly values: readonly Value[];
}

/** The rows of each part, and the version of the view or workspace they belong to. */
export interface PartAnswers {
  /** Empty if nothing was written yet. */
  readonly version: string;
  readonly rows: readonly (readonly SentRow[])[];
}

export function part(columns: number, sql: string, ...values: Value[]): QuestionPart {
  return { columns, sql, values };
}

/** A part whose last value is a list of keys; null without keys, because it would find no rows. */
export function partFor(columns: number, sql: string, values: readonly Value[], keys: readonly (string | number)[]) {
  return keys.length === 0 ? null : part(columns, sql, ...values, keys);
}

/** Asks all parts and the version in one statement: one round trip, and one consistent state even during writes. */
export async function askParts(
  ask: Ask,
  version: QuestionPart,
  parts: readonly (QuestionPart | null)[],
): Promise<PartAnswers> {
  const asked = parts.filter((one) => one !== null);
  const width = Math.max(1, ...asked.map((one) => one.columns));
  const padColumns = (columns: readonly string[]) =>
    [...columns.map((column) => `${column}::text`), ...Array<string>(width - columns.length).fill('NULL')].join(', ');
  const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
  const all = [version, ...asked];
  const selects = all.map(
    ({ sql, columns }, index) =>
      `SELECT ${index - 1}, ${padColumns(names(columns))} FROM (${sql}) AS p${index} (${names(columns)})`,
  );
  const found = await ask(selects.join(' UNION ALL '), ...all.flatMap((one) => one.values));
  const byPart = Map.groupBy(found, ([index]) => Number(index));
  return {
    version: byPart.get(-1)?.[0]?.[1] ?? '',
    rows: parts.map((one) => (one === null ? [] : (byPart.get(asked.indexOf(one)) ?? [])).map((row) => row.slice(1))),
  };
}
