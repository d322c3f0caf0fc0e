import type { DatabaseSync } from 'node:sqlite';
import { ContextError } from '../../model/errors.ts';
import type { GraphNode } from '../../model/graph.ts';
import type { GraphOrigin, GraphRow, GraphStore } from '../../ports/graph.ts';
import { type Connection, connect, rollBack } from '../sqlite/opening/connection.ts';
import { decoding, isDamage, translateFailure } from '../sqlite/opening/failures.ts';
import { believing, openDatabase } from '../sqlite/opening/open-database.ts';
import { stampOf } from '../sqlite/opening/stamp.ts';
import { readNeighbours } from './neighbours.ts';
import { NODE_COLUMNS, type NodeColumns, nodeOf } from './node-columns.ts';
import { readOutline } from './outline.ts';
import { GRAPH_TABLES } from './schema.ts';
import { sealGraph } from './seal-graph.ts';
import { searchNodes } from './search-nodes.ts';
import { type RowCounts, rowWriter } from './write-rows.ts';

const BUSY_TIMEOUT_MS = 10_000;
// The pages an import touches are all over the file; with these at hand it hardly reads any twice.
const IMPORT_CACHE_KIBIBYTES = 64 * 1024;

/** What the engine asks of an imported graph beyond reading it. */
export interface SqliteGraphStore extends GraphStore {
  countNodes(): Promise<number>;
}

/** One graph in a file of its own. What is wrong with the file is answered by an empty graph; its origin is then null. */
export function openGraphStore(path: string): SqliteGraphStore {
  const connection = connect(openDatabase(path, BUSY_TIMEOUT_MS, { tables: GRAPH_TABLES }));
  const stamp = stampOf(path);
  const believe = believing(path, stamp, GRAPH_TABLES);
  let damage: unknown = null;
  const read = async <T>(work: () => T): Promise<T> => {
    if (damage !== null) throw damage;
    try {
      believe();
      return connection.read(work);
    } catch (error) {
      if (!isDamage(error)) throw error;
      damage = told(error);
      stamp.doubt();
      throw damage;
    }
  };
  let asOfMs = originOf(connection)?.asOfMs ?? null;
  return {
    name: 'index',
    get asOfMs() {
      return asOfMs;
    },
    origin: () => read(() => originOf(connection)),
    countNodes: () => read(() => countOf(connection)),
    search: (text, limit) => read(() => searchNodes(connection, text, limit, countOf(connection))),
    nodes: (ids) => read(() => readNodes(connection, ids)),
    neighbours: (ids, options) => read(() => readNeighbours(connection, ids, options)),
    outline: (id, options) => read(() => readOutline(connection, id, options)),
    replace: async (rows, origin) => {
      const counts = await replace(path, rows, origin);
      asOfMs = origin.asOfMs;
      return counts;
    },
    close: async () => stamp.writing(() => connection.close()),
  };
}

const META = { origin: 'origin', nodes: 'nodes' } as const;

function originOf(connection: Connection): GraphOrigin | null {
  const text = metaOf(connection, META.origin);
  return text === null ? null : decoding(() => JSON.parse(text) as GraphOrigin);
}

const countOf = (connection: Connection): number => Number(metaOf(connection, META.nodes) ?? 0);

function metaOf(connection: Connection, key: string): string | null {
  return connection.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value ?? null;
}

function readNodes(connection: Connection, ids: readonly string[]): ReadonlyMap<string, GraphNode> {
  const found = new Map<string, GraphNode>();
  for (const id of ids) {
    const row = connection.get<NodeColumns>(`SELECT ${NODE_COLUMNS} WHERE i.id = ?`, id);
    if (row) found.set(id, nodeOf(row));
  }
  return found;
}

/**
 * Writes through a connection of its own, in one transaction that lasts as long as the rows take to come: who reads
 * meanwhile sees the graph as it was, and a process that is killed leaves it so.
 */
async function replace(
  path: string,
  rows: AsyncIterable<readonly GraphRow[]>,
  origin: GraphOrigin,
): Promise<RowCounts> {
  const database = openDatabase(path, BUSY_TIMEOUT_MS, { tables: GRAPH_TABLES });
  const connection = connect(database);
  const stamp = stampOf(path);
  const isOurs = stamp.isAsLeft();
  try {
    database.exec(`PRAGMA cache_size = -${IMPORT_CACHE_KIBIBYTES}`);
    return await transact(database, async () => {
      const writer = rowWriter(connection);
      for await (const batch of rows) for (const row of batch) writer.write(row);
      const counts = writer.finish();
      const meta = { [META.origin]: JSON.stringify(origin), [META.nodes]: String(counts.nodes) };
      for (const [key, value] of Object.entries(meta))
        connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
      sealGraph(database);
      return counts;
    });
  } catch (error) {
    throw told(translateFailure(error));
  } finally {
    connection.close();
    if (isOurs) stamp.leave();
  }
}

async function transact<T>(database: DatabaseSync, work: () => Promise<T>): Promise<T> {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = await work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

// The index of the workspace is made again by itself; a graph can only be made again from where it came.
function told(error: unknown): unknown {
  return isDamage(error)
    ? new ContextError('GRAPH_DAMAGED', 'The imported graph is damaged.', { cause: error })
    : error;
}
