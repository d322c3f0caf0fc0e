import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { ContextError } from '../../model/errors.ts';
import { SEAL_FUNCTION, sealOf } from './seals.ts';

/** What the seals of each table are made of: seal → columns, by table. */
export type Seals = Readonly<Record<string, Readonly<Record<string, string>>>>;

// Where a file says by which rules it may be written. A number SQLite does not know makes it read-only, without a word.
const WRITE_FORMAT_AT = 18;
const WRITE_FORMATS = [1, 2];

/** Notes which tables there are, where the file itself keeps a number of ours. Runs in the transaction that makes them. */
export function sealTables(database: DatabaseSync): void {
  database.exec(`PRAGMA application_id = ${tablesSeal(database)}`);
}

/** Fails when a table or an index was dropped, added or changed since the file was made. */
export function checkTables(database: DatabaseSync): void {
  const row = database.prepare('SELECT application_id AS seal FROM pragma_application_id').get();
  if (row?.seal !== tablesSeal(database)) throw damaged('The tables of the index file were changed.');
}

/** Reads all of a database: fails when its pages do not fit together, or any row is not the one that was written. */
export function checkRows(database: DatabaseSync, seals: Seals): void {
  const [first] = database.prepare('PRAGMA integrity_check(1)').all();
  if (first?.integrity_check !== 'ok') throw damaged('The index file is damaged.');
  for (const [table, made] of Object.entries(seals)) {
    for (const [seal, columns] of Object.entries(made)) {
      const sql = `SELECT 1 FROM ${table} WHERE ${seal} IS NOT ${SEAL_FUNCTION}(${columns}) LIMIT 1`;
      if (database.prepare(sql).get() !== undefined) throw damaged(`The index file holds changed rows (${table}).`);
    }
  }
}

/** Fails when the file only pretends that it cannot be written. */
export function checkHeader(path: string): void {
  const header = Buffer.alloc(WRITE_FORMAT_AT + 1);
  const file = openSync(path, 'r');
  try {
    const isWhole = readSync(file, header, 0, header.length, 0) === header.length;
    if (isWhole && !WRITE_FORMATS.includes(header[WRITE_FORMAT_AT]!)) throw damaged('The index file is damaged.');
  } finally {
    closeSync(file);
  }
}

function tablesSeal(database: DatabaseSync): number {
  const rows = database.prepare('SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema ORDER BY name').all();
  return sealOf(...rows.flatMap((row) => Object.values(row)));
}

const damaged = (message: string): ContextError => new ContextError('STORE_DAMAGED', message);
