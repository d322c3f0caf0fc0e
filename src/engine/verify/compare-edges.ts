import { INDEX_META } from '../../indexing/index-meta.ts';
import { link } from '../../indexing/link.ts';
import type { Edge } from '../../model/edge.ts';
import type { Difference } from '../../ports/status.ts';
import type { EngineParts } from '../parts/open-parts.ts';

/** Edges of one file at a time would ask too often, those of all at once would hold too much. */
const FILES_AT_ONCE = 2000;

/** Whether the edges out of files are those the linker makes of them now. */
export async function compareEdges(parts: EngineParts, paths: readonly string[]) {
  const { files, meta } = await parts.store.opening();
  if (meta.get(INDEX_META.linking) === 'pending')
    return { differences: [], compared: 0, notes: ['edges are not made yet, and were not compared'] };
  const view = new Set(files.map(({ path }) => path));
  const differences: Difference[] = [];
  let compared = 0;
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    const some = paths.slice(start, start + FILES_AT_ONCE);
    const { edges = [] } = await link(parts, { paths: some, isWhole: false });
    const made = heaviest(edges.filter(({ to }) => view.has(to)));
    const stored = heaviest(await parts.store.edges(some, { direction: 'out' }));
    compared += made.size;
    differences.push(...edgesApart(made, stored));
  }
  return { differences, compared, notes: [] };
}

const keyOf = ({ from, to, kind }: Edge): string => JSON.stringify([from, to, kind]);

// Of two with the same ends and kind a store keeps the heavier one.
function heaviest(edges: readonly Edge[]): ReadonlyMap<string, Edge> {
  const kept = new Map<string, Edge>();
  for (const edge of edges) if (edge.weight > (kept.get(keyOf(edge))?.weight ?? -1)) kept.set(keyOf(edge), edge);
  return kept;
}

function edgesApart(made: ReadonlyMap<string, Edge>, stored: ReadonlyMap<string, Edge>): Difference[] {
  const isSame = (a: Edge | undefined, b: Edge) => a?.weight === b.weight && a.because === b.because;
  const missing = [...made].filter(([key, edge]) => !isSame(stored.get(key), edge)).map(([, edge]) => edge);
  const extra = [...stored].filter(([key]) => !made.has(key)).map(([, edge]) => edge);
  const told = (edge: Edge, what: string): Difference => ({
    path: edge.from,
    kind: 'edges',
    what: `${what} an edge (${edge.kind}) to ${edge.to}`,
  });
  return [
    ...missing.map((edge) => told(edge, 'the index lacks, or has otherwise,')),
    ...extra.map((edge) => told(edge, 'the index alone has')),
  ];
}
