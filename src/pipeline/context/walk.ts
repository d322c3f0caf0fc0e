// Walks from one node along the relations of the lens, level by level. Of a node with very many neighbours, the most
// promising are followed.
import { type GraphNode, type GraphStep, isPlainNode } from '../../model/graph.ts';
import type { Neighbour, Neighbours } from '../../ports/graph.ts';
import { type WalkedPlace, walkEdges } from '../../search/walk-edges.ts';
import { isFieldValue, promiseOf, refusalOf, type SeededRun, shortName } from './context-options.ts';

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
  /** The ids of nodes left out for a tag. */
  readonly refusedByTag: ReadonlySet<string>;
  /** The number of neighbours that were not followed. */
  readonly passedOver: number;
  readonly notes: readonly string[];
}

export async function walk(source: GraphNode, run: SeededRun): Promise<Walk> {
  const { view } = run;
  const { openedMax } = run.settings.limits;
  const refusedByTag = new Set<string>();
  const notes: string[] = [];
  let passedOver = 0;
  const met = await walkEdges<NodePlace>([{ node: source, step: null, isTooOld: false }], {
    depthMax: view.depth,
    idOf: ({ node }) => node.id,
    // The walk does not pass a bare value (`active`), because other nodes with this value say nothing about its owner.
    leadsOn: ({ node, step }) => !(isPlainNode(node) && isFieldValue(step)),
    async next(level, _, known) {
      const found = await nextLevel(level, known, run);
      const isRefused = ({ node }: NextNode) => refusalOf(node, view) === 'tag';
      for (const { node } of found.prospects.filter(isRefused)) refusedByTag.add(node.id);
      const open = found.prospects.filter((prospect) => !isRefused(prospect));
      const taken = open.slice(0, Math.max(0, openedMax - known.size));
      notes.push(...found.notes);
      passedOver += found.passedOver + open.length - taken.length;
      return taken.map((prospect) => ({ ...prospect, isTooOld: refusalOf(prospect.node, view) === 'age' }));
    },
  });
  return { met, refusedByTag, passedOver, notes };
}

interface NextNode {
  readonly node: GraphNode;
  readonly step: GraphStep;
}

interface WalkLevel extends Pick<Walk, 'passedOver' | 'notes'> {
  /** The most promising first. */
  readonly prospects: readonly NextNode[];
}

async function nextLevel(
  frontier: readonly NodePlace[],
  met: ReadonlyMap<string, ReachedNode>,
  run: SeededRun,
): Promise<WalkLevel> {
  const { backend, view } = run;
  const { toldMax, weighedMax } = run.settings.limits;
  const neighbours = await backend.neighbours(
    frontier.map(({ node }) => node.id),
    { relations: view.relations, limitEach: toldMax },
  );
  const steps = new Map<string, Neighbour>();
  const notes: string[] = [];
  let passedOver = 0;
  for (const { node } of frontier) {
    const around = neighbours.get(node.id);
    if (around === undefined) continue;
    const { ends, left } = await sampleEnds(around, run);
    passedOver += left;
    if (left > 0)
      notes.push(`${nameOf(node)} has ${around.total} neighbours: the ${ends.length} most promising were looked at`);
    for (const end of ends) {
      const before = steps.get(end.to);
      if (!met.has(end.to) && (before === undefined || farness(end) < farness(before))) steps.set(end.to, end);
    }
  }
  const weighed = byPromise([...steps.values()], (end) => promiseOf(end, run)).slice(0, weighedMax);
  const nodes = await backend.nodes(weighed.map(({ to }) => to));
  const prospects = weighed.flatMap(({ from, to, relation, direction, field }) => {
    const node = nodes.get(to);
    return node === undefined ? [] : [{ node, step: { from, to, relation, direction, field } }];
  });
  return {
    prospects: byPromise(prospects, ({ node }) => promiseOf(node, run)),
    passedOver: passedOver + steps.size - weighed.length,
    notes,
  };
}

// Of two steps to one node the nearer is kept: its owner says more about it than a field, and a field more than a mention.
const farness = ({ relation }: GraphStep): number => (relation === 'references' ? 2 : relation === 'field' ? 1 : 0);

// Chooses among very many neighbours; the most promising are opened first, so that their tags count too.
async function sampleEnds({ ends, total }: Neighbours, run: SeededRun) {
  const { hubFrom, weighedMax } = run.settings.limits;
  const all = Math.max(total, ends.length);
  if (all <= hubFrom) return { ends, left: 0 };
  const likely = byPromise(ends, (end) => promiseOf(end, run)).slice(0, weighedMax);
  const nodes = await run.backend.nodes(likely.map(({ to }) => to));
  const best = byPromise(likely, (end) => promiseOf(nodes.get(end.to) ?? end, run)).slice(0, hubFrom);
  return { ends: best, left: all - best.length };
}

/** Sorts by promise, best first; equals keep the order of the graph. */
function byPromise<T>(list: readonly T[], promise: (item: T) => number): readonly T[] {
  return list
    .map((item) => ({ item, value: promise(item) }))
    .sort((a, b) => b.value - a.value)
    .map(({ item }) => item);
}

const nameOf = ({ name, id }: GraphNode): string => `“${shortName(name || id)}”`;
