import { ContextError } from '../../../model/errors.ts';
import type { GraphForm, GraphNode, GraphRow } from '../../../model/graph.ts';
import type { FoundNodes, GraphBackend, NeighbourOptions, Neighbours } from '../../../ports/graph.ts';
import { type End, neighboursOfRow, outlineOfRow, saidWays } from '../../graphs/neighbours.ts';
import { searchWords } from '../search-words.ts';
import { openSupertagDatabase } from './open-database.ts';
import { fieldsOf, holdersOf, type SupertagWorld, tagsOf } from './supertag-fields.ts';
import { readSupertagRows, type SupertagRow } from './supertag-rows.ts';

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
