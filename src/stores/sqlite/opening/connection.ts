import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { translateFailure } from './failures.ts';

// Large enough for the pages a big batch touches, small beside what parsing needs.
const WRITER_KIBIBYTES = 32 * 1024;

/** A database held open, with its prepared statements. */
export interface Connection {
  run(sql: string, ...values: SQLInputValue[]): number;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Rows as lists of their columns, in the order named: several times quicker than objects where rows are many. */
  lists<Row extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]): Row[];
  iterate<Row>(sql: string, ...values: SQLInputValue[]): Iterable<Row>;
  /** All that `work` reads is of one moment, also while another process writes. */
  read<T>(work: () => T): T;
  /** Everything `work` does happens, or nothing; waits for other writers first. */
  write(work: () => void): void;
  /** Whether it reads another index behind its own. */
  readonly isBorrowing: boolean;
  /** Changes whenever another process has written. */
  version(): number;
  close(): void;
}

interface ConnectOptions {
  readonly isBorrowing?: boolean;
  /** Asked at the beginning of every transaction; it may fail. */
  readonly onBegin?: (() => void) | undefined;
}

/** Wraps an open database. `run` answers with the id of the inserted row. */
export function connect(database: DatabaseSync, { isBorrowing = false, onBegin }: ConnectOptions = {}): Connection {
  const statements = new Map<string, StatementSync>();
  let hasWritten = false;
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const transact = <T>(begin: string, work: () => T): T => {
    try {
      database.exec(begin);
      try {
        onBegin?.();
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        rollBack(database);
        throw error;
      }
    } catch (error) {
      throw translateFailure(error);
    }
  };
  // Rows come untyped; what a row holds is settled by the statement beside each call, nowhere else.
  return {
    run: (sql, ...values) => Number(prepared(sql).run(...values).lastInsertRowid),
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[],
    lists: <Row extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]) =>
      rowLists(prepared(sql), values) as unknown as Row[],
    iterate: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).iterate(...values) as Iterable<Row>,
    read: (work) => transact('BEGIN', work),
    write: (work) => {
      if (!hasWritten) database.exec(`PRAGMA cache_size = -${WRITER_KIBIBYTES}`);
      hasWritten = true;
      transact('BEGIN IMMEDIATE', work);
    },
    isBorrowing,
    version: () => (prepared('PRAGMA data_version').get() as { data_version: number }).data_version,
    close: () => database.close(),
  };
}

// The oldest Node versions we run on cannot give lists by themselves.
function rowLists(statement: StatementSync, values: SQLInputValue[]): unknown[] {
  if (typeof statement.setReturnArrays !== 'function') return statement.all(...values).map((row) => Object.values(row));
  statement.setReturnArrays(true);
  return statement.all(...values);
}

/** Ends a transaction that failed, if it is still open. */
export function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // Some failures end the transaction by themselves; the failure that brought us here is the one to report.
  }
}
