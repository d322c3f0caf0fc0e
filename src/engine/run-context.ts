// Answers `context`: collects what a knowledge graph knows about topics or nodes. The stages are in `pipeline/context`.
import { DEFAULTS } from '../config/defaults.ts';
import { pickByName } from '../config/did-you-mean.ts';
import { parseDuration } from '../config/duration.ts';
import { findFormatter } from '../formats/index.ts';
import { allLenses } from '../lenses/index.ts';
import { budgetOf } from '../model/budget.ts';
import type { Scored } from '../model/candidate.ts';
import type { Lens } from '../model/edge.ts';
import { ContextError, invariant } from '../model/errors.ts';
import { GRAPH_RELATIONS } from '../model/graph.ts';
import type { GraphView } from '../pipeline/context/context-options.ts';
import { type ContextCandidate, findContext, type MetaDraft } from '../pipeline/context/find-context.ts';
import type { ReadId } from '../pipeline/context/resolve-seeds.ts';
import type { ContextAnswer, ContextInput } from '../ports/context.ts';
import type { Embedder } from '../ports/embedder.ts';
import { hashOf } from '../reading/read-file.ts';
import { GRAPH_SOURCES } from '../sources/graph-sources.ts';
import { loadTokenizer } from '../tokenizers/index.ts';
import { printContext } from './context/print-context.ts';
import type { ReadBackend } from './graphs/read-backend.ts';
import type { QuestionRun } from './question-run.ts';
import { findEntities } from './questions/query.ts';
import { textCandidate } from './text-candidate.ts';

const { context: SETTINGS } = DEFAULTS;

export async function runContext(input: ContextInput, run: QuestionRun): Promise<ContextAnswer> {
  const started = performance.now();
  checkInput(input);
  const { config, parts } = run;
  const nowMs = parts.now();
  const lens = pickByName<Lens>(allLenses(config.lenses), input.lens ?? SETTINGS.lens, 'lens');
  const askedDepth = input.depth ?? SETTINGS.depth;
  const view = viewOf(input, lens, nowMs);
  const budgetTokens = budgetOf(input) ?? SETTINGS.budgetTokens;
  const tokenizer = await loadTokenizer(input.tokenizer ?? config.tokenizer, { safetyMargin: config.safetyMargin });
  const formatter = findFormatter(input.format ?? DEFAULTS.pack.format);
  invariant(run.resolveReadBackend, 'the engine provides a backend resolver for its graphs');
  const graph = await run.resolveReadBackend({ ...input, isOffline: input.offline, workspace: askedGraph(input) });
  const seeds = input.seeds.filter((seed) => seed.trim() !== '');
  const { nodes, draft, ...found } = await findContext({
    seeds,
    seedsAre: input.seedsAre,
    view,
    nowMs,
    backend: graph.backend,
    settings: SETTINGS,
    compare: parts.embedder ? comparer(parts.embedder) : null,
    clean: async (text) => (await parts.redact(text, 'query')).text,
    readId: idReader(graph),
    sourceOf: (id) => `${graph.source}:${graph.workspace}/${id}`,
    candidateOf: ({ source: path, name: title, score }, { content: text, best: matches, isSource: isPinned }) =>
      nodeCandidate({ path, title, text }, { score, matches, isPinned }),
    limitNotes: limitNotes(budgetTokens),
    beside: (query) => findOutsideGraph(query, input, run, view.depth),
  });
  // The backend is described last, because a live interface may have failed meanwhile.
  const { workspace, backend, reason, notes } = graph;
  const meta: MetaDraft = {
    workspace,
    lens: lens.name,
    assembledAt: isoOf(nowMs),
    backend: backend.name,
    backendReason: reason,
    dataFrom: backend.asOfMs === null ? null : isoOf(backend.asOfMs),
    depth: { asked: askedDepth, used: view.depth },
    ...draft,
    notes: [...new Set([...draft.notes, ...lensNotes(lens, view, askedDepth), ...notes])],
  };
  const printed = printContext(nodes, meta, { formatter, tokenizer, budgetTokens, isFenced: input.fenced ?? false });
  return { ...found, ...printed, milliseconds: performance.now() - started };
}

// Without fractions of a second.
const isoOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

function checkInput({ seeds, depth }: ContextInput): void {
  if (seeds.every((seed) => seed.trim() === '')) throw new ContextError('NO_TASK', 'No topic and no node was given.');
  if (seeds.length > SETTINGS.seedsMax)
    throw new ContextError('BAD_INPUT', `One question takes at most ${SETTINGS.seedsMax} topics or nodes.`);
  if (depth !== undefined && !(Number.isInteger(depth) && depth >= 1 && depth <= SETTINGS.depthMax))
    throw new ContextError('BAD_INPUT', `The depth must be between 1 and ${SETTINGS.depthMax}, not ${depth}.`);
}

function viewOf(input: ContextInput, lens: Lens, nowMs: number): GraphView {
  return {
    relations: GRAPH_RELATIONS.filter((relation) => lens.edges.includes(relation)),
    depth: Math.min(input.depth ?? SETTINGS.depth, lens.depthMax),
    boostTags: lens.boostTags,
    fields: lens.fields,
    excludeTags: input.excludeTag ?? [],
    oldestMs: input.maxAge === undefined ? null : nowMs - parseDuration(input.maxAge),
    withFields: input.includeFields ?? true,
  };
}

function lensNotes({ name, depthMax }: Lens, { relations }: GraphView, asked: number): readonly string[] {
  const short = asked > depthMax ? [`the lens ${name} walks at most ${depthMax} of the ${asked} requested steps`] : [];
  return relations.length > 0 ? short : [...short, `the lens ${name} follows no relation of a graph`];
}

function limitNotes(budgetTokens: number): readonly string[] {
  const { summaryBelow } = SETTINGS;
  if (budgetTokens === 0 || budgetTokens >= summaryBelow) return [];
  return [`${budgetTokens} tokens are room for a summary only; texts need ${summaryBelow} or more`];
}

// Compares the first text with the others by the product of their unit vectors.
function comparer(embedder: Embedder): (texts: readonly string[]) => Promise<readonly number[]> {
  return async (texts) => {
    const [question = '', ...rest] = texts.map((text) => text.slice(0, SETTINGS.meaningCharactersMax).toWellFormed());
    const [[asked], others] = await Promise.all([
      embedder.embed([question], { as: 'query' }),
      embedder.embed(rest, { as: 'document' }),
    ]);
    if (asked === undefined || others.length !== texts.length - 1)
      throw new Error(`${embedder.name} returned ${others.length} vectors for ${texts.length - 1} texts`);
    const product = (vector: Float32Array) =>
      vector.reduce((sum, value, index) => sum + value * (asked[index] ?? 0), 0);
    return others.map((vector) => Math.max(0, product(vector)));
  };
}

/** Makes a candidate of a graph node; `path` is its citation, `tana:main/ID`. */
export function nodeCandidate(
  { path, title, text }: { readonly path: string; readonly title: string; readonly text: string },
  more: Parameters<typeof textCandidate>[1],
): Scored {
  const source = path.slice(0, path.indexOf(':'));
  const read = { lines: text.split('\n'), hash: hashOf(Buffer.from(text)), language: null };
  return textCandidate({ id: path, path, kind: 'node', title, source, ...read }, more);
}

/** Matches the beginning of a citation of a node, as pages print it: `tana:main/ID`. */
const CITATION = /^([a-z]+):([a-z0-9][a-z0-9-]*)\/./;

/** The graph to ask: the named one, or the one that holds the cited nodes. */
function askedGraph({ seeds, seedsAre, workspace }: ContextInput): string | undefined {
  const cited = seedsAre === 'topics' ? [] : seeds.flatMap((seed) => citedGraph(seed) ?? []);
  const [asked, other] = new Set(workspace === undefined ? cited : [workspace, ...cited]);
  if (other === undefined) return asked;
  throw new ContextError('BAD_INPUT', `Ask about one graph at a time, not about both ${asked} and ${other}.`);
}

function idReader({ source, workspace }: Pick<ReadBackend, 'source' | 'workspace'>): ReadId {
  const prefix = `${source}:${workspace}/`;
  const isId = GRAPH_SOURCES.find(({ name }) => name === source)?.isId ?? (() => false);
  return (text) => {
    const id = text.trim();
    if (id.startsWith(prefix)) return { id: id.slice(prefix.length), isSure: true };
    return { id, isSure: citedGraph(id) !== null || isId(id) };
  };
}

function citedGraph(text: string): string | null {
  const [, source, alias = null] = CITATION.exec(text.trim()) ?? [];
  return GRAPH_SOURCES.some(({ name }) => name === source) ? alias : null;
}

/** Finds what the named sources hold about the same question, by the search behind `query`. */
async function findOutsideGraph(query: string, { sources = [] }: ContextInput, run: QuestionRun, depth: number) {
  if (sources.length === 0) return { nodes: [], notes: [] };
  const { entities, confidence, notes } = await findEntities({ query, sources, limit: SETTINGS.besideMax }, run);
  return { nodes: entities.map((entity) => candidateOf(entity, confidence, depth)), notes: [...run.notes, ...notes] };
}

// Multiplies the score by the confidence of the search, because the best hit of any search scores 1.
function candidateOf(candidate: Scored, confidence: number, depth: number): ContextCandidate {
  const score = Math.min(SETTINGS.scoring.scoreMax, Math.round(candidate.score * confidence * 10_000) / 10_000);
  const { kind, qualifiedName } = candidate.entity;
  const node = {
    id: candidate.id,
    name: `${kind} ${qualifiedName}`,
    tags: [],
    score,
    components: { graphDistance: 0, recency: 0, boost: 0, seed: score },
    distance: depth + 1,
    path: [],
    because: candidate.listReasons()[0]?.because ?? 'found by its words',
    source: candidate.path,
  };
  return { node, scored: { ...candidate, isPinned: false } };
}
