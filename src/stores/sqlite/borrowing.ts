// A work tree has mostly the files of its main checkout. This file lets its index read them from the base index, which
// is that of the main checkout.
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ContextError } from '../../model/errors.ts';
import { filterMessagePostings, filterPostings } from '../bytes/posting-bytes.ts';
import { checkRows, checkTables, stampOf } from './opening/check-database.ts';
import { type Connection, connect, readMeta, writeMeta } from './opening/connection.ts';
import { HIDDEN_COMMITS, IDENTITY } from './opening/schema.ts';

/** The index of the main checkout, from which the index of a work tree reads rows. */
export interface BaseIndex {
  /** The file, made by this version for this user; it is opened read-only. */
  readonly path: string;
  /** The `meta` keys whose values hold for every work tree. */
  readonly sharedMeta: readonly string[];
  /** Whether damage was found since it was checked, so that the whole file must be checked first. */
  readonly isSuspect?: boolean;
}

// The `meta` key of the path of the base index.
const BASE = 'store.lender';

// What an index needs of a row of these tables never changes, so it reads the rows up to a limit from the base index.
const BORROWED = {
  paths: { number: 'id', limit: 'paths' },
  path_words: { number: 'path', limit: 'path_words' },
  contents: { number: 'id', limit: 'contents' },
  bodies: { number: 'content', limit: 'contents' },
  symbols: { number: 'content', limit: 'contents' },
  commits: { number: 'id', limit: 'commits' },
} as const;

// Rows of these tables depend on the view, so a work tree starts with a copy of them.
const COPIED = ['files', 'view', 'documents', 'document_keys', 'edges', 'file_history', 'history', 'vector_model'];

/**
 * Lets the open index of a work tree read rows of its base index. An empty index begins to borrow; an index that was
 * made without a base stays as it is. Fails as damaged if the base index it borrows from is gone or has deleted rows.
 */
export function borrow(database: DatabaseSync, base: BaseIndex | null): void {
  const connection = connect(database);
  const known = readMeta(connection, BASE);
  if (known === null && (base === null || !isEmpty(connection))) return;
  if (base === null || (known !== null && known !== base.path)) throw baseGone();
  if (!attach(database, base)) {
    if (known === null) return;
    throw baseGone();
  }
  if (known === null) connection.write(() => copyView(connection, base));
  expectBase(connection, true);
  const isBelow = (number: string, limit: string) =>
    `${number} <= (SELECT CAST(value AS INTEGER) FROM main.meta WHERE key = '${BASE}.${limit}')`;
  for (const [table, { number, limit }] of Object.entries(BORROWED))
    database.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table}
      UNION ALL SELECT * FROM base.${table} WHERE ${isBelow(number, limit)}`);
  // Vectors depend on the first path of a content, so a work tree replaces some. Vectors of another model are useless.
  database.exec(`CREATE TEMP VIEW vectors AS SELECT * FROM main.vectors
    UNION ALL SELECT * FROM base.vectors WHERE ${isBelow('content', 'contents')}
    AND content NOT IN (SELECT content FROM main.vectors)
    AND EXISTS (SELECT 1 FROM main.vector_model JOIN base.vector_model USING (name, dimensions))`);
}

/** Connects to a database after `borrow`; every transaction of a work tree checks the base index first. */
export function connectBorrowing(database: DatabaseSync, isWorkTree: boolean): Connection {
  if (!isWorkTree) return connect(database);
  const isBorrowing = database.prepare('SELECT 1 FROM temp.sqlite_schema LIMIT 1').get() !== undefined;
  const connection = connect(database, { isBorrowing, onBegin: () => expectBase(connection, isBorrowing) });
  return connection;
}

// Fails if the base index deleted rows, or if another process began to borrow meanwhile.
function expectBase(connection: Connection, isAttached: boolean): void {
  const identity = isAttached ? readMeta(connection, IDENTITY, 'base') : null;
  if (readMeta(connection, `${BASE}.identity`) !== identity) throw baseGone();
}

/** Counts the borrowed files of the view, and names the base index. */
export function borrowedFiles(connection: Connection): { readonly from: string; readonly files: number } {
  const sql = `SELECT count(*) AS files FROM files WHERE content NOT IN (SELECT id FROM main.contents)`;
  return { from: readMeta(connection, BASE)!, ...connection.get<{ files: number }>(sql)! };
}

/** Makes a filter for postings of the base index, which drops those it added after borrowing began. */
export function basePostings(connection: Connection, owner: 'postings' | 'message_postings') {
  const isOfContents = owner === 'postings';
  const max = Number(readMeta(connection, `${BASE}.${isOfContents ? 'contents' : 'last_commit'}`));
  const filter = isOfContents ? filterPostings : filterMessagePostings;
  return (bytes: Uint8Array): Uint8Array => filter(bytes, (number) => number <= max);
}

/** Ends the borrowing of commits, before the history is read anew. */
export function stopBorrowingCommits(connection: Connection): void {
  for (const limit of ['commits', 'last_commit'])
    connection.run(`UPDATE meta SET value = '0' WHERE key = ?`, `${BASE}.${limit}`);
}

// Returns false if the base index is unreadable or damaged. Checks its rows only if it is suspect or its stamp differs.
function attach(database: DatabaseSync, { path, isSuspect = false }: BaseIndex): boolean {
  try {
    database.prepare('ATTACH ? AS base').run(`${pathToFileURL(path).href}?mode=ro`);
    checkTables(database, 'base');
    if (isSuspect || !stampOf(path).isAsLeft()) checkRows(database, 'base');
    return true;
  } catch {
    return false;
  }
}

// Copies the last path and commit too, because SQLite numbers new rows from there.
function copyView(connection: Connection, { path, sharedMeta }: BaseIndex): void {
  if (!isEmpty(connection)) return;
  for (const table of COPIED) {
    connection.run(`DELETE FROM main.${table}`);
    copyRows(connection, table);
  }
  const last = (table: string) =>
    connection.get<{ last: number }>(`SELECT coalesce(max(id), 0) AS last FROM base.${table}`)!.last;
  const [paths, contents, commits] = ['paths', 'contents', 'commits'].map(last) as [number, number, number];
  copyRows(connection, 'paths', `WHERE id = ${paths}`);
  copyRows(connection, 'commits', `WHERE id = ${commits}`);
  connection.run(`INSERT INTO main.sqlite_sequence (name, seq) VALUES ('contents', ?)`, contents);
  for (const key of [...sharedMeta, HIDDEN_COMMITS]) copyRows(connection, 'meta', `WHERE key = '${key}'`);
  const limits = { paths: paths - 1, path_words: paths, contents, commits: commits - 1, last_commit: commits };
  const own = { ...limits, identity: readMeta(connection, IDENTITY, 'base') ?? '' };
  for (const [key, value] of Object.entries(own)) writeMeta(connection, `${BASE}.${key}`, String(value));
  writeMeta(connection, BASE, path);
}

// Copies all columns but the seals, which SQLite computes again.
function copyRows(connection: Connection, table: string, which = ''): void {
  const columns = connection
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}', 'main')`)
    .map(({ name }) => name);
  connection.run(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM base.${table} ${which}`);
}

function isEmpty(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM main.contents LIMIT 1') === undefined && readMeta(connection, BASE) === null;
}

function baseGone(): ContextError {
  return new ContextError('STORE_DAMAGED', 'The index of the main checkout no longer holds what this one borrowed.');
}
