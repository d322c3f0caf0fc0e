import type { GraphNode, GraphStep } from '../../model/graph.ts';
import type { Seed } from './resolve-seeds.ts';
import { isPlain, type Met, type Walk } from './walk.ts';

/** A node of the answer on its way. */
export interface Gathered {
  readonly node: GraphNode;
  /** Steps from the nearest source; beyond the reach of the walk for hits that no step led to. */
  readonly distance: number;
  /** Steps from every source, in their order; null where it was out of reach. */
  readonly distances: readonly (number | null)[];
  /** From the nearest source. */
  readonly path: readonly GraphStep[];
  readonly isSource: boolean;
  /** How well its words answer a topic; null when no search found it. */
  readonly searchScore: number | null;
}

export interface Gathering {
  readonly nodes: readonly Gathered[];
  /** Nodes that are lines of another's outline. */
  readonly within: ReadonlySet<string>;
  readonly tooOld: number;
  /** Every node that was opened, by id: for the names on a path. */
  readonly opened: ReadonlyMap<string, GraphNode>;
}

/** Joins the walks from all sources: who stands on its own, how far from each source, and by which way. */
export function gather(seeds: readonly Seed[], walks: readonly Walk[], depth: number): Gathering {
  const sources = new Set(seeds.flatMap(({ source }) => (source === null ? [] : [source.id])));
  const scores = new Map<string, number>();
  const opened = new Map<string, GraphNode>();
  // A hit of one topic among several speaks to a part of the question only.
  for (const { node, score } of seeds.flatMap(({ hits }) => hits)) {
    scores.set(node.id, (scores.get(node.id) ?? 0) + score / seeds.length);
    opened.set(node.id, node);
  }
  for (const { met } of walks) for (const { node } of met.values()) opened.set(node.id, node);
  const nearest = new Map([...opened.keys()].map((id) => [id, nearestWalk(id, walks)]));
  const within = linesOfOutlines(nearest, (id) => sources.has(id) || scores.has(id));
  const nodes = [...opened.values()].flatMap((node): readonly Gathered[] => {
    const way = nearest.get(node.id) ?? null;
    if (within.has(node.id) || way?.met.isTooOld) return [];
    return [
      {
        node,
        distance: way?.met.distance ?? depth + 1,
        distances: walks.map(({ met }) => met.get(node.id)?.distance ?? null),
        path: way === null ? [] : pathTo(node.id, way.walk),
        isSource: sources.has(node.id),
        searchScore: scores.get(node.id) ?? null,
      },
    ];
  });
  const tooOld = [...nearest.values()].filter((way) => way?.met.isTooOld).length;
  return { nodes, within, tooOld, opened };
}

interface Way {
  readonly walk: Walk;
  readonly met: Met;
}

function nearestWalk(id: string, walks: readonly Walk[]): Way | null {
  let nearest: Way | null = null;
  for (const walk of walks) {
    const met = walk.met.get(id);
    if (met !== undefined && (nearest === null || met.distance < nearest.met.distance)) nearest = { walk, met };
  }
  return nearest;
}

// A plain line that was met on its way down from its owner, or up to it, is read in the outline of the owner.
function linesOfOutlines(ways: ReadonlyMap<string, Way | null>, isAsked: (id: string) => boolean): ReadonlySet<string> {
  const within = new Set<string>();
  for (const [id, way] of ways) {
    if (way === null || isAsked(id) || !isPlain(way.met.node)) continue;
    const relation = way.met.step?.relation;
    const owner = way.met.node.parent;
    if ((relation === 'child' || relation === 'parent') && owner !== null && ways.has(owner) && owner !== id)
      within.add(id);
  }
  // Lines that own each other in a ring belong to nobody: they stand on their own.
  for (const id of [...within]) if (!leadsOut(id, ways, within)) within.delete(id);
  return within;
}

function leadsOut(id: string, ways: ReadonlyMap<string, Way | null>, within: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  let at: string | null = id;
  while (at !== null && within.has(at)) {
    if (seen.has(at)) return false;
    seen.add(at);
    at = ways.get(at)?.met.node.parent ?? null;
  }
  return true;
}

function pathTo(id: string, { met }: Walk): readonly GraphStep[] {
  const path: GraphStep[] = [];
  for (let step = met.get(id)?.step ?? null; step !== null; step = met.get(step.from)?.step ?? null) path.unshift(step);
  return path;
}
