import type { Edge } from '../../../model/edge.ts';
import type { StoreChange } from '../../../ports/store.ts';
import type { Ask } from '../connection/database.ts';
import { keyOf, keysOf } from '../keys.ts';
import type { ViewScope } from '../view-scope.ts';

/** Replaces the out-edges of relinked paths and adds the new edges. */
export async function writeEdges(ask: Ask, { workspace, view }: ViewScope, change: StoreChange): Promise<void> {
  const { relinked = [], edges = [] } = change;
  if (relinked.length > 0) {
    const sql = 'DELETE FROM knap.edges WHERE workspace = ? AND view = ? AND source = ANY (?::bigint[])';
    await ask(sql, workspace, view, keysOf(relinked));
  }
  const rows = heaviest(edges);
  if (rows.length === 0) return;
  await ask(
    `INSERT INTO knap.edges AS old (workspace, view, source, target, kind, weight, because)
     SELECT ?::bigint, ?::bigint, * FROM unnest(?::bigint[], ?::bigint[], ?::text[], ?::double precision[], ?::text[])
     ON CONFLICT (workspace, view, source, target, kind) DO UPDATE SET weight = excluded.weight, because = excluded.because
     WHERE excluded.weight > old.weight`,
    ...[workspace, view],
    rows.map(({ from }) => keyOf(from)),
    rows.map(({ to }) => keyOf(to)),
    rows.map(({ kind }) => kind),
    rows.map(({ weight }) => weight),
    rows.map(({ because }) => because),
  );
}

function heaviest(edges: readonly Edge[]): readonly Edge[] {
  const found = new Map<string, Edge>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.from, edge.to, edge.kind]);
    const known = found.get(key);
    if (!known || edge.weight > known.weight) found.set(key, edge);
  }
  return [...found.values()];
}
