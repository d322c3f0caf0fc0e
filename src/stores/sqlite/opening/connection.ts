// A connection to SQLite with prepared statements, transactions and the numbers of paths, for all files of this store.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { translateFailure } from './failures.ts';

// Holds the pages that a big batch touches, and is small compared with the memory for parsing.
const WRITER_KIBIBYTES = 32 * 1024;

/** An open database with its prepared statements. */
export interface Connection {
  run(sql: string, ...values: SQLInputValue[]): number;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Rows as lists of columns, which are several times quicker than objects. */
  lists<Row extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]): Row[];
  iterate<Row>(sql: string, ...values: SQLInputValue[]): Iterable<Row>;
  /** Runs reads on one consistent state, also while another process writes. */
  read<T>(work: () => T): T;
  /** Runs writes in one transaction, after waiting for other writers. */
  write(work: () => void): void;
  /** Whether it also reads rows of a base index. */
  readonly isBorrowing: boolean;
  /** Changes whenever another process has written. */
  version(): number;
  close(): void;
}

interface ConnectOptions {
  readonly isBorrowing?: boolean;
  /** Runs at the start of every transaction, and may fail it. */
  readonly onBegin?: (() => void) | undefined;
}

/** Wraps an open database. `run` returns the id of the inserted row. */
export function connect(database: DatabaseSync, { isBorrowing = false, onBegin }: ConnectOptions = {}): Connection {
  const statements = new Map<string, StatementSync>();
  let hasWritten = false;
  const prepare = (sql: string): StatementSync => {
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
  // Rows come untyped; each call names the type of row that its statement selects.
  return {
    run: (sql, ...values) => Number(prepare(sql).run(...values).lastInsertRowid),
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    lists: <Row extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]) =>
      rowLists(prepare(sql), values) as unknown as Row[],
    iterate: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).iterate(...values) as Iterable<Row>,
    read: (work) => transact('BEGIN', work),
    write: (work) => {
      if (!hasWritten) database.exec(`PRAGMA cache_size = -${WRITER_KIBIBYTES}`);
      hasWritten = true;
      transact('BEGIN IMMEDIATE', work);
    },
    isBorrowing,
    version: () => (prepare('PRAGMA data_version').get() as { data_version: number }).data_version,
    close: () => database.close(),
  };
}

// The oldest supported Node versions cannot return rows as lists.
function rowLists(statement: StatementSync, values: SQLInputValue[]): unknown[] {
  if (typeof statement.setReturnArrays !== 'function') return statement.all(...values).map((row) => Object.values(row));
  statement.setReturnArrays(true);
  return statement.all(...values);
}

/** Reads an entry of `meta`; null if there is none. */
export function readMeta(connection: Connection, key: string, database: 'main' | 'base' = 'main'): string | null {
  return connection.get<{ value: string }>(`SELECT value FROM ${database}.meta WHERE key = ?`, key)?.value ?? null;
}

export function writeMeta(connection: Connection, key: string, value: string): void {
  connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
}

/** Ends a transaction that failed, if it is still open. */
export function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // Some failures end the transaction themselves; the caller reports the first failure.
  }
}

/** Numbers of paths. A path keeps its number forever, so the numbers can be cached across transactions. */
export interface PathIds {
  /** The number of a path; assigns one at the first call. */
  intern(path: string): number;
  /** Clears the cache; call it after a failed transaction, whose new numbers are void. */
  forget(): void;
}

export function pathIds(connection: Connection): PathIds {
  const known = new Map<string, number>();
  return {
    intern: (path) => {
      const remembered = known.get(path);
      if (remembered !== undefined) return remembered;
      const stored = connection.get<{ id: number }>('SELECT id FROM paths WHERE path = ?', path)?.id;
      const id = stored ?? connection.run('INSERT INTO main.paths (path) VALUES (?)', path);
      known.set(path, id);
      return id;
    },
    forget: () => known.clear(),
  };
}

/** Encodes a list as one value for `json_each(?)`, so that no list is too long for a statement. */
export function listValue(values: readonly (string | number)[]): string {
  return JSON.stringify([...new Set(values)]);
}
