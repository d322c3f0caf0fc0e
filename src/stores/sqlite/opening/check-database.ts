// Checks that an index file is intact: its header, its pages, and the checksum of each row.
import { readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { ContextError } from '../../../model/errors.ts';
import { withPlainFile } from '../../../reading/plain-file.ts';
import { openDriver } from './driver.ts';
import { SEAL_FUNCTION } from './row-checksums.ts';

/** The columns that each seal covers: seal → columns, by table. */
export type Seals = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The index file itself, or its base index. */
type DatabaseName = 'main' | 'base';

// The offset of the write version in the file header. SQLite silently opens a file read-only if it does not know the
// number.
const WRITE_FORMAT_AT = 18;
const WRITE_FORMATS = [1, 2];

/** Fails if a table or an index was dropped, added or changed since the file was made. */
export function checkTables(database: DatabaseSync, schema: string, name: DatabaseName = 'main'): void {
  if (tablesIn(database, name) !== tablesMadeBy(schema))
    throw damageError('The tables of the index file were changed.');
}

/** Reads all of a database; fails if its pages do not fit together or a row does not match its seal. */
export function checkRows(database: DatabaseSync, seals: Seals, name: DatabaseName = 'main'): void {
  checkPages(database, name);
  for (const [table, made] of Object.entries(seals)) {
    for (const [seal, columns] of Object.entries(made)) {
      const sql = `SELECT 1 FROM ${name}.${table} WHERE ${seal} IS NOT ${SEAL_FUNCTION}('${table}.${seal}', ${columns}) LIMIT 1`;
      if (database.prepare(sql).get() !== undefined) throw damageError(`The index file holds changed rows (${table}).`);
    }
  }
}

/** Fails if the pages of a database do not fit together. */
function checkPages(database: DatabaseSync, name: DatabaseName): void {
  const [first] = database.prepare(`PRAGMA ${name}.integrity_check(1)`).all();
  if (first?.integrity_check !== 'ok') throw damageError('The index file is damaged.');
}

/** Fails if the header of the file wrongly marks it as read-only. */
export function checkHeader(path: string): void {
  const header = Buffer.alloc(WRITE_FORMAT_AT + 1);
  const isDamaged = withPlainFile(path, { bytesMax: Number.POSITIVE_INFINITY }, (file) => {
    const isWhole = readSync(file, header, 0, header.length, 0) === header.length;
    return isWhole && !WRITE_FORMATS.includes(header[WRITE_FORMAT_AT]!);
  });
  if (isDamaged) throw damageError('The index file is damaged.');
}

const made = new Map<string, string>();

// The tables as SQLite itself records them for a schema; computed once.
function tablesMadeBy(schema: string): string {
  let tables = made.get(schema);
  if (tables === undefined) {
    const empty = openDriver(':memory:');
    empty.exec(schema);
    tables = tablesIn(empty, 'main');
    empty.close();
    made.set(schema, tables);
  }
  return tables;
}

// Leaves out internal tables of virtual tables, which differ between versions of SQLite.
function tablesIn(database: DatabaseSync, name: DatabaseName): string {
  const rows = database.prepare(`SELECT type, name, tbl_name, sql FROM ${name}.sqlite_schema ORDER BY name`).all();
  const virtual = rows.filter(({ sql }) => String(sql).startsWith('CREATE VIRTUAL'));
  return JSON.stringify(
    rows.filter(({ tbl_name }) => !virtual.some(({ name }) => String(tbl_name).startsWith(`${name}_`))),
  );
}

const damageError = (message: string): ContextError => new ContextError('STORE_DAMAGED', message);
