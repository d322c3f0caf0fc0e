// The connection to SQLite: prepared statements, transactions, numbers of paths, `meta` entries, and errors for users.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { attempt, ContextError, type ErrorCode } from '../../../model/errors.ts';

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
  /** The number of a path; assigns one at the first call. */
  pathId(path: string): number;
  /** Runs reads on one consistent state, also while another process writes. */
  read<T>(work: () => T): T;
  /** Runs writes in one transaction, after waiting for other writers. */
  write(work: () => void): void;
  /** Whether it also reads rows of a base index. */
  readonly isBorrowing: boolean;
  /** Changes whenever another connection has written. */
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
  const pathIds = new Map<string, number>();
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
        // The numbers that the transaction assigned are void.
        pathIds.clear();
        throw error;
      }
    } catch (error) {
      throw translateFailure(error);
    }
  };
  // Rows come untyped; each call names the type of row that its statement selects.
  const connection: Connection = {
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
    pathId: (path) => {
      const known = pathIds.get(path);
      if (known !== undefined) return known;
      const stored = connection.get<{ id: number }>('SELECT id FROM paths WHERE path = ?', path)?.id;
      const id = stored ?? connection.run('INSERT INTO main.paths (path) VALUES (?)', path);
      pathIds.set(path, id);
      return id;
    },
    close: () => database.close(),
  };
  return connection;
}

// The oldest supported Node versions cannot return rows as lists.
function rowLists(statement: StatementSync, values: SQLInputValue[]): unknown[] {
  if (typeof statement.setReturnArrays !== 'function') return statement.all(...values).map((row) => Object.values(row));
  statement.setReturnArrays(true);
  return statement.all(...values);
}

export function readMeta(connection: Connection, key: string, database: 'main' | 'base' = 'main'): string | null {
  return connection.get<{ value: string }>(`SELECT value FROM ${database}.meta WHERE key = ?`, key)?.value ?? null;
}

export function writeMeta(connection: Connection, key: string, value: string): void {
  connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
}

/** Ends a transaction that failed, if it is still open: some failures end the transaction themselves. */
export function rollBack(database: DatabaseSync): void {
  attempt(() => database.exec('ROLLBACK'));
}

/** Encodes a list as one value for `json_each(?)`, so that no list is too long for a statement. */
export function listValue(values: readonly (string | number)[]): string {
  return JSON.stringify([...new Set(values)]);
}

// By the primary result codes of SQLite, which are the low byte of every extended code, and one extended code (522).
const FAILURES: Readonly<Record<number, readonly [code: ErrorCode, message: string]>> = {
  5: ['STORE_BUSY', 'The index is being written by another process.'],
  6: ['STORE_BUSY', 'The index is being written by another process.'],
  // knap never breaks the constraints of its tables, so another program changed tables or rows.
  17: ['STORE_DAMAGED', 'The tables of the index file were changed.'],
  19: ['STORE_DAMAGED', 'The index file contradicts itself.'],
  20: ['STORE_DAMAGED', 'The index file holds values of a wrong kind.'],
  11: ['STORE_DAMAGED', 'The index file is damaged.'],
  26: ['STORE_DAMAGED', 'The index file is not a database.'],
  522: ['STORE_DAMAGED', 'The index file is cut off.'],
  8: ['STORE_UNUSABLE', 'The index file cannot be written.'],
  14: ['STORE_UNUSABLE', 'The index file cannot be opened.'],
  10: ['STORE_UNUSABLE', 'The index file cannot be read or written.'],
  13: ['STORE_UNUSABLE', 'The disk is full.'],
};

const MISSING = /^no such (?:table|column): (?:main\.)?\w+$/;

/** Translates an error of SQLite to one for the user; returns errors of knap's own code unchanged. */
export function translateFailure(error: unknown): unknown {
  // The driver refuses to return numbers that JavaScript cannot represent; knap never stores any.
  if (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
    return new ContextError('STORE_DAMAGED', 'The index file holds wild numbers.', { cause: error });
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  // SQLite has no code for a missing table or column. All statements match the schema, so a missing one means damage.
  if (MISSING.test(error.message))
    return new ContextError('STORE_DAMAGED', 'The index file lacks a table or a column.', { cause: error });
  const failure = FAILURES[error.errcode] ?? FAILURES[error.errcode & 0xff];
  return failure ? new ContextError(...failure, { cause: error }) : error;
}

/** Decodes bytes from the database; reports any failure as damage, which SQLite itself cannot detect. */
export function decodeOrDamage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ContextError('STORE_DAMAGED', 'The index file holds unreadable facts.', { cause: error });
  }
}

export function isDamage(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'STORE_DAMAGED';
}
