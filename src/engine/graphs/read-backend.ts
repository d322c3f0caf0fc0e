// Chooses, for each answer about a graph, between a running Tana and the imported graph, and tells the reader which one
// answered.
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphBackend, GraphBackendName, Neighbour } from '../../ports/graph.ts';
import type { Redact } from '../../ports/reader.ts';
import type { Store } from '../../ports/store.ts';
import { addressOf } from '../../sources/graphs/graph-source.ts';
import { redactNodes, redactTexts } from '../../sources/graphs/redact-nodes.ts';
import { type OpenGraph, openGraph } from './graphs.ts';
import { fallBack, type LiveTana, type LiveTanaSettings, openLiveTana } from './live-tana.ts';
import { openStoredGraph } from './stored-graph.ts';

export interface ReadBackendInput {
  readonly workspace?: string | undefined;
  /** Never asks a live interface. */
  readonly isOffline?: boolean | undefined;
  /** A backend to use instead of choosing one; it then answers or fails. */
  readonly backend?: GraphBackendName | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A backend for one answer. Its name, the reason and the notes change if a running Tana fails during the answer. */
export interface ReadBackend {
  readonly workspace: string;
  /** Where its nodes come from: `tana`, `logseq`. */
  readonly source: string;
  readonly backend: GraphBackend;
  /** Why this one answers, in a clause. */
  readonly reason: string;
  readonly notes: readonly string[];
}

interface ReadBackendParts {
  readonly root: string;
  readonly config: Pick<Config, 'graphs'> & LiveTanaSettings;
  readonly redact: Redact;
  readonly now: () => number;
}

/** Creates the choice of a backend: the one that the caller names, else a healthy live interface, else the import. */
export function createReadBackendResolver(parts: ReadBackendParts) {
  const live = openLiveTana(parts.config, parts.now);
  return async (input: ReadBackendInput, store: Store): Promise<ReadBackend> => {
    if (input.backend === 'local-api') return openNamedLive(parts, live, input);
    const index = await openIndex(parts, input, store);
    const refusal = input.backend === 'index' ? 'asked for' : reasonAgainstLive(live, index, input);
    if (refusal !== null) return indexOnly(index, refusal);
    // If several graphs are imported and the caller names none, Tana cannot say either which one is meant.
    if ('missing' in index && index.missing.code !== 'NO_GRAPH' && input.workspace === undefined) throw index.missing;
    try {
      return await openLive(parts, live, { input, index: 'missing' in index ? null : index });
    } catch (error) {
      if (!(error instanceof ContextError) || error.code !== 'GRAPH_BACKEND') throw error;
      live.pause(error);
      return indexOnly(index, live.reasonAgainst() ?? error.message);
    }
  };
}

export type ResolveReadBackend = ReturnType<typeof createReadBackendResolver>;

interface Index {
  readonly graph: OpenGraph;
  readonly source: string;
  readonly backend: GraphBackend;
}

const MISSING: readonly string[] = ['NO_GRAPH', 'NO_SUCH_WORKSPACE'];

// Returns a missing graph as a value, because a graph that is not imported may still be open in a running Tana.
async function openIndex(
  parts: ReadBackendParts,
  { workspace }: ReadBackendInput,
  store: Store,
): Promise<Index | { readonly missing: ContextError }> {
  try {
    const graph = await openGraph(workspace, { ...parts, store });
    const { source, asOfMs } = graph.stored;
    return { graph, source, backend: openStoredGraph(store, { prefix: addressOf(source, graph.alias), asOfMs }) };
  } catch (error) {
    if (error instanceof ContextError && MISSING.includes(error.code)) return { missing: error };
    throw error;
  }
}

type IndexOrMissing = Awaited<ReturnType<typeof openIndex>>;

const TANA = 'tana';

function reasonAgainstLive(live: LiveTana, index: IndexOrMissing, { isOffline }: ReadBackendInput): string | null {
  if (isOffline) return 'offline was asked for';
  if ('source' in index && index.source !== TANA) return `a graph of ${index.source} has no live interface`;
  return live.reasonAgainst();
}

function indexOnly(index: IndexOrMissing, reason: string): ReadBackend {
  if (!('missing' in index)) {
    const { graph, source, backend } = index;
    return { workspace: graph.alias, source, backend, reason, notes: graph.notes };
  }
  const { missing: cause } = index;
  if (cause.code !== 'NO_GRAPH') throw cause;
  const message = `No knowledge graph is imported here, and Tana cannot be asked: ${reason}.`;
  throw new ContextError('NO_GRAPH', message, { cause });
}

// Asks the running Tana, and the index if Tana fails during the answer.
async function openLive(
  { redact, now }: ReadBackendParts,
  live: LiveTana,
  { input, index }: { readonly input: ReadBackendInput; readonly index: Index | null },
): Promise<ReadBackend> {
  const graph = index?.graph ?? null;
  const workspace = graph?.alias ?? input.workspace;
  const opened = await live.open({ workspace, importedFrom: graph?.stored.path ?? null, signal: input.signal });
  const answering = fallBack({
    live: redactAnswers(opened.backend, redact),
    index: index?.backend ?? null,
    onFailure: live.pause,
    now,
  });
  return {
    workspace: workspace ?? opened.workspace,
    source: TANA,
    backend: answering.backend,
    get reason() {
      return answering.failure() ?? (input.backend ? 'asked for' : 'the Local API of Tana answers');
    },
    get notes() {
      return [...(graph?.notes ?? []), ...opened.notes, ...opened.backend.gaps(), ...answering.notes()];
    },
  };
}

async function openNamedLive(parts: ReadBackendParts, live: LiveTana, input: ReadBackendInput): Promise<ReadBackend> {
  if (input.isOffline) throw new ContextError('BAD_INPUT', 'Offline, the Local API of Tana is not asked.');
  const refusal = live.reasonUnset();
  if (refusal !== null) throw new ContextError('GRAPH_BACKEND', `The Local API of Tana cannot be asked: ${refusal}.`);
  return openLive(parts, live, { input, index: null });
}

/** Wraps a live backend, so that secrets in its answers are replaced; an import replaces those of its nodes. */
function redactAnswers(backend: GraphBackend, redact: Redact): GraphBackend {
  return {
    ...backend,
    nodes: async (ids) => {
      const nodes = await backend.nodes(ids);
      const clean = await redactNodes([...nodes.values()], redact);
      return clean ? new Map(clean.map((node) => [node.id, node])) : nodes;
    },
    neighbours: async (ids, options) => {
      const found = await backend.neighbours(ids, options);
      const around = [...found.values()].flatMap(({ ends }) => ends);
      const names = (await namesOf(around, redact))?.values();
      if (!names) return found;
      const clean = (end: Neighbour) => ({ ...end, name: names.next().value ?? '' });
      return new Map([...found].map(([id, { ends, total }]) => [id, { ends: ends.map(clean), total }]));
    },
    outline: async (id, options) => {
      const outline = await backend.outline(id, options);
      const names = await namesOf(outline, redact);
      return names ? outline.map((node, index) => ({ ...node, name: names[index]! })) : outline;
    },
  };
}

const namesOf = (named: readonly { readonly name: string }[], redact: Redact) =>
  redactTexts(
    named.map(({ name }) => name),
    redact,
  );
