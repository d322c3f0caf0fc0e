// Joins the walks from all sources: which nodes stand on their own, which are lines of others, and how far each is from
// the sources.
import { type GraphNode, type GraphStep, isPlainNode } from '../../model/graph.ts';
import type { ContextRun } from './context-options.ts';
import type { Seed } from './resolve-seeds.ts';
import type { ReachedNode, Walk } from './walk.ts';

/** A node of the answer, before its text is read. */
export interface GatheredNode {
  readonly node: GraphNode;
  /** Steps from the nearest source; beyond the reach of the walk for hits that no step led to. */
  readonly distance: number;
  /** Steps from each source, in the order of the sources; null for a source whose walk did not reach it. */
  readonly distances: readonly (number | null)[];
  /** The steps from the nearest source. */
  readonly path: readonly GraphStep[];
  readonly isSource: boolean;
  /** Whether the caller named it by its id; a search found every other source. */
  readonly isNamed: boolean;
  /** How well its words, or those of a line of its outline, match the topics; null if neither is among `Seed.hits`. */
  readonly searchScore: number | null;
}

export interface GatherResult {
  readonly nodes: readonly GatheredNode[];
  /** Nodes that do not stand on their own: lines of others' outlines, and headings above a line. */
  readonly within: ReadonlySet<string>;
  readonly tooOld: number;
  /** The nodes that walks and joining hits reached, and the owners of lines. */
  readonly opened: ReadonlyMap<string, GraphNode>;
}

/** The most levels above a line on which its owner is looked for. */
const OWNERS_UP = 5;

interface WalkedWay {
  readonly walk: Walk;
  readonly met: ReachedNode;
}

export async function gather(
  seeds: readonly Seed[],
  walks: readonly Walk[],
  { view, backend }: ContextRun,
): Promise<GatherResult> {
  const sources = new Set(seeds.flatMap(({ source }) => (source === null ? [] : [source.id])));
  const named = new Set(seeds.flatMap(({ as, source }) => (as === 'id' && source ? [source.id] : [])));
  const scores = hitScores(seeds);
  const met = new Map(walks.flatMap((walk) => [...walk.met.values()].map(({ node }) => [node.id, node] as const)));
  for (const { node } of seeds.flatMap(({ hits }) => hits)) met.set(node.id, node);
  const ways = new Map([...met.keys()].map((id) => [id, nearestWalk(id, walks)]));
  const opened = await withOwners(met, ways, backend);
  const stands = (id: string) => met.has(id) && (sources.has(id) || !isPlainNode(met.get(id)!));
  const within = new Set<string>();
  for (const [id, node] of met) {
    if (stands(id)) continue;
    const owner = standingOwner(node, opened, stands);
    if (owner === null && !isWayUp(ways.get(id)?.met.step)) continue;
    within.add(id);
    // A hit in a line counts for the node in whose outline the line is printed.
    const score = scores.get(id);
    if (owner !== null && score !== undefined) scores.set(owner, Math.max(scores.get(owner) ?? 0, score));
  }
  const isOld = (id: string) => ways.get(id)?.met.isTooOld ?? false;
  const separate = [...met.values()].filter(({ id }) => !within.has(id));
  const recent = separate.filter(({ id }) => !isOld(id));
  const nodes = recent.map((node): GatheredNode => {
    const way = ways.get(node.id) ?? null;
    return {
      node,
      distance: way?.met.distance ?? view.depth + 1,
      distances: walks.map((walk) => walk.met.get(node.id)?.distance ?? null),
      path: way === null ? [] : pathTo(node.id, way.walk),
      isSource: sources.has(node.id),
      isNamed: named.has(node.id),
      searchScore: scores.get(node.id) ?? null,
    };
  });
  return { nodes, within, tooOld: separate.length - nodes.length, opened };
}

// With several topics, a hit for one of them answers only a part of the question.
function hitScores(seeds: readonly Seed[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { node, score } of seeds.flatMap(({ hits }) => hits))
    scores.set(node.id, (scores.get(node.id) ?? 0) + score / seeds.length);
  return scores;
}

function nearestWalk(id: string, walks: readonly Walk[]): WalkedWay | null {
  let nearest: WalkedWay | null = null;
  for (const walk of walks) {
    const met = walk.met.get(id);
    if (met !== undefined && (nearest === null || met.distance < nearest.met.distance)) nearest = { walk, met };
  }
  return nearest;
}

// Adds the owners of lines that were found through a mention or a search and not through their owner.
async function withOwners(
  met: ReadonlyMap<string, GraphNode>,
  ways: ReadonlyMap<string, WalkedWay | null>,
  backend: ContextRun['backend'],
): Promise<ReadonlyMap<string, GraphNode>> {
  const opened = new Map(met);
  const isFromElsewhere = (node: GraphNode) => ways.get(node.id)?.met.step?.from !== node.parent;
  let lines = [...met.values()].filter((node) => isPlainNode(node) && isFromElsewhere(node));
  for (let up = 0; up < OWNERS_UP && lines.length > 0; up++) {
    const missing = lines.flatMap(({ parent }) => (parent !== null && !opened.has(parent) ? [parent] : []));
    for (const [id, node] of await backend.nodes([...new Set(missing)])) opened.set(id, node);
    const owners = lines.flatMap(({ parent }) => (parent === null ? [] : (opened.get(parent) ?? [])));
    lines = [...new Set(owners)].filter(isPlainNode);
  }
  return opened;
}

function standingOwner(
  line: GraphNode,
  opened: ReadonlyMap<string, GraphNode>,
  stands: (id: string) => boolean,
): string | null {
  const seen = new Set<string>([line.id]);
  for (let id = line.parent; id !== null && !seen.has(id); id = opened.get(id)?.parent ?? null) {
    if (stands(id)) return id;
    // A page owns the line, but the page does not belong to the answer.
    const owner = opened.get(id);
    if (owner !== undefined && !isPlainNode(owner)) return null;
    seen.add(id);
  }
  return null;
}

// Whether a step leads up from a line to its heading or page; a heading says nothing by itself.
const isWayUp = (step: GraphStep | null | undefined): boolean =>
  step?.direction === 'out' ? step.relation === 'parent' : step?.relation === 'child';

function pathTo(id: string, { met }: Walk): readonly GraphStep[] {
  const path: GraphStep[] = [];
  for (let step = met.get(id)?.step ?? null; step !== null; step = met.get(step.from)?.step ?? null) path.unshift(step);
  return path;
}
