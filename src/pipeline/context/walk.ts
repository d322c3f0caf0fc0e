import { type GraphNode, type GraphStep, isPlain } from '../../model/graph.ts';
import type { GraphBackend, Neighbour, Neighbours } from '../../ports/graph.ts';
import { shortName } from './because.ts';
import { type ContextLimits, type GraphView, refusalOf } from './context-options.ts';
import { type PromiseMeasure, promiseOf } from './neighbour-promise.ts';

/** A node a walk came to. */
export interface Met {
  readonly node: GraphNode;
  readonly distance: number;
  /** The step that led here; null for the source. */
  readonly step: GraphStep | null;
  /** It may be walked through, and is no node of the answer. */
  readonly isTooOld: boolean;
}

export interface Walk {
  readonly met: ReadonlyMap<string, Met>;
  readonly refusedTag: ReadonlySet<string>;
  /** Neighbours that were told or counted, and not opened. */
  readonly sampled: number;
  readonly notes: readonly string[];
}

export interface WalkParts {
  readonly backend: Pick<GraphBackend, 'nodes' | 'neighbours'>;
  readonly view: GraphView;
  readonly measure: PromiseMeasure;
  readonly limits: ContextLimits;
}

/** Steps outwards from a source, level by level; of every level the most promising nodes are opened. */
export async function walk(source: GraphNode, parts: WalkParts): Promise<Walk> {
  const met = new Map<string, Met>([[source.id, { node: source, distance: 0, step: null, isTooOld: false }]]);
  const refusedTag = new Set<string>();
  const notes: string[] = [];
  let sampled = 0;
  let frontier: readonly GraphNode[] = [source];
  for (let distance = 1; distance <= parts.view.depth && frontier.length > 0; distance++) {
    const level = await nextLevel(frontier, met, parts);
    notes.push(...level.notes);
    sampled += level.sampled;
    const room = Math.max(0, parts.limits.openedMax - met.size);
    const open = level.prospects.filter(({ node }) => refusalOf(node, parts.view) !== 'tag');
    for (const { node } of level.prospects) if (refusalOf(node, parts.view) === 'tag') refusedTag.add(node.id);
    sampled += Math.max(0, open.length - room);
    const taken = open.slice(0, room);
    for (const { node, step } of taken)
      met.set(node.id, { node, distance, step, isTooOld: refusalOf(node, parts.view) === 'age' });
    frontier = taken.filter(leadsOn).map(({ node }) => node);
  }
  return { met, refusedTag, sampled, notes };
}

interface Prospective {
  readonly node: GraphNode;
  readonly step: GraphStep;
}

interface WalkLevel {
  /** The most promising first. */
  readonly prospects: readonly Prospective[];
  readonly sampled: number;
  readonly notes: readonly string[];
}

// A bare value (`active`) is part of the node that has it: all others that have it too are no news about it.
function leadsOn({ node, step }: Prospective): boolean {
  return !(step.relation === 'field' && step.direction === 'out' && isPlain(node));
}

async function nextLevel(
  frontier: readonly GraphNode[],
  met: ReadonlyMap<string, Met>,
  parts: WalkParts,
): Promise<WalkLevel> {
  const { backend, view, limits, measure } = parts;
  const told = await backend.neighbours(
    frontier.map(({ id }) => id),
    { relations: view.relations, limitEach: limits.toldMax },
  );
  const steps = new Map<string, Neighbour>();
  const notes: string[] = [];
  let sampled = 0;
  for (const node of frontier) {
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

// Of two ways to one node, the one that says more about it: who owns it, then what it is to somebody, then a mention.
function closeness({ relation }: GraphStep): number {
  return relation === 'references' ? 2 : relation === 'field' ? 1 : 0;
}

// Of a node with very many neighbours the likeliest are opened, so that their tags count too.
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

/** Best first; equals keep the order of the graph. */
function byPromise<T>(list: readonly T[], promise: (one: T) => number): readonly T[] {
  return list
    .map((one) => ({ one, value: promise(one) }))
    .sort((a, b) => b.value - a.value)
    .map(({ one }) => one);
}

function stepOf({ from, to, relation, direction, field }: Neighbour): GraphStep {
  return { from, to, relation, direction, field };
}

const nameOf = ({ name, id }: GraphNode): string => `“${shortName(name || id)}”`;
