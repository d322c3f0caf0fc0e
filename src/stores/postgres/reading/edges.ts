// Reads edges between files of the view, and counts edges and symbols.
import type { Edge } from '../../../model/edge.ts';
import type { Store } from '../../../ports/store.ts';
import { lookUp, type ReadCaches } from '../../read-caches.ts';
import { compareEdges } from '../../rows.ts';
import type { SentRow } from '../connection/database.ts';
import type { OpenView, ViewScope } from '../keys.ts';
import { partFor } from '../statements.ts';
import type { Inquiry, Snapshot } from './view-reads.ts';

type EdgesAsked = Parameters<Store['edges']>[1];

export function inquireEdges(
  { workspace, view }: ViewScope,
  paths: readonly string[],
  { direction, kinds }: EdgesAsked,
) {
  return (snapshot: Snapshot, caches: ReadCaches): Inquiry<readonly Edge[]> => {
    const ends = direction === 'both' ? ENDS : ENDS.filter((end) => end.direction === direction);
    const wanted = new Set(paths);
    const lookups = ends.map(({ direction: way }) => lookUp(caches.edges[way], wanted));
    return {
      parts: ends.map(({ column }, index) => {
        const sql = `SELECT source, target, kind, weight, because FROM knap.edges WHERE workspace = ? AND view = ? AND ${column} = ANY (?::bigint[])`;
        // Edges at paths outside the view are hidden.
        const keys = lookups[index]!.missing.flatMap((path) => snapshot.view.keyOf.get(path) ?? []);
        return partFor(5, sql, [workspace, view], keys);
      }),
      answer: (rows) => {
        const edges = ends.flatMap(({ end }, index) => {
          const byPath = Map.groupBy(visible(rows[index]!, snapshot), (edge) => edge[end]);
          return [...lookups[index]!.fill((path) => byPath.get(path) ?? []).values()].flat();
        });
        // An edge between two of the paths comes twice, once from each end.
        const once = new Map(edges.map((edge) => [JSON.stringify([edge.from, edge.to, edge.kind]), edge]));
        return [...once.values()].filter((edge) => !kinds || kinds.includes(edge.kind)).sort(compareEdges);
      },
    };
  };
}

export async function readCounts({ ask, workspace, view }: OpenView): Promise<{ symbols: number; edges: number }> {
  // OFFSET stops the planner from joining all files with all files, whose number it cannot estimate.
  const isShown = (end: string) =>
    `EXISTS (SELECT FROM knap.files f WHERE f.workspace = e.workspace AND f.view = e.view AND f.path = e.${end} OFFSET 0)`;
  const [row] = await ask(
    `SELECT (SELECT coalesce(sum(symbol_count), 0) FROM knap.files WHERE workspace = ? AND view = ?)::text,
       (SELECT count(*) FROM knap.edges e WHERE e.workspace = ? AND e.view = ? AND ${isShown('source')} AND ${isShown('target')})::text`,
    ...[workspace, view, workspace, view],
  );
  return { symbols: Number(row![0]), edges: Number(row![1]) };
}

const ENDS = [
  { direction: 'out', column: 'source', end: 'from' },
  { direction: 'in', column: 'target', end: 'to' },
] as const;

function visible(rows: readonly SentRow[], { view }: Snapshot): Edge[] {
  return rows.flatMap(([source, target, kind, weight, because]) => {
    const [from, to] = [view.pathOf.get(source!), view.pathOf.get(target!)];
    if (from === undefined || to === undefined) return [];
    return [{ from, to, kind: kind as Edge['kind'], weight: Number(weight), because: because! }];
  });
}
