import type { DatabaseSync } from 'node:sqlite';
import { ContextError } from '../../model/errors.ts';
import { checkPages } from '../sqlite/opening/check-database.ts';
import { rollBack } from '../sqlite/opening/connection.ts';
import { SEAL_FUNCTION } from '../sqlite/opening/seals.ts';

const SEAL_KEY = 'seal';

/**
 * What a graph is made of, by table. An import changes rows of all of them at once, and the tables of the words are SQLite's own: so the graph is
 * sealed as a whole, where an index seals each row.
 */
const SEALED = {
  meta: 'key, value',
  ids: 'key, id',
  nodes: 'key, hash, name, parent, created, modified, is_done, form, is_partial, name_key, tags, description, fields',
  edges: 'source, kind, place, target, field',
  // Its numbers are larger than those of JavaScript.
  texts_data: 'CAST(id AS TEXT), block',
  texts_idx: 'segid, term, pgno',
  texts_docsize: 'id, sz',
} as const;

/** Seals everything that was written, within the transaction that wrote it. */
export function sealGraph(database: DatabaseSync): void {
  database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(SEAL_KEY, sealOfAll(database));
}

/** Reads all of a graph; fails where anything is not what was sealed. */
export function checkGraph(database: DatabaseSync): void {
  // Of one moment: an import may end meanwhile.
  database.exec('BEGIN');
  try {
    checkPages(database);
    const sealed = database.prepare('SELECT value FROM meta WHERE key = ?').get(SEAL_KEY);
    if (sealed && sealed.value !== sealOfAll(database))
      throw new ContextError('STORE_DAMAGED', 'The graph holds changed rows.');
  } finally {
    rollBack(database);
  }
}

// The sum does not depend on the order of rows; each of them seals its own key.
function sealOfAll(database: DatabaseSync): string {
  // Whoever asks for words makes SQLite write those that it still held back.
  database.prepare('SELECT 1 FROM vocabulary LIMIT 1').get();
  const sums = Object.entries(SEALED).map(([table, columns]) => {
    const seal = `${SEAL_FUNCTION}('${table}', ${columns})`;
    const rows = table === 'meta' ? `meta WHERE key <> '${SEAL_KEY}'` : table;
    // As a text: a sum of many may be more than a number of JavaScript holds.
    return database
      .prepare(`SELECT CAST(total(1) AS TEXT) || ' ' || CAST(sum(${seal}) AS TEXT) AS sum FROM ${rows}`)
      .get();
  });
  return JSON.stringify(sums.map((row) => row?.sum));
}
