// Notices when another program wrote to an index file, and checks its tables, its header, its pages and the seal (a
// checksum) of each row.
import { readSync, statSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { attempt, ContextError } from '../../../model/errors.ts';
import { lazy } from '../../../model/memoize.ts';
import { readPlainText, withPlainFile } from '../../../reading/plain-file.ts';
import { openDriver, SEAL_FUNCTION } from './driver.ts';
import { SCHEMA, SEALS } from './schema.ts';

/** The index file itself, or the index of the main checkout from which it borrows. */
type DatabaseName = 'main' | 'base';

// The offset of the write version. SQLite silently opens a file read-only if it does not know the number.
const WRITE_FORMAT_AT = 18;
const WRITE_FORMATS = [1, 2];

/** Fails if a table or an index was dropped, added or changed since the file was made. */
export function checkTables(database: DatabaseSync, name: DatabaseName = 'main'): void {
  if (tablesIn(database, name) !== intactTables()) throw damageError('The tables of the index file were changed.');
}

/** Reads all of a database; fails if its pages do not fit together or a row does not match its seal. */
export function checkRows(database: DatabaseSync, name: DatabaseName = 'main'): void {
  const [first] = database.prepare(`PRAGMA ${name}.integrity_check(1)`).all();
  if (first?.integrity_check !== 'ok') throw damageError('The index file is damaged.');
  for (const [table, seals] of Object.entries(SEALS)) {
    for (const [seal, columns] of Object.entries(seals)) {
      const sql = `SELECT 1 FROM ${name}.${table} WHERE ${seal} IS NOT ${SEAL_FUNCTION}('${table}.${seal}', ${columns}) LIMIT 1`;
      if (database.prepare(sql).get() !== undefined) throw damageError(`The index file holds changed rows (${table}).`);
    }
  }
}

/** Fails if the header of the file wrongly marks it as read-only, or if the file cannot be read. */
export function checkHeader(path: string): void {
  const header = Buffer.alloc(WRITE_FORMAT_AT + 1);
  const found = withPlainFile(path, { bytesMax: Number.POSITIVE_INFINITY }, (file) => {
    const isWhole = readSync(file, header, 0, header.length, 0) === header.length;
    return isWhole && !WRITE_FORMATS.includes(header[WRITE_FORMAT_AT]!);
  });
  if (found !== false) throw damageError('The index file is damaged.');
}

// The tables of the schema as SQLite itself records them.
const intactTables = lazy(() => {
  const empty = openDriver(':memory:');
  empty.exec(SCHEMA);
  const tables = tablesIn(empty, 'main');
  empty.close();
  return tables;
});

function tablesIn(database: DatabaseSync, name: DatabaseName): string {
  const sql = `SELECT type, name, tbl_name, sql FROM ${name}.sqlite_schema ORDER BY name`;
  return JSON.stringify(database.prepare(sql).all());
}

const damageError = (message: string): ContextError => new ContextError('STORE_DAMAGED', message);

/** The suffix of the file that records the state in which knap left the index. */
export const STAMP_SUFFIX = '-stamp';

const PRIVATE = 0o600;
const STAMP_BYTES_MAX = 1000;

/** Detects changes by others to an index file, without reading the file. */
export interface Stamp {
  /** The state of the file now; null if it does not exist. */
  seen(): string | null;
  isAsLeft(): boolean;
  /** Records the present state of the file as that in which knap left it. */
  leave(): void;
  /** Runs a write, then records the new state if the file was as left before. */
  writing(work: () => void): void;
}

/**
 * The stamp of an index. It holds the size, the inode number and the last change of the file, as the system reports them.
 * It differs after another program changed the file or the file was copied; its content is then checked before use. A
 * write that is still in the `-wal` file does not change it: SQLite itself completes or drops that write.
 */
export function stampOf(path: string): Stamp {
  const stampPath = path + STAMP_SUFFIX;
  const seen = () => {
    const file = statSync(path, { bigint: true, throwIfNoEntry: false });
    return file ? [file.size, file.ino, file.mtimeNs, file.ctimeNs].join(' ') : null;
  };
  const isAsLeft = () => readPlainText(stampPath, { bytesMax: STAMP_BYTES_MAX }) === seen();
  const leave = () => {
    const now = seen();
    if (now === null || isAsLeft()) return;
    // If the disk is full or the folder became read-only, the next process checks the index again.
    attempt(() => writeFileSync(stampPath, now, { mode: PRIVATE }));
  };
  return {
    seen,
    isAsLeft,
    leave,
    writing: (work) => {
      const isOurs = isAsLeft();
      work();
      if (isOurs) leave();
    },
  };
}
