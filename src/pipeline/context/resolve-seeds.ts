// Finds the nodes from which the walks of `context` start: by id, or by searching for a topic.
import type { GraphNode } from '../../model/graph.ts';
import type { ContextInput } from '../../ports/context.ts';
import type { GraphBackend } from '../../ports/graph.ts';
import { type NodeHit, rankNodes } from '../../search/rank-nodes.ts';
import { type GraphView, refusalOf, wordsOf } from './context-options.ts';

/** The nodes that were found for one topic or id. */
export interface Seed {
  readonly text: string;
  readonly as: 'id' | 'topic';
  /** The node from which the walk starts; null if no node was found. */
  readonly source: GraphNode | null;
  /** Further hits of the search, best first. */
  readonly hits: readonly SeedHit[];
  readonly refused: { readonly tag: number; readonly age: number };
  /** Hits that do not join, because they only share a word with the topic. */
  readonly weak: readonly string[];
}

interface SeedHit {
  readonly node: GraphNode;
  readonly score: number;
}

export interface SeedOptions extends Pick<GraphView, 'excludeTags' | 'oldestMs'>, Pick<ContextInput, 'seedsAre'> {
  readonly hitsMax: number;
  /** Hits that score less than this share of the best only share a word with the topic. */
  readonly hitShare: number;
  readonly readId: ReadId;
}

/** Reads a text as an id, and tells whether it can be nothing else. */
export type ReadId = (text: string) => { readonly id: string; readonly isSure: boolean };

/** Finds the nodes of exact ids, and searches for topics: the best hit is the source, the others join. */
export async function resolveSeeds(
  texts: readonly string[],
  backend: GraphBackend,
  options: SeedOptions,
): Promise<readonly Seed[]> {
  const known =
    options.seedsAre === 'topics' ? new Map() : await backend.nodes(texts.map((text) => options.readId(text).id));
  return Promise.all(
    texts.map(async (text): Promise<Seed> => {
      const { id, isSure } = options.readId(text);
      const source = known.get(id) ?? null;
      if (source !== null || options.seedsAre === 'ids' || (isSure && options.seedsAre !== 'topics'))
        return { text, as: 'id', source, hits: [], refused: { tag: 0, age: 0 }, weak: [] };
      return seedBySearch(text, backend, options);
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

async function seedBySearch(text: string, backend: GraphBackend, options: SeedOptions): Promise<Seed> {
  const { excludeTags, oldestMs, hitsMax, hitShare } = options;
  const isNarrowed = excludeTags.length > 0 || oldestMs !== null;
  const hits = await rankHits(text, backend, hitsMax * (isNarrowed ? NARROWED_FACTOR : 1));
  // Unless hits may be refused, the first stays the best, and those that score far less need not be opened.
  const opened = isNarrowed ? hits : takeJoining(hits, hitShare);
  const nodes = await backend.nodes(opened.map(({ id }) => id));
  const refused = { tag: 0, age: 0 };
  const allowed = opened.flatMap(({ id, score }) => {
    const node = nodes.get(id);
    if (node === undefined) return [];
    const refusal = refusalOf(node, options);
    if (refusal !== null) refused[refusal]++;
    return refusal === null ? [{ id, node, score }] : [];
  });
  const near = allowed.slice(0, hitsMax);
  const [best, ...strong] = takeJoining(near, hitShare);
  const joined = new Set([best, ...strong].map((hit) => hit?.id));
  const weak = (isNarrowed ? near : hits).filter(({ id }) => !joined.has(id)).map(({ id }) => id);
  return { text, as: 'topic', source: best?.node ?? null, hits: strong, refused, weak };
}

// Keeps the hits that score at least this share of the best, which comes first.
function takeJoining<Hit extends Pick<NodeHit, 'score'>>(hits: readonly Hit[], share: number): readonly Hit[] {
  return hits.filter(({ score }) => score >= hits[0]!.score * share);
}
