// Joins several SELECTs into one statement, because each trip to a remote database takes time.
import type { Ask, SentRow, Value } from '../connection/database.ts';

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

/** Creates a question part. */
export function part(columns: number, sql: string, ...values: Value[]): QuestionPart {
  return { columns, sql, values };
}

/** Asks all parts and the version in one statement: one round trip, and one consistent state even during writes. */
export async function askParts(ask: Ask, version: QuestionPart, parts: readonly QuestionPart[]): Promise<PartAnswers> {
  const width = Math.max(1, ...parts.map((one) => one.columns));
  const padded = (columns: readonly string[]) =>
    [...columns.map((column) => `${column}::text`), ...Array<string>(width - columns.length).fill('NULL')].join(', ');
  const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
  const all = [version, ...parts];
  const selects = all.map(
    ({ sql, columns }, index) =>
      `SELECT ${index - 1}, ${padded(names(columns))} FROM (${sql}) AS p${index} (${names(columns)})`,
  );
  const found = await ask(selects.join(' UNION ALL '), ...all.flatMap((one) => one.values));
  const byPart = Map.groupBy(found, ([index]) => Number(index));
  return {
    version: byPart.get(-1)?.[0]?.[1] ?? '',
    rows: parts.map((_, index) => (byPart.get(index) ?? []).map((row) => row.slice(1))),
  };
}
