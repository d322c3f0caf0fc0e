// Writes and reads the edges between files.
import type { Edge } from '../../model/edge.ts';
import type { Store, StoreChange } from '../../ports/store.ts';
import { type ReadCaches, readThrough } from '../read-caches.ts';
import { compareEdges } from '../rows.ts';
import { type Connection, listValue } from './opening/connection.ts';

/** Replaces the out-edges of relinked paths and adds the new edges. */
export function writeEdges(connection: Connection, change: StoreChange): void {
  for (const path of change.relinked ?? []) {
    connection.run('DELETE FROM edges WHERE source = ?', connection.pathId(path));
  }
  for (const { from, to, kind, weight, because } of change.edges ?? []) {
    connection.run(
      `INSERT INTO edges (source, target, kind, weight, because) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET weight = excluded.weight, because = excluded.because
       WHERE excluded.weight > edges.weight`,
      ...[connection.pathId(from), connection.pathId(to), kind, weight, because],
    );
  }
}

export function readEdges(connection: Connection, paths: readonly string[], options: EdgeOptions): Edge[] {
  const { direction, kinds, cache } = options;
  const asked = new Set(paths);
  const out = direction === 'in' ? [] : edgesAt(connection, asked, 'source', cache.out);
  const into = direction === 'out' ? [] : edgesAt(connection, asked, 'target', cache.in);
  // An edge between two of the paths comes twice, once from each end.
  return [...out, ...(direction === 'both' ? into.filter((edge) => !asked.has(edge.from)) : into)]
    .filter((edge) => !kinds || kinds.includes(edge.kind))
    .sort(compareEdges);
}

function edgesAt(
  connection: Connection,
  paths: ReadonlySet<string>,
  end: 'source' | 'target',
  cache: EdgeCaches['out'],
): Edge[] {
  const found = readThrough(cache, paths, (missing) => {
    const rows = connection.lists<EdgeRow>(
      `SELECT a.path, b.path, e.kind, e.weight, e.because
       FROM json_each(?) wanted JOIN paths asked ON asked.path = wanted.value JOIN edges e ON e.${end} = asked.id
       JOIN files s ON s.path = e.source JOIN files t ON t.path = e.target
       JOIN paths a ON a.id = e.source JOIN paths b ON b.id = e.target`,
      listValue(missing),
    );
    const edges = rows.map(([from, to, kind, weight, because]) => ({ from, to, kind, weight, because }));
    const byPath = Map.groupBy(edges, ({ from, to }) => (end === 'source' ? from : to));
    return (path) => byPath.get(path) ?? [];
  });
  return [...found.values()].flat();
}

/** Counts the edges with both ends in the view. */
export function countEdges(connection: Connection): number {
  return connection.get<{ edges: number }>(
    `SELECT count(*) AS edges FROM edges e JOIN files s ON s.path = e.source JOIN files t ON t.path = e.target`,
  )!.edges;
}

type EdgeCaches = ReadCaches['edges'];
type EdgeOptions = Parameters<Store['edges']>[1] & { readonly cache: EdgeCaches };
type EdgeRow = readonly [from: string, to: string, kind: Edge['kind'], weight: number, because: string];
