import { hash as digestOf } from 'node:crypto';
import { GRAPH_FORMS } from '../../model/graph.ts';
import { remember } from '../../model/memory.ts';
import { nameKey, termsOf } from '../../model/terms.ts';
import type { GraphRow } from '../../ports/graph.ts';
import type { Connection } from '../sqlite/opening/connection.ts';
import { listText } from './node-columns.ts';
import { EDGE } from './schema.ts';

const NAME_KEY_MAX = 80;
const REMEMBERED_IDS_MAX = 200_000;

export interface RowCounts {
  nodes: number;
  added: number;
  changed: number;
  removed: number;
}

/** Makes a graph what the rows say, row by row; all of it inside a transaction of the caller's. */
export interface RowWriter {
  write(row: GraphRow): void;
  /** Removes what no row spoke of. */
  finish(): RowCounts;
}

export function rowWriter(connection: Connection): RowWriter {
  const counts: RowCounts = { nodes: 0, added: 0, changed: 0, removed: 0 };
  const seen = new Set<number>();
  const keyOf = idKeys(connection);
  return {
    write(row) {
      const key = keyOf(row.id);
      // Of two rows with one id the first counts; whoever reads them says so.
      if (seen.has(key)) return;
      seen.add(key);
      counts.nodes++;
      const hash = hashOf(row);
      const known = connection.get<{ hash: string; is_partial: number }>(
        'SELECT hash, is_partial FROM nodes WHERE key = ?',
        key,
      );
      if (known?.hash === hash && known.is_partial === 0) return;
      if (known) forget(connection, key);
      if (!known) counts.added++;
      else if (known.hash !== hash) counts.changed++;
      writeNode(connection, { key, hash, parent: row.parent === null ? null : keyOf(row.parent) }, row);
      writeEdges(connection, key, row, keyOf);
    },
    finish() {
      const gone = connection.lists<[number]>('SELECT key FROM nodes').flatMap(([key]) => (seen.has(key) ? [] : [key]));
      for (const key of gone) forget(connection, key);
      counts.removed = gone.length;
      if (counts.added + counts.changed + counts.removed > 0) settleEdges(connection);
      return counts;
    },
  };
}

function idKeys(connection: Connection): (id: string) => number {
  const remembered = new Map<string, number>();
  return (id) => {
    const known = remembered.get(id);
    if (known !== undefined) return known;
    const row = connection.get<{ key: number }>('SELECT key FROM ids WHERE id = ?', id);
    const key = row?.key ?? connection.run('INSERT INTO ids (id) VALUES (?)', id);
    return remember(remembered, REMEMBERED_IDS_MAX, [id, key]);
  };
}

function hashOf(row: GraphRow): string {
  const { id, name, description, tags, fields, parent, createdMs, modifiedMs, isDone, form, children, references } =
    row;
  const listed = children.map((child) => (child.isReference ? `^${child.id}` : child.id));
  const all = [id, name, description, tags, fields, parent, createdMs, modifiedMs, isDone, form, listed, references];
  return digestOf('sha1', JSON.stringify(all), 'base64');
}

function writeNode(
  connection: Connection,
  { key, hash, parent }: { key: number; hash: string; parent: number | null },
  row: GraphRow,
): void {
  const short = row.name.length <= NAME_KEY_MAX ? nameKey(row.name) : '';
  connection.run(
    `INSERT INTO nodes (key, hash, name, parent, created, modified, is_done, form, name_key, tags, description, fields)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[key, hash, row.name, parent, row.createdMs, row.modifiedMs],
    ...[row.isDone === null ? null : Number(row.isDone), GRAPH_FORMS.indexOf(row.form)],
    ...[short === '' ? null : short, listText(row.tags), row.description, listText(row.fields)],
  );
  connection.run(
    'INSERT INTO texts (rowid, name, description, fields, tags) VALUES (?, ?, ?, ?, ?)',
    ...[key, termText(row.name), termText(row.description ?? '')],
    ...[termText(row.fields.flatMap(({ values }) => values.map(({ text }) => text)).join(' '))],
    termText(row.tags.join(' ')),
  );
}

const termText = (text: string): string => (text === '' ? '' : termsOf(text).join(' '));

const INSERT_EDGE = 'INSERT INTO edges (source, kind, place, target, field) VALUES (?, ?, ?, ?, ?)';

function writeEdges(connection: Connection, key: number, row: GraphRow, keyOf: (id: string) => number): void {
  row.children.forEach(({ id, isReference }, place) => {
    connection.run(INSERT_EDGE, key, isReference ? EDGE.listed : EDGE.child, place, keyOf(id), null);
  });
  row.references.forEach((id, place) => {
    connection.run(INSERT_EDGE, key, EDGE.inline, place, keyOf(id), null);
  });
  const values = row.fields.flatMap(({ name, values: own }) =>
    own.flatMap(({ node }) => (node === null ? [] : [{ name, node }])),
  );
  values.forEach(({ name, node }, place) => {
    connection.run(INSERT_EDGE, key, EDGE.field, place, keyOf(node), name);
  });
}

function forget(connection: Connection, key: number): void {
  connection.run('DELETE FROM nodes WHERE key = ?', key);
  connection.run('DELETE FROM texts WHERE rowid = ?', key);
  connection.run('DELETE FROM edges WHERE source = ?', key);
}

/**
 * Edges that lead to no node go, so that counting edges counts nodes. The rows they came from are marked: should the
 * node come later, they are written again although they are the same.
 */
function settleEdges(connection: Connection): void {
  const loose = 'SELECT source FROM edges WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.key = edges.target)';
  connection.run(`UPDATE nodes SET is_partial = 1 WHERE key IN (${loose})`);
  connection.run('DELETE FROM edges WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.key = edges.target)');
  connection.run('UPDATE nodes SET parent = NULL, is_partial = 1 WHERE parent NOT IN (SELECT key FROM nodes)');
  connection.run(`DELETE FROM ids WHERE key NOT IN (SELECT key FROM nodes)`);
}
