import type { Edge } from '../../model/edge.ts';
import type { Store, StoreChange } from '../../ports/store.ts';
import { byText } from '../text-order.ts';
import type { Connection } from './connection.ts';
import { listValue, type PathIds } from './path-ids.ts';

/** Replaces the out-edges of relinked paths and adds the new edges. */
export function writeEdges(connection: Connection, paths: PathIds, change: StoreChange): void {
  for (const path of change.relinked ?? []) {
    connection.run('DELETE FROM edges WHERE source = ?', paths.intern(path));
  }
  for (const { from, to, kind, weight, because } of change.edges ?? []) {
    connection.run(
      `INSERT INTO edges (source, target, kind, weight, because) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET weight = excluded.weight, because = excluded.because
       WHERE excluded.weight > edges.weight`,
      paths.intern(from),
      paths.intern(to),
      kind,
      weight,
      because,
    );
  }
}

/** Edges out of, into, or at these paths. */
export function readEdges(connection: Connection, paths: readonly string[], options: EdgeOptions): Edge[] {
  const list = listValue(paths);
  const out = options.direction === 'in' ? [] : connection.all<Edge>(edgesAt('source'), list);
  const into = options.direction === 'out' ? [] : connection.all<Edge>(edgesAt('target'), list);
  const asked = new Set(options.direction === 'both' ? paths : []);
  // An edge between two asked paths is found from both ends.
  return [...out, ...into.filter((edge) => !asked.has(edge.from))]
    .filter((edge) => !options.kinds || options.kinds.includes(edge.kind))
    .map(({ from, to, kind, weight, because }) => ({ from, to, kind, weight, because }))
    .sort((a, b) => byText(a.from, b.from) || byText(a.to, b.to) || byText(a.kind, b.kind));
}

/** How many edges have both ends in the view. */
export function countEdges(connection: Connection): number {
  return connection.get<{ edges: number }>(
    `SELECT count(*) AS edges FROM edges e JOIN files s ON s.path = e.source JOIN files t ON t.path = e.target`,
  )!.edges;
}

type EdgeOptions = Parameters<Store['edges']>[1];

function edgesAt(end: 'source' | 'target'): string {
  return `SELECT a.path AS "from", b.path AS "to", e.kind, e.weight, e.because
    FROM json_each(?) wanted JOIN paths asked ON asked.path = wanted.value JOIN edges e ON e.${end} = asked.id
    JOIN files s ON s.path = e.source JOIN files t ON t.path = e.target
    JOIN paths a ON a.id = e.source JOIN paths b ON b.id = e.target`;
}
