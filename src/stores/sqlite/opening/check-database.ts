import { readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { ContextError } from '../../../model/errors.ts';
import { withPlainFile } from '../../../reading/plain-file.ts';
import { openDriver } from './driver.ts';
import { SEAL_FUNCTION } from './seals.ts';

/** What the seals of each table are made of: seal → columns, by table. */
export type Seals = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The file itself, or one that it reads from. */
type DatabaseName = 'main' | 'lender';

// Where a file says by which rules it may be written. A number SQLite does not know makes it read-only, without a word.
const WRITE_FORMAT_AT = 18;
const WRITE_FORMATS = [1, 2];

/** Fails when a table or an index was dropped, added or changed since the file was made. */
export function checkTables(database: DatabaseSync, schema: string, name: DatabaseName = 'main'): void {
  if (tablesIn(database, name) !== tablesMadeBy(schema)) throw damaged('The tables of the index file were changed.');
}

/** Reads all of a database: fails when its pages do not fit together, or any row is not the one that was written. */
export function checkRows(database: DatabaseSync, seals: Seals, name: DatabaseName = 'main'): void {
  checkPages(database, name);
  for (const [table, made] of Object.entries(seals)) {
    for (const [seal, columns] of Object.entries(made)) {
      const sql = `SELECT 1 FROM ${name}.${table} WHERE ${seal} IS NOT ${SEAL_FUNCTION}('${table}.${seal}', ${columns}) LIMIT 1`;
      if (database.prepare(sql).get() !== undefined) throw damaged(`The index file holds changed rows (${table}).`);
    }
  }
}

/** Fails when the pages of a database do not fit together. */
function checkPages(database: DatabaseSync, name: DatabaseName): void {
  const [first] = database.prepare(`PRAGMA ${name}.integrity_check(1)`).all();
  if (first?.integrity_check !== 'ok') throw damaged('The index file is damaged.');
}

/** Fails when the file only pretends that it cannot be written. */
export function checkHeader(path: string): void {
  const header = Buffer.alloc(WRITE_FORMAT_AT + 1);
  const isDamaged = withPlainFile(path, { bytesMax: Number.POSITIVE_INFINITY }, (file) => {
    const isWhole = readSync(file, header, 0, header.length, 0) === header.length;
    return isWhole && !WRITE_FORMATS.includes(header[WRITE_FORMAT_AT]!);
  });
  if (isDamaged) throw damaged('The index file is damaged.');
}

const made = new Map<string, string>();

// What SQLite makes of a schema is asked of SQLite, once.
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

// What SQLite makes for a virtual table may differ from one version of it to the next.
function tablesIn(database: DatabaseSync, name: DatabaseName): string {
  const rows = database.prepare(`SELECT type, name, tbl_name, sql FROM ${name}.sqlite_schema ORDER BY name`).all();
  const virtual = rows.filter(({ sql }) => String(sql).startsWith('CREATE VIRTUAL'));
  return JSON.stringify(
    rows.filter(({ tbl_name }) => !virtual.some(({ name }) => String(tbl_name).startsWith(`${name}_`))),
  );
}

const damaged = (message: string): ContextError => new ContextError('STORE_DAMAGED', message);
