import { DEFAULTS } from '../config/defaults.ts';
import { milliseconds } from '../config/duration.ts';
import { formatterNamed } from '../formats/index.ts';
import { allLenses } from '../lenses/index.ts';
import { budgetOf } from '../model/budget.ts';
import type { Lens } from '../model/edge.ts';
import { ContextError, invariant } from '../model/errors.ts';
import { GRAPH_RELATIONS } from '../model/graph.ts';
import type { GraphView } from '../pipeline/context/context-options.ts';
import { findContext } from '../pipeline/context/find-context.ts';
import type { ContextAnswer, ContextInput } from '../ports/context.ts';
import type { Embedder } from '../ports/embedder.ts';
import { loadTokenizer } from '../tokenizers/index.ts';
import { besideGraph } from './context/beside-graph.ts';
import { nodeCandidate } from './context/node-candidate.ts';
import { printContext } from './context/print-context.ts';
import { graphAsked, idsOf } from './context/seed-ids.ts';
import { pickByName } from './parts/pick-by-name.ts';
import type { QuestionRun } from './question-run.ts';

const { context: SETTINGS } = DEFAULTS;

/** Answers what a knowledge graph knows about a topic or a node. */
export async function runContext(input: ContextInput, run: QuestionRun): Promise<ContextAnswer> {
  const started = performance.now();
  checkInput(input);
  const { config, parts } = run;
  const nowMs = parts.now();
  const lens = pickByName<Lens>(allLenses(config.lenses), input.lens ?? SETTINGS.lens, 'lens');
  const asked = input.depth ?? SETTINGS.depth;
  const view = viewOf(input, lens, nowMs);
  const budgetTokens = budgetOf(input) ?? SETTINGS.budgetTokens;
  const tokenizer = await loadTokenizer(input.tokenizer ?? config.tokenizer, { safetyMargin: config.safetyMargin });
  const formatter = formatterNamed(input.format ?? DEFAULTS.pack.format);
  invariant(run.resolveReadBackend, 'an engine knows who answers about its graphs');
  const graph = await run.resolveReadBackend({ ...input, isOffline: input.offline, workspace: graphAsked(input) });
  const seeds = input.seeds.filter((seed) => seed.trim() !== '');
  const { seedsAre, includeFields: withFields = true } = input;
  try {
    const { nodes, draft, ...found } = await findContext({ seeds, seedsAre, view, withFields }, frame, {
      backend: graph.backend,
      limits: SETTINGS.limits,
      promise: SETTINGS.promise,
      clock: { nowMs, halfLifeDays: SETTINGS.halfLifeDays },
      scoring: SETTINGS.scoring,
      compare: parts.embedder ? comparer(parts.embedder) : null,
      clean: async (text) => (await parts.redact(text, 'query')).text,
      readId: idsOf(graph),
      sourceOf: (id) => `${graph.source}:${graph.workspace}/${id}`,
      candidateOf: ({ source: path, name: title, score }, { content: text, best: matches, isSource: isPinned }) =>
        nodeCandidate({ path, title, text, language: null }, { score, matches, isPinned }),
      limitNotes: limitNotes(budgetTokens),
      beside: (query) => besideGraph(query, input, run, view.depth),
    });
    const printed = printContext(nodes, draft, {
      formatter,
      tokenizer,
      budgetTokens,
      isFenced: input.fenced ?? false,
    });
    return { ...found, ...printed, milliseconds: performance.now() - started };
  } finally {
    await graph.backend.close();
  }

  // Asked at the end: a live interface may have failed on the way, and the answer says so.
  function frame() {
    const { backend, reason, notes } = graph;
    return {
      workspace: graph.workspace,
      lens: lens.name,
      assembledAt: isoOf(nowMs),
      backend: backend.name,
      backendReason: reason,
      dataFrom: backend.asOfMs === null ? null : isoOf(backend.asOfMs),
      depth: { asked, used: view.depth },
      notes: [...lensNotes(lens, view, asked), ...notes],
    };
  }
}

// To the second: nobody reads what comes after it.
function isoOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

function checkInput({ seeds, depth }: ContextInput): void {
  if (seeds.every((seed) => seed.trim() === ''))
    throw new ContextError('NO_TASK', 'There is no topic and no node to start from.');
  if (seeds.length > SETTINGS.seedsMax)
    throw new ContextError('BAD_INPUT', `At most ${SETTINGS.seedsMax} topics or nodes can be asked about at once.`);
  if (depth !== undefined && !(Number.isInteger(depth) && depth >= 1 && depth <= SETTINGS.depthMax))
    throw new ContextError('BAD_INPUT', `A depth of ${depth} is not between 1 and ${SETTINGS.depthMax}.`);
}

function viewOf(input: ContextInput, lens: Lens, nowMs: number): GraphView {
  return {
    relations: GRAPH_RELATIONS.filter((relation) => lens.edges.includes(relation)),
    depth: Math.min(input.depth ?? SETTINGS.depth, lens.depthMax),
    boostTags: lens.boostTags,
    fields: lens.fields,
    excludeTags: input.excludeTag ?? [],
    oldestMs: input.maxAge === undefined ? null : nowMs - milliseconds(input.maxAge),
  };
}

function lensNotes({ name, depthMax }: Lens, { relations }: GraphView, asked: number): readonly string[] {
  return [
    ...(asked > depthMax ? [`the lens ${name} walks ${depthMax} steps at most; ${asked} were asked for`] : []),
    ...(relations.length === 0 ? [`the lens ${name} follows no relation of a graph`] : []),
  ];
}

function limitNotes(budgetTokens: number): readonly string[] {
  const { summaryBelow } = SETTINGS;
  if (budgetTokens === 0 || budgetTokens >= summaryBelow) return [];
  return [`${budgetTokens} tokens are room for a summary only; texts need ${summaryBelow} or more`];
}

// Unit vectors: their product is how near two texts are.
function comparer(embedder: Embedder): (texts: readonly string[]) => Promise<readonly number[]> {
  return async (texts) => {
    const cut = texts.map((text) => text.slice(0, SETTINGS.meaningCharactersMax).toWellFormed());
    const [question = '', ...rest] = cut;
    const [[asked], others] = await Promise.all([
      embedder.embed([question], { as: 'query' }),
      embedder.embed(rest, { as: 'document' }),
    ]);
    if (asked === undefined || others.length !== texts.length - 1)
      throw new Error(`${embedder.name} gave ${others.length} vectors for ${texts.length - 1} texts`);
    return others.map((vector) =>
      Math.max(
        0,
        vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0),
      ),
    );
  };
}
