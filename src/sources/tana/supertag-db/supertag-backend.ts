import { ContextError } from '../../../model/errors.ts';
import type { GraphField, GraphForm, GraphNode, GraphRow, GraphValue } from '../../../model/graph.ts';
import type { FoundNodes, GraphBackend, NeighbourOptions, Neighbours } from '../../../ports/graph.ts';
import { type End, neighboursOfRow, outlineOfRow, saidWays } from '../../graphs/neighbours.ts';
import { plainText } from '../export/plain-text.ts';
import { searchWords } from '../search-words.ts';
import { openSupertagDatabase, type SupertagDatabase } from './open-database.ts';
import { readSupertagRows, type SupertagRow, type SupertagRows } from './supertag-rows.ts';

const WORDS_MAX = 16;
const CANDIDATES_MIN = 200;
const CANDIDATES_PER_HIT = 10;

/** Reads the index that supertag keeps of a workspace, as it stands. */
export function openSupertagBackend(path: string): GraphBackend {
  const database = openSupertagDatabase(path);
  // Rows are remembered for one question only: supertag may bring its index up to date in between.
  const ask = async <T>(question: (world: SupertagWorld) => T): Promise<T> => {
    try {
      return database.connection.read(() => question({ ...database, rows: readSupertagRows(database.connection) }));
    } catch (error) {
      // Whatever it is: this is not our own index, which would be made again.
      const reason = error instanceof Error ? error.message : String(error);
      throw new ContextError('GRAPH_BACKEND', `${path} cannot be read (${reason}).`, { cause: error });
    }
  };
  return {
    name: 'supertag-db',
    asOfMs: database.asOfMs,
    find: (text, limit) => ask((world) => find(world, text, limit)),
    nodes: (ids) =>
      ask((world) => {
        world.rows.load(ids);
        const visible = [...new Set(ids)].filter((id) => world.rows.isVisible(id));
        return new Map(visible.map((id) => [id, graphNode(world, world.rows.get(id)!)]));
      }),
    neighbours: (ids, options) =>
      ask((world) => {
        world.rows.load(ids);
        const visible = [...new Set(ids)].filter((id) => world.rows.isVisible(id));
        return new Map(visible.map((id) => [id, neighboursOf(world, world.rows.get(id)!, options)]));
      }),
    outline: (id, options) => ask((world) => outlineOfRow(id, options, (one) => lineOf(world, one))),
    close: async () => database.connection.close(),
  };
}

// Supertag's full-text index knows names only, and is not always there. The order of what it finds is the core's.
function find(world: SupertagWorld, text: string, limit: number): FoundNodes {
  const words = searchWords(text, WORDS_MAX);
  if (words.length === 0) return { nodes: [] };
  const { connection, has, rows } = world;
  const most = Math.max(CANDIDATES_MIN, limit * CANDIDATES_PER_HIT);
  const exact = connection.all<{ id: string }>('SELECT id FROM nodes WHERE name = ? LIMIT ?', text.trim(), most);
  const close = has('nodes_fts')
    ? connection.all<{ id: string }>(
        'SELECT id FROM nodes_fts WHERE nodes_fts MATCH ? ORDER BY bm25(nodes_fts), rowid LIMIT ?',
        words.map((word) => `"${word}"`).join(' OR '),
        most,
      )
    : connection.all<{ id: string }>(
        `SELECT id FROM nodes WHERE ${words.map(() => "name LIKE ? ESCAPE '\\'").join(' OR ')}
         ORDER BY length(name), id LIMIT ?`,
        ...words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
        most,
      );
  const ids = [...new Set([...exact, ...close].map(({ id }) => id))];
  rows.load(ids);
  const visible = ids.filter((id) => rows.isVisible(id));
  return {
    nodes: visible.map((id) => ({
      ...{ id, name: rows.nameOf(id), description: rows.get(id)?.description ?? null, tags: tagsOf(world, id) },
    })),
  };
}

function graphNode(world: SupertagWorld, row: SupertagRow): GraphNode {
  const { id, description, createdMs, modifiedMs, isDone } = row;
  const tags = tagsOf(world, id);
  return {
    ...{ id, description, createdMs, modifiedMs, isDone, tags },
    name: world.rows.nameOf(id),
    fields: fieldsOf(world, id),
    parent: world.rows.ownerOf(id),
    form: formOf(row),
  };
}

const FORMS = new Map<string, GraphForm>([
  ['codeblock', 'code'],
  ['url', 'url'],
  ['journalPart', 'day'],
]);
const formOf = ({ docType }: SupertagRow): GraphForm => FORMS.get(docType ?? '') ?? 'text';

function neighboursOf(world: SupertagWorld, row: SupertagRow, options: NeighbourOptions): Neighbours {
  const needed = new Set(saidWays(options.relations).map(([way]) => way));
  const endOf = (id: string) => (world.rows.isVisible(id) ? endAt(world, id) : undefined);
  const linking = (isNeeded: boolean, ends: () => readonly End[]) => new Map(isNeeded ? [[row.id, ends()]] : []);
  return neighboursOfRow(
    rowOf(world, row),
    {
      endOf,
      refers: linking(needed.has('referredBy'), () => referrersOf(world, row).flatMap((id) => endOf(id) ?? [])),
      values: linking(needed.has('valueOf'), () =>
        holdersOf(world, row.id).map((end) => ({ ...endAt(world, end.id), field: end.field })),
      ),
    },
    options,
  );
}

function rowOf(world: SupertagWorld, row: SupertagRow): GraphRow {
  return { ...graphNode(world, row), children: childrenOf(world, row), references: inlineFrom(world, row.id) };
}

function endAt({ rows }: SupertagWorld, id: string): End {
  return { id, name: rows.nameOf(id), modifiedMs: rows.get(id)?.modifiedMs ?? null };
}

// The table of references holds no children, whatever its types say: the document lists them, in order.
function childrenOf({ rows }: SupertagWorld, { id: owner, children }: SupertagRow): GraphRow['children'] {
  rows.load(children);
  const seen = children.filter((id) => rows.isVisible(id));
  return seen.map((id) => ({ id, isReference: rows.get(id)?.owner !== owner }));
}

function inlineFrom({ connection }: SupertagWorld, id: string): readonly string[] {
  return connection
    .all<{ to_node: string }>('SELECT to_node FROM "references" WHERE from_node = ? ORDER BY rowid', id)
    .map(({ to_node }) => to_node);
}

const REFERRERS_MAX = 5000;

function referrersOf({ connection, rows }: SupertagWorld, row: SupertagRow): readonly string[] {
  const inline = connection.all<{ from_node: string }>(
    `SELECT from_node FROM "references" r WHERE to_node = ?
     AND NOT EXISTS (SELECT 1 FROM field_values v WHERE v.value_node_id = r.from_node) ORDER BY rowid LIMIT ?`,
    row.id,
    REFERRERS_MAX,
  );
  const from = inline.map(({ from_node }) => from_node);
  // Of those that list it without owning it, supertag remembers the last.
  const lister = row.listedBy !== null && row.listedBy !== row.owner ? [row.listedBy] : [];
  rows.load(from);
  return [...new Set([...lister, ...from])];
}

function lineOf(world: SupertagWorld, id: string) {
  const row = world.rows.isVisible(id) ? world.rows.get(id) : null;
  if (!row) return undefined;
  const { isDone } = row;
  const said = { name: world.rows.nameOf(id), form: formOf(row), isDone, tags: tagsOf(world, id) };
  return { ...said, children: childrenOf(world, row) };
}

/** The database as one question sees it. */
interface SupertagWorld extends SupertagDatabase {
  readonly rows: SupertagRows;
}

interface ValueColumns {
  readonly tuple_id: string;
  readonly field_name: string;
  readonly value_node_id: string;
  readonly value_text: string;
}

/** The fields of a node with all their values, in order. */
function fieldsOf({ connection, rows }: SupertagWorld, id: string): readonly GraphField[] {
  const columns = connection.all<ValueColumns>(
    `SELECT tuple_id, field_name, value_node_id, value_text FROM field_values WHERE parent_id = ?
     ORDER BY min(rowid) OVER (PARTITION BY tuple_id), value_order, rowid`,
    id,
  );
  rows.load(columns.flatMap(({ tuple_id, value_node_id }) => [tuple_id, value_node_id]));
  const fields = new Map<string, GraphValue[]>();
  for (const column of columns) {
    const { text: name } = plainText(column.field_name, rows.nameOf);
    const values = fields.get(name) ?? [];
    values.push(...valuesOf(rows, column));
    fields.set(name, values);
  }
  return [...fields].flatMap(([name, values]) => (values.length > 0 ? [{ name, values }] : []));
}

// A value the field owns is a text, or nothing but references; any other is a node of its own.
function valuesOf(rows: SupertagRows, column: ValueColumns): readonly GraphValue[] {
  const node = rows.get(column.value_node_id);
  if (node && node.owner !== column.tuple_id && rows.isVisible(node.id))
    return [{ text: rows.nameOf(node.id), node: node.id }];
  const { text: written, references, isOnlyReferences } = plainText(node?.name ?? column.value_text, rows.nameOf);
  if (isOnlyReferences) return references.map((id) => ({ text: rows.nameOf(id), node: id }));
  const text = written || column.value_text;
  return text === '' ? [] : [{ text, node: null }];
}

const HOLDERS_MAX = 5000;

/** Whose value a node is, as it stands or inside of a text. */
function holdersOf(
  { connection, rows }: SupertagWorld,
  id: string,
): readonly { readonly id: string; readonly field: string }[] {
  const held = connection.all<{ parent_id: string; field_name: string }>(
    `SELECT parent_id, field_name FROM field_values WHERE value_node_id = ?1
     OR value_node_id IN (SELECT from_node FROM "references" WHERE to_node = ?1) ORDER BY rowid LIMIT ?2`,
    id,
    HOLDERS_MAX,
  );
  rows.load(held.map(({ parent_id }) => parent_id));
  return held.flatMap(({ parent_id, field_name }) =>
    rows.isVisible(parent_id) ? [{ id: parent_id, field: plainText(field_name, rows.nameOf).text }] : [],
  );
}

/** The tags of a node, then those they extend. */
function tagsOf(world: SupertagWorld, id: string): readonly string[] {
  const { connection } = world;
  const own = connection.all<{ tag_id: string; tag_name: string }>(
    'SELECT tag_id, tag_name FROM tag_applications WHERE data_node_id = ? ORDER BY rowid',
    id,
  );
  const names = new Map(own.map(({ tag_id, tag_name }) => [tag_id, tag_name.trim()]));
  if (!world.has('supertag_parents')) return distinct(names.values());
  // Grows while it is walked; a tag that extends itself is met once.
  for (const tagId of names.keys()) {
    const extended = connection.all<{ parent_tag_id: string }>(
      'SELECT parent_tag_id FROM supertag_parents WHERE child_tag_id = ? ORDER BY rowid',
      tagId,
    );
    for (const { parent_tag_id } of extended)
      if (!names.has(parent_tag_id)) names.set(parent_tag_id, nameOfTag(world, parent_tag_id));
  }
  return distinct(names.values());
}

function nameOfTag({ connection, has }: SupertagWorld, tagId: string): string {
  const named = has('supertags')
    ? connection.get<{ tag_name: string }>('SELECT tag_name FROM supertags WHERE tag_id = ? LIMIT 1', tagId)?.tag_name
    : undefined;
  // Also a definition: its row is no content, but its name is the tag's.
  const name = named ?? connection.get<{ name: string | null }>('SELECT name FROM nodes WHERE id = ?', tagId)?.name;
  return name?.trim() ?? '';
}

const distinct = (names: Iterable<string>): readonly string[] => [...new Set(names)].filter(Boolean);
