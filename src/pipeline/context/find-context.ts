// Runs the stages of `context`: resolves topics and ids to nodes, walks from them, reads what was found, and scores it
// by distance, age, tags, hits of the search and, with an embedder, meaning.
import type { Scored } from '../../model/candidate.ts';
import { messageOf } from '../../model/errors.ts';
import { hasTag } from '../../model/graph.ts';
import type { ContextInput, ContextMeta, ContextNode } from '../../ports/context.ts';
import {
  type ContextLimits,
  type ContextRun,
  promiseOf,
  recencyOf,
  shortName,
  touchedAt,
  wordsOf,
} from './context-options.ts';
import { type EnrichedNode, enrich } from './enrich.ts';
import { type GatheredNode, type GatherResult, gather } from './gather.ts';
import { closeMatches, type ReadId, resolveSeeds, type Seed } from './resolve-seeds.ts';
import { walk } from './walk.ts';

/** The question: topics or ids, and the functions of the engine that answer parts of it. */
export interface ContextQuestion extends ContextRun, Pick<ContextInput, 'seeds' | 'seedsAre'> {
  /** Compares the first text with each of the others by meaning, 0..1; null without an embedder. */
  readonly compare: ((texts: readonly string[]) => Promise<readonly number[]>) | null;
  /** Redacts the question; texts of a backend are redacted already. */
  readonly clean: (text: string) => Promise<string>;
  readonly readId: ReadId;
  /** Where a node lies, for a reader: `tana:main/ID`. */
  readonly sourceOf: (id: string) => string;
  /** Makes a candidate of a node. */
  readonly candidateOf: (node: NodeWithoutContent, text: Pick<EnrichedNode, 'content' | 'best' | 'isSource'>) => Scored;
  /** Finds nodes of other sources, which join with their scores. */
  readonly beside: (query: string) => Promise<Pick<FoundContext, 'nodes'> & { readonly notes: readonly string[] }>;
  /** Notes for the caller about the budget. */
  readonly limitNotes: readonly string[];
}

/** Everything about a node but its content, which the budget decides. */
export type NodeWithoutContent = Omit<ContextNode, 'content'>;

export interface ContextCandidate {
  readonly node: NodeWithoutContent;
  readonly scored: Scored;
}

/** The facts about an answer without its tokens, which the budget decides. */
export type MetaDraft = Omit<ContextMeta, 'tokens'>;

export interface FoundContext {
  /** The sources, then the others, best first. */
  readonly nodes: readonly ContextCandidate[];
  readonly draft: Pick<MetaDraft, 'query' | 'seeds' | 'embeddingsAvailable' | 'excluded' | 'notes'>;
  readonly nothingFound: string | null;
  readonly warnings: readonly string[];
}

/** Turns topics and ids into scored candidates: resolve → walk → gather → enrich → score. */
export async function findContext(question: ContextQuestion): Promise<FoundContext> {
  const { limits } = question.settings;
  const seeds = await cleanSeeds(await resolveSeeds(question), question);
  const query = seeds.map(({ text }) => text).join(' + ');
  const run = { ...question, words: wordsAsked(seeds) };
  const found = seeds.filter(({ source }) => source !== null);
  const walks = await Promise.all(found.map(({ source }) => walk(source!, run)));
  const gathering = await gather(found, walks, run);
  // Texts are not read yet, so nodes are compared by their scores without meaning, and a little by promise.
  const worth = (node: GatheredNode) => scoreNode(node, null, run).score + promiseOf(node.node, run) / 10;
  const ranked = gathering.nodes.toSorted((a, b) => worth(b) - worth(a) || (a.node.id < b.node.id ? -1 : 1));
  const chosen = ranked.slice(0, limits.nodesMax);
  const rich = await enrich(chosen, gathering, run);
  const meaning = await compareMeaning(queryText(seeds), rich, question);
  const beside = await question.beside(query);
  const scored = rich.map((node) => candidateOf(node, scoreNode(node, meaning.values, run), question));
  const nodes = [...scored, ...beside.nodes].sort(byRank(found));
  const misses = await notesOnMisses(seeds, question);
  const warnings = [...misses, ...question.limitNotes];
  const sampled =
    sumOf(walks, (one) => one.passedOver) + countUnopened(seeds, gathering) + ranked.length - chosen.length;
  const within = gathering.within.size + chosen.length - rich.length;
  const tag = sumOf(seeds, ({ refused }) => refused.tag) + new Set(walks.flatMap((one) => [...one.refusedByTag])).size;
  const age = sumOf(seeds, ({ refused }) => refused.age) + gathering.tooOld;
  return {
    nodes,
    draft: {
      query,
      seeds: seeds.map(({ text, as, source }) => ({ text, as, node: source?.id ?? null })),
      embeddingsAvailable: meaning.values !== null,
      excluded: { within, tag, age, sampled, unlisted: 0 },
      notes: [warnings, meaning.notes, ...walks.map((one) => one.notes), longNotes(rich, limits), beside.notes].flat(),
    },
    warnings,
    nothingFound: nodes.length === 0 ? misses.join(' ') || 'There are no matching nodes.' : null,
  };
}

// Notes on nodes with very many lines, of which only the most promising may fit.
function longNotes(rich: readonly EnrichedNode[], { hubFrom, outline }: ContextLimits): readonly string[] {
  return rich.flatMap(({ name, content }) => {
    const lines = content.split('\n').length;
    const least = lines < outline.readMax ? '' : 'at least ';
    return lines > hubFrom ? [`“${shortName(name)}” has ${least}${lines} lines: a cut keeps the most promising`] : [];
  });
}

// The question is printed and compared without the secrets in it.
const cleanSeeds = (seeds: readonly Seed[], { clean }: ContextQuestion): Promise<readonly Seed[]> =>
  Promise.all(seeds.map(async (seed) => ({ ...seed, text: (await clean(seed.text)).trim() })));

function candidateOf(enriched: EnrichedNode, scored: NodeScore, question: ContextQuestion): ContextCandidate {
  const { node, name, fields, distance, path, because } = enriched;
  const { id, tags } = node;
  const source = question.sourceOf(id);
  const shown = fields === null ? {} : { fields };
  const described: NodeWithoutContent = { id, name, tags, ...shown, ...scored, distance, path, because, source };
  return { node: described, scored: question.candidateOf(described, enriched) };
}

// An answer has one set of weights, so if the embedder fails for one node, no node is scored by meaning.
async function compareMeaning(query: string, nodes: readonly EnrichedNode[], { compare }: ContextQuestion) {
  const without = (...notes: string[]) => ({ values: null, notes });
  if (compare === null) return without('no embedder: scored without meaning');
  if (nodes.length === 0) return without();
  try {
    const values = await compare([query, ...nodes.map(meaningText)]);
    return { values: new Map(nodes.map(({ node }, index) => [node.id, values[index]!])), notes: [] };
  } catch (error) {
    const why = messageOf(error);
    return without(`the embedder failed (${why}): scored without meaning`);
  }
}

const meaningText = ({ name, node, content }: Pick<EnrichedNode, 'name' | 'node' | 'content'>): string =>
  [name, node.tags.join(' '), content].filter((part) => part !== '').join('\n');

// A caller who gives an id asks about the text of that node.
function queryText(seeds: readonly Seed[]): string {
  return seeds
    .map(({ as, text, source: node }) =>
      as === 'id' && node ? meaningText({ name: node.name, node, content: node.description ?? '' }) : text,
    )
    .join('\n');
}

const wordsAsked = (seeds: readonly Seed[]): ReadonlySet<string> =>
  wordsOf(seeds.map(({ as, text, source }) => (as === 'id' ? (source?.name ?? '') : text)).join(' '));

type NodeScore = Pick<ContextNode, 'score' | 'components'>;

type Similarities = ReadonlyMap<string, number>;

// Scores a node, with the parts of the score; without similarities, meaning does not count.
function scoreNode(gathered: GatheredNode, similarities: Similarities | null, run: ContextRun): NodeScore {
  const { weights: sets, scoreMax, boost: boostOfLens } = run.settings.scoring;
  const weights = similarities === null ? sets.without : sets.withMeaning;
  const { node, isSource } = gathered;
  const graphDistance = roundScore(weights.graphDistance * nearness(gathered, run.view.depth));
  const similarity = clamp(similarities?.get(node.id) ?? 0);
  const semanticSim = weights.semanticSim === null ? null : roundScore(weights.semanticSim * similarity);
  const recency = roundScore(weights.recency * recencyOf(touchedAt(node), run));
  const base = graphDistance + (semanticSim ?? 0) + recency;
  const max = isSource ? 1 : scoreMax;
  const wanted = !isSource && hasTag(node.tags, run.view.boostTags) ? boostOfLens : 0;
  const boost = roundScore(Math.max(0, Math.min(wanted, max - base)));
  const asked = isSource ? 1 : Math.min(scoreMax, gathered.searchScore ?? 0);
  const seed = roundScore(Math.max(0, asked - base - boost));
  return {
    score: roundScore(Math.min(base + boost + seed, max)),
    components: { graphDistance, ...(semanticSim === null ? {} : { semanticSim }), recency, boost, seed },
  };
}

/**
 * Returns 1 / (distance + 1). With several sources the distance is the mean, and a source that does not reach the node
 * counts as far beyond the walk, so that a node near all sources scores more than one very near to a single source.
 */
function nearness({ distance, distances }: GatheredNode, depth: number): number {
  const beyond = 2 * (depth + 1) + 1;
  const counted = distances.length > 1 ? distances.map((distance) => distance ?? beyond) : [distance];
  const mean = counted.reduce((sum, value) => sum + value, 0) / counted.length;
  return 1 / (mean + 1);
}

const roundScore = (value: number): number => Math.round(value * 10_000) / 10_000;
const clamp = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);

async function notesOnMisses(seeds: readonly Seed[], { backend, settings }: ContextRun): Promise<readonly string[]> {
  const lost = seeds.filter(({ source }) => source === null);
  return Promise.all(
    lost.map(async ({ text, as, refused }) => {
      const what =
        as === 'id' ? `There is no node with the id “${text}”.` : `There are no matching nodes for “${text}”.`;
      if (refused.tag + refused.age > 0) return `${what} ${refused.tag + refused.age} were left out by tag or age.`;
      const names = await closeMatches(text, backend, settings.limits.closeMax);
      return names.length === 0 ? what : `${what} Close matches: ${names.join('; ')}.`;
    }),
  );
}

const countUnopened = (seeds: readonly Seed[], { opened }: GatherResult): number =>
  new Set(seeds.flatMap(({ weak }) => weak).filter((id) => !opened.has(id))).size;

function byRank(seeds: readonly Seed[]): (a: ContextCandidate, b: ContextCandidate) => number {
  const order = new Map(seeds.map(({ source }, index) => [source?.id, index]));
  const at = ({ id }: NodeWithoutContent) => order.get(id) ?? seeds.length;
  return ({ node: a }, { node: b }) =>
    at(a) - at(b) || b.score - a.score || a.distance - b.distance || (a.id < b.id ? -1 : 1);
}

const sumOf = <T>(list: readonly T[], value: (item: T) => number): number =>
  list.reduce((sum, item) => sum + value(item), 0);
