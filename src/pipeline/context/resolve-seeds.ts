// Finds the nodes from which the walks of `context` start: by id, or by searching for a topic.
import type { GraphNode } from '../../model/graph.ts';
import type { ContextInput } from '../../ports/context.ts';
import type { GraphBackend } from '../../ports/graph.ts';
import { type NodeHit, rankNodes } from '../../search/rank-nodes.ts';
import { type ContextRun, refusalOf, wordsOf } from './context-options.ts';

/** The nodes that were found for one topic or id. */
export interface Seed {
  readonly text: string;
  readonly as: 'id' | 'topic';
  /** The node from which the walk starts; null if none was found, or none is allowed. */
  readonly source: GraphNode | null;
  /** Further hits of the search, best first. */
  readonly hits: readonly { readonly node: GraphNode; readonly score: number }[];
  readonly refused: { readonly tag: number; readonly age: number };
  /** Hits that do not join, mostly because they only share a word with the topic. */
  readonly weak: readonly string[];
}

interface SeedsAsked extends ContextRun, Pick<ContextInput, 'seeds' | 'seedsAre'> {
  readonly readId: ReadId;
}

/** Reads a text as an id, and tells whether it can be nothing else. */
export type ReadId = (text: string) => { readonly id: string; readonly isSure: boolean };

/** Finds the nodes of exact ids, and searches for topics: the best hit is the source, other good ones join. */
export async function resolveSeeds({ seeds, seedsAre, readId, ...run }: SeedsAsked): Promise<readonly Seed[]> {
  const known = seedsAre === 'topics' ? new Map() : await run.backend.nodes(seeds.map((text) => readId(text).id));
  return Promise.all(
    seeds.map(async (text): Promise<Seed> => {
      const { id, isSure } = readId(text);
      const source = known.get(id) ?? null;
      if (source !== null || seedsAre === 'ids' || (isSure && seedsAre !== 'topics'))
        return { text, as: 'id', source, hits: [], refused: { tag: 0, age: 0 }, weak: [] };
      return seedBySearch(text, run);
    }),
  );
}

const CLOSE_WORDS_MAX = 8;
// If nodes are left out by tag or age, more hits are read, because the allowed ones may come late.
const NARROWED_FACTOR = 20;

/** Suggests names for a text that was not found: those of nodes that share a word with it. */
export async function closeMatches(text: string, backend: GraphBackend, max: number): Promise<readonly string[]> {
  const asked = [text, ...wordsOf(text)].filter((word) => word.length > 2).slice(0, CLOSE_WORDS_MAX);
  const found = await Promise.all(asked.map((word) => rankHits(word, backend, max)));
  const nodes = await backend.nodes([...new Set(found.flat().map(({ id }) => id))]);
  const names = [...nodes.values()].map(({ name }) => name).filter((name) => name !== '');
  return [...new Set(names)].slice(0, max);
}

async function rankHits(text: string, backend: GraphBackend, limit: number): Promise<readonly NodeHit[]> {
  const { nodes, weights } = await backend.find(text, limit);
  return rankNodes(text, nodes, weights).slice(0, limit);
}

async function seedBySearch(text: string, { backend, view, settings }: ContextRun): Promise<Seed> {
  const { hitsMax, hitShare } = settings.limits;
  const isNarrowed = view.excludeTags.length > 0 || view.oldestMs !== null;
  const hits = await rankHits(text, backend, hitsMax * (isNarrowed ? NARROWED_FACTOR : 1));
  // Unless hits may be refused, the first stays the best, and those that score far less need not be opened.
  const opened = isNarrowed ? hits : takeJoining(hits, hitShare);
  const nodes = await backend.nodes(opened.map(({ id }) => id));
  const refused = { tag: 0, age: 0 };
  const allowed = opened.flatMap(({ id, score }) => {
    const node = nodes.get(id);
    if (node === undefined) return [];
    const refusal = refusalOf(node, view);
    if (refusal !== null) refused[refusal]++;
    return refusal === null ? [{ id, node, score }] : [];
  });
  const near = allowed.slice(0, hitsMax);
  const [best, ...strong] = takeJoining(near, hitShare);
  const joined = new Set([best, ...strong].map((hit) => hit?.id));
  const weak = (isNarrowed ? near : hits).filter(({ id }) => !joined.has(id)).map(({ id }) => id);
  return { text, as: 'topic', source: best?.node ?? null, hits: strong, refused, weak };
}

// Keeps the hits that score at least this proportion of the best, which comes first. Others mostly have only a word in
// common with the topic.
const takeJoining = <Hit extends Pick<NodeHit, 'score'>>(hits: readonly Hit[], proportion: number): readonly Hit[] =>
  hits.filter(({ score }) => score >= hits[0]!.score * proportion);
