// Runs the stages of `context`: resolves topics and ids to nodes, walks from them, reads what was found, and scores it.
import type { Scored } from '../../model/candidate.ts';
import type { LineRange } from '../../model/facts.ts';
import type { GraphNode } from '../../model/graph.ts';
import type { ContextInput, ContextMeta, ContextNode } from '../../ports/context.ts';
import type { GraphBackend } from '../../ports/graph.ts';
import { shortName } from './because.ts';
import {
  type Clock,
  type ContextLimits,
  type GraphView,
  type PromiseWeights,
  promiseOf,
  wordsOf,
} from './context-options.ts';
import { type EnrichedNode, enrich } from './enrich.ts';
import { type GatheredNode, type GatherResult, gather } from './gather.ts';
import { closeMatches, type ReadId, resolveSeeds, type Seed } from './resolve-seeds.ts';
import { type NodeScoreOptions, scoreNode } from './score.ts';
import { type Walk, walk } from './walk.ts';

/** The question: topics or ids, and the lens for the answer. */
export interface ContextQuestion extends Pick<ContextInput, 'seeds' | 'seedsAre'> {
  readonly view: GraphView;
  readonly withFields: boolean;
}

export interface ContextParts {
  readonly backend: GraphBackend;
  readonly limits: ContextLimits;
  readonly promise: PromiseWeights;
  readonly clock: Clock;
  readonly scoring: Pick<NodeScoreOptions, 'boost' | 'scoreMax'> & {
    readonly weights: {
      readonly withMeaning: NodeScoreOptions['weights'];
      readonly without: NodeScoreOptions['weights'];
    };
  };
  /** Compares texts with the first of them by meaning, 0..1; null without an embedder. */
  readonly compare: ((texts: readonly string[]) => Promise<readonly number[]>) | null;
  /** Redacts the question; texts of a backend are redacted already. */
  readonly clean: (text: string) => Promise<string>;
  readonly readId: ReadId;
  /** Where a node lies, for a reader: `tana:main/ID`. */
  readonly sourceOf: (id: string) => string;
  /** Makes a candidate of a node. */
  readonly candidateOf: (node: NodeWithoutContent, text: QuotedNode) => Scored;
  /** Finds nodes of other sources, which join with their scores. */
  readonly beside: (query: string) => Promise<Pick<FoundContext, 'nodes'> & { readonly notes: readonly string[] }>;
  /** Notes for the caller about the budget. */
  readonly limitNotes: readonly string[];
}

/** Everything about a node but its content, which the budget decides. */
export type NodeWithoutContent = Omit<ContextNode, 'content'>;

interface QuotedNode {
  readonly content: string;
  readonly best: readonly LineRange[];
  readonly isSource: boolean;
}

export interface ContextCandidate {
  readonly node: NodeWithoutContent;
  readonly scored: Scored;
}

/** The facts about an answer that are known before the budget chooses. */
export type MetaDraft = Omit<ContextMeta, 'tokens'>;

/** Returns the facts that the caller of `findContext` adds after everything was read. */
export type AskerMeta = () => Omit<MetaDraft, 'query' | 'seeds' | 'embeddingsAvailable' | 'excluded'>;

export interface FoundContext {
  /** Best first. */
  readonly nodes: readonly ContextCandidate[];
  readonly draft: MetaDraft;
  readonly nothingFound: string | null;
  readonly warnings: readonly string[];
}

/** Turns topics and ids into scored candidates: resolve → walk → gather → enrich → score. */
export async function findContext(
  question: ContextQuestion,
  frame: AskerMeta,
  parts: ContextParts,
): Promise<FoundContext> {
  const { view } = question;
  const { hitsMax, hitShare } = parts.limits;
  const options = { ...view, seedsAre: question.seedsAre, hitsMax, hitShare, readId: parts.readId };
  const seeds = await cleanSeeds(await resolveSeeds(question.seeds, parts.backend, options), parts);
  const query = seeds.map(({ text }) => text).join(' + ');
  const measure = { words: wordsAsked(seeds), boostTags: view.boostTags, clock: parts.clock, weights: parts.promise };
  const walks = await Promise.all(
    seeds.flatMap(({ source }) => (source === null ? [] : [walk(source, { ...parts, view, measure })])),
  );
  const found = seeds.filter(({ source }) => source !== null);
  const gathering = await gather(found, walks, { depth: view.depth, backend: parts.backend });
  const score = scorer(parts, view);
  // Texts are not read yet, so nodes are compared by nearness, recency and tags, and equal ones by promise.
  const worth = (node: GatheredNode) => score(node, new Map(), false).score + promiseOf(node.node, measure) / 10;
  const ranked = gathering.nodes.toSorted((a, b) => worth(b) - worth(a) || byId(a, b));
  const chosen = ranked.slice(0, parts.limits.nodesMax);
  const rich = await enrich(chosen, gathering, { ...parts, view, withFields: question.withFields, measure });
  const meaning = await similarities(queryText(seeds), rich, parts);
  const beside = await parts.beside(query);
  const nodes = [
    ...rich.map((node) => candidateOf(node, score(node, meaning.values, meaning.isKnown), parts)),
    ...beside.nodes,
  ];
  const misses = await notesOnMisses(seeds, parts);
  const warnings = [...misses, ...parts.limitNotes];
  const { notes, ...known } = frame();
  const isEmpty = nodes.length === 0;
  return {
    nodes: nodes.toSorted(byRank(found)),
    draft: {
      ...known,
      query,
      seeds: seeds.map(({ text, as, source }) => ({ text, as, node: source?.id ?? null })),
      embeddingsAvailable: meaning.isKnown,
      excluded: {
        within: gathering.within.size + chosen.length - rich.length,
        ...refusals(seeds, walks, gathering.tooOld),
        sampled:
          sumOf(walks, ({ sampled }) => sampled) + countUnopened(seeds, gathering) + ranked.length - chosen.length,
        unlisted: 0,
      },
      notes: [
        ...new Set([
          ...[...warnings, ...meaning.notes, ...walks.flatMap((one) => one.notes)],
          ...[...longNotes(rich, parts.limits), ...beside.notes, ...notes],
        ]),
      ],
    },
    warnings,
    nothingFound: isEmpty ? misses.join(' ') || 'There are no matching nodes.' : null,
  };
}

// Notes on nodes with very many lines, of which only the most promising may fit.
function longNotes(rich: readonly EnrichedNode[], { hubFrom, outline }: ContextLimits): readonly string[] {
  return rich.flatMap(({ name, content }) => {
    const lines = content.split('\n').length;
    return lines > hubFrom
      ? [
          `“${shortName(name)}” has ${lines < outline.readMax ? '' : 'at least '}${lines} lines: the most promising come first`,
        ]
      : [];
  });
}

// The question is printed and compared without the secrets in it.
function cleanSeeds(seeds: readonly Seed[], { clean }: ContextParts): Promise<readonly Seed[]> {
  return Promise.all(seeds.map(async (seed) => ({ ...seed, text: (await clean(seed.text)).trim() })));
}

type Score = (
  node: GatheredNode,
  similarities: ReadonlyMap<string, number>,
  hasMeaning: boolean,
) => ReturnType<typeof scoreNode>;

function scorer({ scoring, clock }: ContextParts, { boostTags, depth }: GraphView): Score {
  const { weights, ...rest } = scoring;
  return (node, values, hasMeaning) =>
    scoreNode(node, {
      ...rest,
      clock,
      boostTags,
      depth,
      similarities: values,
      weights: hasMeaning ? weights.withMeaning : weights.without,
    });
}

function candidateOf(
  { node, name, content, best, isSource, fields, distance, path, because }: EnrichedNode,
  scored: ReturnType<typeof scoreNode>,
  parts: ContextParts,
): ContextCandidate {
  const { id, tags } = node;
  const told: NodeWithoutContent = {
    id,
    name,
    tags,
    ...(fields === null ? {} : { fields }),
    ...scored,
    distance,
    path,
    because,
    source: parts.sourceOf(id),
  };
  return { node: told, scored: parts.candidateOf(told, { content, best, isSource }) };
}

// An answer has one set of weights, so if the embedder fails for one node, no node is scored by meaning.
async function similarities(query: string, nodes: readonly EnrichedNode[], { compare }: ContextParts) {
  const without = { values: new Map<string, number>(), isKnown: false };
  if (compare === null || nodes.length === 0)
    return { ...without, notes: compare === null ? ['no embedder: scored by nearness and recency alone'] : [] };
  try {
    const values = await compare([query, ...nodes.map(meaningText)]);
    return { values: new Map(nodes.map(({ node }, index) => [node.id, values[index]!])), isKnown: true, notes: [] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...without, notes: [`the embedder failed (${why}): scored by nearness and recency alone`] };
  }
}

function meaningText({ name, node, content }: EnrichedNode): string {
  return [name, node.tags.join(' '), content].filter((part) => part !== '').join('\n');
}

// A caller who gives an id asks about the text of that node.
function queryText(seeds: readonly Seed[]): string {
  return seeds.map(({ as, text, source }) => (as === 'id' && source ? describe(source) : text)).join('\n');
}

function describe({ name, description, tags }: GraphNode): string {
  return [name, tags.join(' '), description ?? ''].filter((part) => part !== '').join('\n');
}

function wordsAsked(seeds: readonly Seed[]): ReadonlySet<string> {
  return wordsOf(seeds.map(({ as, text, source }) => (as === 'id' ? (source?.name ?? '') : text)).join(' '));
}

async function notesOnMisses(seeds: readonly Seed[], { backend, limits }: ContextParts): Promise<readonly string[]> {
  const lost = seeds.filter(({ source }) => source === null);
  return Promise.all(
    lost.map(async ({ text, as, refused }) => {
      const what =
        as === 'id' ? `There is no node with the id “${text}”.` : `There are no matching nodes for “${text}”.`;
      if (refused.tag + refused.age > 0) return `${what} ${refused.tag + refused.age} were left out by tag or age.`;
      const names = await closeMatches(text, backend, limits.closeMax);
      return names.length === 0 ? what : `${what} Close matches: ${names.join('; ')}.`;
    }),
  );
}

function refusals(seeds: readonly Seed[], walks: readonly Walk[], tooOld: number): { tag: number; age: number } {
  const tags = new Set(walks.flatMap(({ refusedTag }) => [...refusedTag])).size;
  return {
    tag: tags + sumOf(seeds, ({ refused }) => refused.tag),
    age: tooOld + sumOf(seeds, ({ refused }) => refused.age),
  };
}

function countUnopened(seeds: readonly Seed[], { opened }: GatherResult): number {
  return new Set(seeds.flatMap(({ weak }) => weak).filter((id) => !opened.has(id))).size;
}

function byRank(seeds: readonly Seed[]): (a: ContextCandidate, b: ContextCandidate) => number {
  const order = new Map(seeds.map(({ source }, index) => [source?.id, index]));
  const at = ({ id }: NodeWithoutContent) => order.get(id) ?? seeds.length;
  return ({ node: a }, { node: b }) =>
    at(a) - at(b) || b.score - a.score || a.distance - b.distance || (a.id < b.id ? -1 : 1);
}

function sumOf<T>(list: readonly T[], value: (item: T) => number): number {
  return list.reduce((sum, item) => sum + value(item), 0);
}

const byId = (a: GatheredNode, b: GatheredNode): number => (a.node.id < b.node.id ? -1 : 1);
