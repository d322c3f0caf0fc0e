// These signals follow edges from the strongest candidates: imports, calls, tests, references, framework conventions.
import type { Candidate } from '../model/candidate.ts';
import { EDGE_KINDS, type Edge, type EdgeKind } from '../model/edge.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';
import { walkEdges } from '../search/walk-edges.ts';

/** The most steps: edges say too little about more distant files. */
const DEPTH_MAX = 2;
const DECAY = 0.5;
const NODES_MAX = 100;
const KINDS: readonly EdgeKind[] = ['imports', 'calls', 'tests', 'references'];
/** A file with more edges than this says little about each neighbour, so its edges count less. */
const HUB_FROM = 12;

/** Finds files that imports, calls, tests or references connect with a candidate; a second step halves the value. */
export const graphRelated: SignalFinder = {
  kind: 'graphRelated',
  tier: 'structural',
  weight: 0.14,
  applies: () => true,
  async expand(question, seeds) {
    const hits: Hit[] = [];
    await walkEdges<Hit>(
      seeds.map((seed) => ({ path: seed.path, value: strengthOf(seed), because: '' })),
      {
        depthMax: Math.min(DEPTH_MAX, question.lens.depthMax),
        idOf: ({ path }) => path,
        async next(level, distance, met) {
          if (hits.length >= NODES_MAX) return [];
          const reached = await takeStep(question, new Map(level.map((hit) => [hit.path, hit])), distance);
          const fresh = reached.filter((hit) => !met.has(hit.path)).slice(0, NODES_MAX - hits.length);
          // A seed that another seed leads to in one step is related to it too.
          const among = distance === 1 ? reached.filter((hit) => met.has(hit.path)) : [];
          hits.push(...fresh, ...among);
          return fresh;
        },
      },
    );
    return hits;
  },
};

type Frontier = ReadonlyMap<string, Hit>;

async function takeStep({ store, view, lens }: Question, frontier: Frontier, depth: number): Promise<readonly Hit[]> {
  const edges = await store.edges([...frontier.keys()], {
    kinds: KINDS.filter((kind) => lens.edges.includes(kind)),
    direction: 'both',
  });
  const degree = new Map<string, number>();
  for (const edge of edges) for (const end of [edge.from, edge.to]) degree.set(end, (degree.get(end) ?? 0) + 1);
  const best = new Map<string, ReachedBy>();
  for (const edge of edges) {
    for (const isInwards of [false, true]) {
      const [near, far] = isInwards ? [edge.to, edge.from] : [edge.from, edge.to];
      const start = frontier.get(near);
      if (!start || near === far || !view.files.has(far)) continue;
      const hub = Math.min(1, HUB_FROM / (degree.get(near) ?? 1));
      const value = start.value * DECAY ** (depth - 1) * edge.weight * Math.sqrt(hub);
      if (value > (best.get(far)?.value ?? 0)) best.set(far, { edge, isInwards, value });
    }
  }
  const hits = [...best].map(([path, reachedBy]) => makeHit(path, reachedBy, frontier, depth));
  return hits.sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1));
}

interface ReachedBy {
  readonly edge: Edge;
  readonly isInwards: boolean;
  readonly value: number;
}

function makeHit(path: string, { edge, isInwards, value }: ReachedBy, frontier: Frontier, depth: number): Hit {
  const near = isInwards ? edge.to : edge.from;
  const { inverse, label } = EDGE_KINDS[edge.kind];
  return {
    path,
    value,
    because: `${isInwards ? label : inverse} ${near}`,
    distance: depth,
    via: [...(frontier.get(near)?.via ?? []), { from: near, kind: edge.kind }],
  };
}

/** Returns the value of a candidate's best signal, 0..1. */
export function strengthOf(seed: Candidate): number {
  return Math.min(1, Math.max(...seed.signals.map((signal) => signal.value), 0));
}

/** Finds files that a framework's conventions link to a candidate: a controller's request, a model's migration. */
export const relatedFile: SignalFinder = {
  kind: 'relatedFile',
  tier: 'structural',
  weight: 0.08,
  applies: ({ lens }) => lens.edges.includes('framework'),
  async expand({ store, view }, seeds) {
    const paths = seeds.map(({ path }) => path);
    const edges = await store.edges(paths, { kinds: ['framework'], direction: 'both' });
    const strengths = new Map(seeds.map((seed) => [seed.path, strengthOf(seed)]));
    return edges.flatMap(({ from, to, weight, kind, because }): readonly Hit[] => {
      const [near, far] = strengths.has(from) ? [from, to] : [to, from];
      if (!view.files.has(far)) return [];
      const value = weight * (strengths.get(near) ?? 0);
      return [{ path: far, value, because: `${because} (${near})`, distance: 1, via: [{ from: near, kind }] }];
    });
  },
};
