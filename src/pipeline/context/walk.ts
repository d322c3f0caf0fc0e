// Walks from one node along the relations of the lens, level by level. Of a node with very many neighbours, the most
// promising are opened.
import { type GraphNode, type GraphStep, isPlainNode } from '../../model/graph.ts';
import type { GraphBackend, Neighbour, Neighbours } from '../../ports/graph.ts';
import { type WalkedPlace, walkEdges } from '../../search/walk-edges.ts';
import { shortName } from './because.ts';
import { type ContextLimits, type GraphView, type PromiseMeasure, promiseOf, refusalOf } from './context-options.ts';

interface NodePlace {
  readonly node: GraphNode;
  /** The step that led here; null for the source. */
  readonly step: GraphStep | null;
  /** Whether it is too old for the answer; the walk may pass it all the same. */
  readonly isTooOld: boolean;
}

/** A node that a walk reached. */
export type ReachedNode = WalkedPlace<NodePlace>;

export interface Walk {
  readonly met: ReadonlyMap<string, ReachedNode>;
  readonly refusedTag: ReadonlySet<string>;
  /** The number of known neighbours that were not opened. */
  readonly sampled: number;
  readonly notes: readonly string[];
}

export interface WalkParts {
  readonly backend: Pick<GraphBackend, 'nodes' | 'neighbours'>;
  readonly view: GraphView;
  readonly measure: PromiseMeasure;
  readonly limits: ContextLimits;
}

/** Walks from a source level by level, and opens the most promising nodes of each level. */
export async function walk(source: GraphNode, parts: WalkParts): Promise<Walk> {
  const { view, limits } = parts;
  const refusedTag = new Set<string>();
  const notes: string[] = [];
  let sampled = 0;
  const met = await walkEdges<NodePlace>([{ node: source, step: null, isTooOld: false }], {
    depthMax: view.depth,
    idOf: ({ node }) => node.id,
    leadsOn,
    async next(level, _, known) {
      const found = await nextLevel(level, known, parts);
      const isRefused = ({ node }: NextNode) => refusalOf(node, view) === 'tag';
      for (const { node } of found.prospects.filter(isRefused)) refusedTag.add(node.id);
      const open = found.prospects.filter((prospect) => !isRefused(prospect));
      const taken = open.slice(0, Math.max(0, limits.openedMax - known.size));
      notes.push(...found.notes);
      sampled += found.sampled + open.length - taken.length;
      return taken.map((prospect) => ({ ...prospect, isTooOld: refusalOf(prospect.node, view) === 'age' }));
    },
  });
  return { met, refusedTag, sampled, notes };
}

interface NextNode {
  readonly node: GraphNode;
  readonly step: GraphStep;
}

interface WalkLevel {
  /** The most promising first. */
  readonly prospects: readonly NextNode[];
  readonly sampled: number;
  readonly notes: readonly string[];
}

// The walk does not pass a bare value (`active`), because other nodes with the same value say nothing about its owner.
function leadsOn({ node, step }: NodePlace): boolean {
  return !(step?.relation === 'field' && step.direction === 'out' && isPlainNode(node));
}

async function nextLevel(
  frontier: readonly NodePlace[],
  met: ReadonlyMap<string, ReachedNode>,
  parts: WalkParts,
): Promise<WalkLevel> {
  const { backend, view, limits, measure } = parts;
  const told = await backend.neighbours(
    frontier.map(({ node }) => node.id),
    { relations: view.relations, limitEach: limits.toldMax },
  );
  const steps = new Map<string, Neighbour>();
  const notes: string[] = [];
  let sampled = 0;
  for (const { node } of frontier) {
    const around = told.get(node.id);
    if (around === undefined) continue;
    const { ends, left } = await sampledEnds(around, parts);
    sampled += left;
    if (left > 0)
      notes.push(`${nameOf(node)} has ${around.total} neighbours: the ${ends.length} most promising were looked at`);
    for (const end of ends) {
      const before = steps.get(end.to);
      if (!met.has(end.to) && (before === undefined || closeness(end) < closeness(before))) steps.set(end.to, end);
    }
  }
  const weighed = byPromise([...steps.values()], (end) => promiseOf(end, measure)).slice(0, limits.weighedMax);
  const nodes = await backend.nodes(weighed.map(({ to }) => to));
  const prospects = weighed.flatMap((end) => {
    const node = nodes.get(end.to);
    return node === undefined ? [] : [{ node, step: stepOf(end) }];
  });
  return {
    prospects: byPromise(prospects, ({ node }) => promiseOf(node, measure)),
    sampled: sampled + steps.size - weighed.length,
    notes,
  };
}

// Of two steps to one node the lower number wins: its owner says more about it than a field, and a field more than a
// mention.
function closeness({ relation }: GraphStep): number {
  return relation === 'references' ? 2 : relation === 'field' ? 1 : 0;
}

// Chooses among very many neighbours; the likeliest are opened first, so that their tags count too.
async function sampledEnds(
  { ends, total }: Neighbours,
  { backend, measure, limits }: WalkParts,
): Promise<{ readonly ends: readonly Neighbour[]; readonly left: number }> {
  if (Math.max(total, ends.length) <= limits.hubFrom) return { ends, left: 0 };
  const likely = byPromise(ends, (end) => promiseOf(end, measure)).slice(0, limits.weighedMax);
  const nodes = await backend.nodes(likely.map(({ to }) => to));
  const best = byPromise(likely, (end) => promiseOf(nodes.get(end.to) ?? end, measure)).slice(0, limits.hubFrom);
  return { ends: best, left: Math.max(total, ends.length) - best.length };
}

/** Sorts by promise, best first; equals keep the order of the graph. */
function byPromise<T>(list: readonly T[], promise: (item: T) => number): readonly T[] {
  return list
    .map((item) => ({ one: item, value: promise(item) }))
    .sort((a, b) => b.value - a.value)
    .map(({ one }) => one);
}

function stepOf({ from, to, relation, direction, field }: Neighbour): GraphStep {
  return { from, to, relation, direction, field };
}

const nameOf = ({ name, id }: GraphNode): string => `“${shortName(name || id)}”`;
