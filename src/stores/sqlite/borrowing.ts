import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ContextError } from '../../model/errors.ts';
import { filterMessagePostings, filterPostings } from '../bytes/posting-bytes.ts';
import { checkRows, checkTables } from './opening/check-database.ts';
import { type Connection, connect } from './opening/connection.ts';
import { translateFailure } from './opening/failures.ts';
import { HIDDEN_COMMITS, IDENTITY, SCHEMA, SEALS } from './opening/schema.ts';
import { stampOf } from './opening/stamp.ts';

/** Another index that this one may read: that of the main checkout, for a work tree of it. */
export interface LendingIndex {
  /** Its file, made by this version for this user; it is opened for reading alone. */
  readonly path: string;
  /** The keys of what it remembers that holds for every work tree. */
  readonly sharedMeta: readonly string[];
  /** Something borrowed turned out to be damaged: it is read whole first. */
  readonly isSuspect?: boolean;
}

const LENDER = 'store.lender';

// Rows of these tables are added and never changed, so those up to a number are read where they are.
const BORROWED = {
  paths: { number: 'id', limit: 'paths' },
  path_words: { number: 'path', limit: 'path_words' },
  contents: { number: 'id', limit: 'contents' },
  bodies: { number: 'content', limit: 'contents' },
  symbols: { number: 'content', limit: 'contents' },
  commits: { number: 'id', limit: 'commits' },
} as const;

// What depends on the view is the work tree's own; it begins as the lender's is now.
const COPIED = ['files', 'view', 'documents', 'document_keys', 'edges', 'file_history', 'history', 'vector_model'];

/**
 * Lets an open index read the lender's rows behind its own. One that holds nothing yet begins to borrow, one that was made without a lender stays
 * as it is. Fails as damage where the lender is gone or has no longer what was borrowed.
 */
export function borrow(database: DatabaseSync, lender: LendingIndex | null): void {
  const connection = connect(database);
  const known = meta(connection, LENDER);
  if (known === null && (lender === null || !isEmpty(connection))) return;
  if (lender === null || (known !== null && known !== lender.path)) throw lenderGone();
  if (!attach(database, lender)) {
    if (known === null) return;
    throw lenderGone();
  }
  if (known === null) connection.write(() => copyView(connection, lender));
  expectLender(connection, true);
  const isBelow = (number: string, limit: string) =>
    `${number} <= (SELECT CAST(value AS INTEGER) FROM main.meta WHERE key = '${LENDER}.${limit}')`;
  for (const [table, { number, limit }] of Object.entries(BORROWED))
    database.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table}
      UNION ALL SELECT * FROM lender.${table} WHERE ${isBelow(number, limit)}`);
  // Vectors hang on the path at which a content is found first, so some are made again; those of another model mean nothing.
  database.exec(`CREATE TEMP VIEW vectors AS SELECT * FROM main.vectors
    UNION ALL SELECT * FROM lender.vectors WHERE ${isBelow('content', 'contents')}
    AND content NOT IN (SELECT content FROM main.vectors)
    AND EXISTS (SELECT 1 FROM main.vector_model JOIN lender.vector_model USING (name, dimensions))`);
}

/** Connects to a database that `borrow` was asked about, of a work tree or of none. */
export function connectBorrowing(database: DatabaseSync, isWorkTree: boolean): Connection {
  if (!isWorkTree) return connect(database);
  const isBorrowing = database.prepare('SELECT 1 FROM temp.sqlite_schema LIMIT 1').get() !== undefined;
  const connection = connect(database, { isBorrowing, onBegin: () => expectLender(connection, isBorrowing) });
  return connection;
}

// Fails unless all that was borrowed is still there, and nobody began to borrow meanwhile; asked in the transaction that reads.
function expectLender(connection: Connection, isAttached: boolean): void {
  const identity = isAttached ? meta(connection, IDENTITY, 'lender') : null;
  if (meta(connection, `${LENDER}.identity`) !== identity) throw lenderGone();
}

/** How many files of the view are borrowed, and from where. */
export function borrowedFiles(connection: Connection): { readonly from: string; readonly files: number } {
  const sql = `SELECT count(*) AS files FROM files WHERE content NOT IN (SELECT id FROM main.contents)`;
  return { from: meta(connection, LENDER)!, ...connection.get<{ files: number }>(sql)! };
}

/** Leaves out of postings of the lender what it added since it was borrowed from. */
export function lentPostings(connection: Connection, owner: 'postings' | 'message_postings') {
  const isOfContents = owner === 'postings';
  const most = Number(meta(connection, `${LENDER}.${isOfContents ? 'contents' : 'last_commit'}`));
  const filter = isOfContents ? filterPostings : filterMessagePostings;
  return (bytes: Uint8Array): Uint8Array => filter(bytes, (number) => number <= most);
}

/** Ends the borrowing of commits, for a history that is read anew. */
export function forgetLentCommits(connection: Connection): void {
  for (const limit of ['commits', 'last_commit'])
    connection.run(`UPDATE meta SET value = '0' WHERE key = ?`, `${LENDER}.${limit}`);
}

// False where it cannot be read or is not as it was written; what was left as it is now was looked at before.
function attach(database: DatabaseSync, { path, isSuspect = false }: LendingIndex): boolean {
  try {
    database.prepare('ATTACH ? AS lender').run(`${pathToFileURL(path).href}?mode=ro`);
    checkTables(database, SCHEMA, 'lender');
    if (isSuspect || !stampOf(path).isAsLeft()) checkRows(database, SEALS, 'lender');
    return true;
  } catch {
    return false;
  }
}

// The last path and commit are copied too: new ones are numbered from there.
function copyView(connection: Connection, { path, sharedMeta }: LendingIndex): void {
  if (!isEmpty(connection)) return;
  for (const table of COPIED) {
    connection.run(`DELETE FROM main.${table}`);
    copyRows(connection, table);
  }
  const last = (table: string) =>
    connection.get<{ last: number }>(`SELECT coalesce(max(id), 0) AS last FROM lender.${table}`)!.last;
  const [paths, contents, commits] = ['paths', 'contents', 'commits'].map(last) as [number, number, number];
  copyRows(connection, 'paths', `WHERE id = ${paths}`);
  copyRows(connection, 'commits', `WHERE id = ${commits}`);
  connection.run(`INSERT INTO main.sqlite_sequence (name, seq) VALUES ('contents', ?)`, contents);
  for (const key of [...sharedMeta, HIDDEN_COMMITS]) copyRows(connection, 'meta', `WHERE key = '${key}'`);
  const limits = { paths: paths - 1, path_words: paths, contents, commits: commits - 1, last_commit: commits };
  const own = { ...limits, identity: meta(connection, IDENTITY, 'lender') ?? '' };
  for (const [key, value] of Object.entries(own))
    connection.run('INSERT INTO meta (key, value) VALUES (?, ?)', `${LENDER}.${key}`, String(value));
  connection.run('INSERT INTO meta (key, value) VALUES (?, ?)', LENDER, path);
}

// Without the seals, which are made again.
function copyRows(connection: Connection, table: string, which = ''): void {
  const columns = connection
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}', 'main')`)
    .map(({ name }) => name);
  connection.run(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM lender.${table} ${which}`);
}

function isEmpty(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM main.contents LIMIT 1') === undefined && meta(connection, LENDER) === null;
}

function meta(connection: Connection, key: string, database: 'main' | 'lender' = 'main'): string | null {
  const sql = `SELECT value FROM ${database}.meta WHERE key = ?`;
  try {
    return connection.get<{ value: string }>(sql, key)?.value ?? null;
  } catch (error) {
    throw translateFailure(error);
  }
}

function lenderGone(): ContextError {
  return new ContextError('STORE_DAMAGED', 'The index of the main checkout no longer holds what this one borrowed.');
}
