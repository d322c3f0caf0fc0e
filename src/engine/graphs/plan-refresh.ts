import { ContextError } from '../../model/errors.ts';
import type { GraphOrigin } from '../../ports/graph.ts';
import type { GraphMaker } from './graph-files.ts';
import { sourceNamed } from './import-graph.ts';

export interface RefreshPlan {
  /** What the graph has to be made from before it can answer; null when it can. */
  readonly maker: GraphMaker | null;
  readonly notes: readonly string[];
}

export interface KnownOfGraph {
  /** What the database says it holds; null for an empty one. */
  readonly origin: GraphOrigin | null;
  readonly configured: GraphMaker | null;
  /** What it was last made from, whatever has become of the database. */
  readonly remembered: GraphMaker | null;
}

/** Whether a graph must be imported before it is asked: a new one, a damaged one, a configured one whose file changed. */
export async function planRefresh({ origin, configured, remembered }: KnownOfGraph): Promise<RefreshPlan> {
  const from = configured ?? origin ?? remembered;
  if (!from) throw new ContextError('NO_GRAPH', 'Nothing has been imported under that name.');
  const stamp = await sourceNamed(from.source).stampOf(from.path);
  if (origin === null) {
    if (remembered === null) return { maker: from, notes: [] };
    if (!stamp)
      throw new ContextError('GRAPH_DAMAGED', `The imported graph was damaged, and ${from.path} is no longer there.`);
    return { maker: from, notes: ['the imported graph was damaged or of another version: it was imported again'] };
  }
  const isSame = stamp?.stamp === origin.stamp && from.path === origin.path && from.source === origin.source;
  if (isSame) return { maker: null, notes: [] };
  if (stamp && configured) return { maker: configured, notes: [] };
  const what = stamp ? 'has changed since it was imported' : 'is no longer there';
  return { maker: null, notes: [`${from.path} ${what}; the graph is of ${new Date(origin.asOfMs).toISOString()}`] };
}
