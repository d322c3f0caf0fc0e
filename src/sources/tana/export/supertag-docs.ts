import { existsSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ContextError } from '../../../model/errors.ts';
import { type Connection, connect } from '../../../stores/sqlite/opening/connection.ts';
import { withoutExperimentalWarning } from '../../../stores/sqlite/opening/driver.ts';
import { TAG_DEFINITION, TAG_LABEL } from './system-names.ts';

/** What a database of SQLite begins with. */
export const DATABASE_MARK = 'SQLite format 3\0';

const NEEDED = ['nodes', 'tag_applications', 'field_values'];
// Where definitions that are only named are said to lie, and what supertag knows to be thrown away.
const [SCHEMA, TRASH] = ['supertag_SCHEMA', 'supertag_TRASH'];
const DOC_TYPES: Readonly<Record<string, string>> = { supertag: 'tagDef', field: 'attrDef' };

/** The index supertag keeps of a workspace, as the documents of an export. It is somebody else's: nothing in it or beside it is ever written. */
export function* supertagDocs(path: string): Generator<unknown> {
  let connection: Connection | undefined;
  try {
    connection = connect(openReadOnly(path));
    // Of one moment, also while supertag writes.
    connection.run('BEGIN');
    const tables = new Set(connection.lists<[string]>("SELECT name FROM sqlite_master WHERE type = 'table'").flat());
    const missing = NEEDED.find((table) => !tables.has(table));
    if (missing)
      throw new ContextError('BAD_EXPORT', `${path} is not an index of supertag: it has no table ${missing}.`);
    yield* docsOf(connection, tables);
  } catch (error) {
    if (error instanceof ContextError && error.code === 'BAD_EXPORT') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ContextError('BAD_EXPORT', `${path} cannot be read as a database (${reason}).`, { cause: error });
  } finally {
    connection?.close();
  }
}

// Without a log beside it the file is all there is, and SQLite is told that nothing changes: else it would make one.
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

// What supertag has put into tables of its own is told again as the documents it comes from, where those are not there.
function* docsOf(connection: Connection, tables: ReadonlySet<string>): Generator<unknown> {
  const told = new Set(connection.lists<[string]>('SELECT id FROM nodes').flat());
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
  for (const row of connection.iterate<NodeRow>('SELECT * FROM nodes ORDER BY rowid')) yield docOf(row, meta);
  const once = function* (id: string, props: object, children: readonly string[] = []) {
    if (!told.has(id)) yield { id, props, children };
    told.add(id);
  };
  for (const [, tag, name] of tags)
    yield* once(tag, { name, _docType: 'tagDef', _ownerId: SCHEMA, _metaNodeId: meta.get(tag) });
  const applied = [...tags, ...extended.map(([tag, parent]) => [tag, TAG_DEFINITION, parent])];
  for (const [at, [id, ...named]] of applied.entries()) {
    const children = [TAG_LABEL, ...named.slice(0, at < tags.length ? 1 : 2)];
    yield* once(`${meta.get(id!)}_${at}`, { _docType: 'tuple', _ownerId: meta.get(id!) }, children);
  }
  for (const [tuple, own] of Map.groupBy(values, ([id]) => id)) {
    const [, owner, field, name] = own[0]!;
    yield* once(field, { name, _docType: 'attrDef', _ownerId: SCHEMA });
    yield* once(tuple, { _docType: 'tuple', _ownerId: owner }, [field, ...own.map(([, , , , id]) => id)]);
    for (const [, , , , id, text] of own) yield* once(id, { name: text, _ownerId: tuple });
  }
}

function docOf(row: NodeRow, meta: ReadonlyMap<string, string>): unknown {
  const { id, name, parent_id, node_type, created, updated, done_at } = row;
  const { props = {}, ...raw } = documentOf(row.raw_data);
  return {
    ...raw,
    id,
    props: {
      ...{ created, done: done_at ?? undefined, _ownerId: parent_id, _docType: DOC_TYPES[node_type ?? ''] },
      ...props,
      ...{ name: name ?? '', ...(meta.has(id) ? { _metaNodeId: meta.get(id) } : {}) },
      ...(node_type === 'trash' ? { _ownerId: TRASH } : {}),
    },
    ...(updated ? { modifiedTs: [updated] } : {}),
  };
}

function documentOf(raw: string | null): { readonly props?: object } {
  try {
    const read: unknown = JSON.parse(raw ?? '{}');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    // A document that does not parse tells nothing; the columns beside it still do.
    return {};
  }
}
