// The tool supertag keeps an index of a Tana workspace in SQLite. This file makes the documents of an export from it.
import { existsSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ContextError, messageOf } from '../../../model/errors.ts';
import { isRecord, parseJson } from '../../../model/records.ts';
import { type Connection, connect } from '../../../stores/sqlite/opening/connection.ts';
import { withoutExperimentalWarning } from '../../../stores/sqlite/opening/driver.ts';
import { TAG_DEFINITION, TAG_LABEL } from './system-names.ts';

/** The first bytes of an SQLite database. */
export const DATABASE_MARK = 'SQLite format 3\0';

/** The tables that an index must have. */
const NEEDED = ['nodes', 'tag_applications', 'field_values'];
// The owners that this file gives to definitions without one, and to nodes in the trash.
const [SCHEMA, TRASH] = ['supertag_SCHEMA', 'supertag_TRASH'];
const DOC_TYPE_OF: Readonly<Record<string, string>> = { supertag: 'tagDef', field: 'attrDef' };

/** Reads an index of supertag as documents of an export. */
export function* readSupertag(path: string): Generator<unknown> {
  let connection: Connection | undefined;
  try {
    connection = connect(openReadOnly(path));
    // Reads one consistent state, also while supertag writes.
    connection.run('BEGIN');
    const tables = new Set(connection.lists<[string]>("SELECT name FROM sqlite_master WHERE type = 'table'").flat());
    const missing = NEEDED.find((table) => !tables.has(table));
    if (missing)
      throw new ContextError('BAD_EXPORT', `${path} is not an index of supertag: it has no table ${missing}.`);
    yield* readDocs(connection, tables);
  } catch (error) {
    if (error instanceof ContextError && error.code === 'BAD_EXPORT') throw error;
    const reason = messageOf(error);
    throw new ContextError('BAD_EXPORT', `${path} cannot be read as a database (${reason}).`, { cause: error });
  } finally {
    connection?.close();
  }
}

// Without a log file, this opens the database as immutable, because SQLite would create a log otherwise.
function openReadOnly(path: string) {
  const { DatabaseSync } = withoutExperimentalWarning(() => process.getBuiltinModule('node:sqlite'));
  const url = pathToFileURL(path);
  const log = `${path}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

interface NodeRow {
  readonly id: string;
  readonly name: string | null;
  readonly parent_id: string | null;
  readonly node_type: string | null;
  readonly created: number | null;
  readonly updated: number | null;
  readonly done_at: number | null;
  readonly raw_data: string | null;
}

// Yields the documents of the table `nodes`, then those that only the tables of tags and fields imply.
function* readDocs(connection: Connection, tables: ReadonlySet<string>): Generator<unknown> {
  const yielded = new Set(connection.lists<[string]>('SELECT id FROM nodes').flat());
  const tags = connection.lists<[node: string, tag: string, name: string]>(
    'SELECT data_node_id, tag_id, tag_name FROM tag_applications ORDER BY rowid',
  );
  const extended = tables.has('supertag_parents')
    ? connection.lists<[tag: string, parent: string]>(
        'SELECT child_tag_id, parent_tag_id FROM supertag_parents ORDER BY rowid',
      )
    : [];
  const values = connection.lists<
    [tuple: string, owner: string, field: string, name: string, id: string, text: string]
  >(
    `SELECT tuple_id, parent_id, field_def_id, field_name, value_node_id, value_text FROM field_values
     ORDER BY value_order, rowid`,
  );
  const meta = new Map([...tags, ...extended].map(([id]) => [id, `${id}_supertag_META`]));
  for (const row of connection.iterate<NodeRow>('SELECT * FROM nodes ORDER BY rowid')) yield makeDoc(row, meta);
  const once = function* (id: string, props: object, children: readonly string[] = []) {
    if (!yielded.has(id)) yield { id, props, children };
    yielded.add(id);
  };
  for (const [, tag, name] of tags)
    yield* once(tag, { name, _docType: 'tagDef', _ownerId: SCHEMA, _metaNodeId: meta.get(tag) });
  const applied = [...tags, ...extended.map(([tag, parent]) => [tag, TAG_DEFINITION, parent])];
  for (const [index, [id, ...names]] of applied.entries()) {
    const children = [TAG_LABEL, ...names.slice(0, index < tags.length ? 1 : 2)];
    yield* once(`${meta.get(id!)}_${index}`, { _docType: 'tuple', _ownerId: meta.get(id!) }, children);
  }
  for (const [tuple, rows] of Map.groupBy(values, ([id]) => id)) {
    const [, owner, field, name] = rows[0]!;
    yield* once(field, { name, _docType: 'attrDef', _ownerId: SCHEMA });
    yield* once(tuple, { _docType: 'tuple', _ownerId: owner }, [field, ...rows.map(([, , , , id]) => id)]);
    for (const [, , , , id, text] of rows) yield* once(id, { name: text, _ownerId: tuple });
  }
}

function makeDoc(row: NodeRow, meta: ReadonlyMap<string, string>): unknown {
  const { id, name, parent_id, node_type, created, updated, done_at } = row;
  // If the document cannot be parsed, the other columns are still used.
  const parsed = parseJson(row.raw_data ?? '{}');
  const { props, ...raw } = isRecord(parsed) ? parsed : {};
  return {
    ...raw,
    id,
    props: {
      ...{ created, done: done_at ?? undefined, _ownerId: parent_id, _docType: DOC_TYPE_OF[node_type ?? ''] },
      ...(isRecord(props) ? props : {}),
      ...{ name: name ?? '', ...(meta.has(id) ? { _metaNodeId: meta.get(id) } : {}) },
      ...(node_type === 'trash' ? { _ownerId: TRASH } : {}),
    },
    ...(updated ? { modifiedTs: [updated] } : {}),
  };
}
