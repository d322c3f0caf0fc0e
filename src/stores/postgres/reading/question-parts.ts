import type { Ask, SentRow, Value } from '../connection/database.ts';

/** A part of a question: a SELECT of so many columns, with a `?` for each value. */
export interface QuestionPart {
  readonly sql: string;
  readonly columns: number;
  readonly values: readonly Value[];
}

/** Answers to the parts, and the version of what they are of. */
export interface PartAnswers {
  /** Empty where nothing was ever written. */
  readonly version: string;
  readonly rows: readonly (readonly SentRow[])[];
}

/** Makes a part. */
export function part(columns: number, sql: string, ...values: Value[]): QuestionPart {
  return { columns, sql, values };
}

/** Asks all parts, and for one version, with one statement: one round trip, and all of one moment whatever is written meanwhile. */
export async function askParts(ask: Ask, version: QuestionPart, parts: readonly QuestionPart[]): Promise<PartAnswers> {
  const width = Math.max(1, ...parts.map((one) => one.columns));
  const padded = (columns: readonly string[]) =>
    [...columns.map((column) => `${column}::text`), ...Array<string>(width - columns.length).fill('NULL')].join(', ');
  const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`);
  const all = [version, ...parts];
  const selects = all.map(
    ({ sql, columns }, at) => `SELECT ${at - 1}, ${padded(names(columns))} FROM (${sql}) AS p${at} (${names(columns)})`,
  );
  const found = await ask(selects.join(' UNION ALL '), ...all.flatMap((one) => one.values));
  const byPart = Map.groupBy(found, ([at]) => Number(at));
  return {
    version: byPart.get(-1)?.[0]?.[1] ?? '',
    rows: parts.map((_, at) => (byPart.get(at) ?? []).map((row) => row.slice(1))),
  };
}
