import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import type { Scored } from '../../model/candidate.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphNode } from '../../model/graph.ts';
import type { Task } from '../../model/task.ts';
import { fieldsOf } from '../../pipeline/context/enrich.ts';
import { contentOf } from '../../pipeline/context/node-content.ts';
import { isPlain } from '../../pipeline/context/walk.ts';
import type { GraphStore } from '../../ports/graph.ts';
import { importedAliases } from '../graphs/graph-files.ts';
import type { LazyGraphs } from '../graphs/lazy-graphs.ts';
import { nodeCandidate } from './node-candidate.ts';

const { pack: LIMITS, limits } = DEFAULTS.context;

export interface GraphsAtHand {
  readonly root: string;
  readonly config: Pick<Config, 'graphs'>;
  readonly graphs?: LazyGraphs | undefined;
}

export interface PackNodes {
  readonly scored: readonly Scored[];
  readonly notes: readonly string[];
}

/** Nodes of the imported graphs that speak to a task; they stand beside files, the best of them as high as the best file. */
export async function packNodes(
  task: Task,
  { root, config, graphs }: GraphsAtHand,
  { bestScore, sources }: { readonly bestScore: number; readonly sources: readonly string[] },
): Promise<PackNodes> {
  const hasGraphs = importedAliases(root).length > 0 || Object.keys(config.graphs).length > 0;
  if (!hasGraphs || !graphs || sources.length === 0) return { scored: [], notes: [] };
  const { aliases, openGraph } = await graphs.load();
  const found = await Promise.all(
    aliases().map(async (alias): Promise<PackNodes> => {
      try {
        const { store, notes } = await openGraph(alias);
        const source = (await store.origin())?.source;
        if (source === undefined || !sources.includes(source)) return { scored: [], notes: [] };
        return { scored: await nodesOf(task, { store, place: `${source}:${alias}`, bestScore }), notes };
      } catch (error) {
        // A pack of code is no worse for a graph that cannot be read; that it was left out is said.
        if (!(error instanceof ContextError)) throw error;
        return { scored: [], notes: [`the graph ${alias} was left out: ${error.message}`] };
      }
    }),
  );
  return { scored: found.flatMap(({ scored }) => scored), notes: found.flatMap(({ notes }) => notes) };
}

interface NodeSearch {
  readonly store: GraphStore;
  readonly place: string;
  readonly bestScore: number;
}

async function nodesOf(task: Task, { store, place, bestScore }: NodeSearch): Promise<readonly Scored[]> {
  const words = task.keywords.slice(0, LIMITS.keywordsMax).map(({ word }) => word);
  const hits = (await store.search(words.join(' '), LIMITS.nodesMax)).filter(({ score }) => score >= LIMITS.scoreMin);
  const nodes = await store.nodes(hits.map(({ id }) => id));
  const best = new Map<string, { readonly node: GraphNode; readonly score: number }>();
  for (const { id, score } of hits) {
    const found = nodes.get(id);
    const node = found && (await standingNode(found, store));
    if (node && score > (best.get(node.id)?.score ?? 0)) best.set(node.id, { node, score });
  }
  return Promise.all(
    [...best.values()].map(({ node, score }) => scoredNode(node, { store, place, score, bestScore, words })),
  );
}

// A line of an outline is read with the node it belongs to.
async function standingNode(node: GraphNode, store: GraphStore): Promise<GraphNode> {
  let at = node;
  for (let up = 0; up < LIMITS.ownersUp && isPlain(at) && at.parent !== null; up++) {
    const owner = (await store.nodes([at.parent])).get(at.parent);
    if (owner === undefined) return node;
    at = owner;
  }
  return isPlain(at) ? node : at;
}

async function scoredNode(
  node: GraphNode,
  { store, place, score, bestScore, words }: NodeSearch & { readonly score: number; readonly words: readonly string[] },
): Promise<Scored> {
  const text = await textOf(node, store);
  const held = words.filter((word) => text.toLowerCase().includes(word.toLowerCase()));
  const because = `${held.map((word) => `"${word}"`).join(', ')} in a node of the knowledge graph`.trim();
  return nodeCandidate(
    { path: `${place}/${node.id}`, title: titleOf(node), text, language: 'markdown' },
    {
      score: score * (bestScore || 1),
      signals: [{ kind: 'graphSearch', value: score, because }],
      reasons: [{ signal: 'graphSearch', value: score, weight: 1, because }],
    },
  );
}

function titleOf({ name, tags }: GraphNode): string {
  return [name.split('\n', 1)[0], ...tags.map((tag) => `#${tag}`)].join(' ');
}

async function textOf(node: GraphNode, store: GraphStore): Promise<string> {
  const { depth, readMax, lineCharactersMax } = limits.outline;
  const outline = await store.outline(node.id, { depth, nodesMax: readMax });
  const { linesMax } = LIMITS;
  const content = contentOf(node, outline, { isTold: () => false, excludeTags: [], linesMax, lineCharactersMax });
  const fields = Object.entries(fieldsOf(node.fields, { view: { fields: [] }, limits })).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : value.join(', ')}`,
  );
  return [titleOf(node), fields.join('\n'), content].filter((part) => part !== '').join('\n\n');
}
