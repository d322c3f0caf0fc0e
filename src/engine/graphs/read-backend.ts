// Chooses, for each answer about a graph, between a running Tana and the imported graph, and tells the reader which one
// answered.
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphBackend, GraphBackendName, Neighbour } from '../../ports/graph.ts';
import type { Redact } from '../../ports/reader.ts';
import type { Store } from '../../ports/store.ts';
import { pathPrefixOf } from '../../sources/graphs/graph-source.ts';
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

/** Chooses the backend that the caller names, else a healthy live interface, else the import. */
export function createReadBackendResolver(parts: ReadBackendParts) {
  const live = openLiveTana(parts.config, parts.now);
  return async (input: ReadBackendInput, store: Store): Promise<ReadBackend> => {
    if (input.backend === 'local-api') return openNamedLive(parts, live, input);
    const imported = await openImported(parts, input, store);
    const refusal = input.backend === 'index' ? 'asked for' : reasonAgainstLive(live, imported, input);
    if (refusal !== null) return importOnly(imported, refusal);
    const isMissing = imported instanceof ContextError;
    // If several graphs are imported and the caller names none, Tana cannot say either which one is meant.
    if (isMissing && imported.code !== 'NO_GRAPH' && input.workspace === undefined) throw imported;
    try {
      return await openLive(parts, live, input, isMissing ? null : imported);
    } catch (error) {
      if (!(error instanceof ContextError) || error.code !== 'GRAPH_BACKEND') throw error;
      live.pause(error);
      return importOnly(imported, live.reasonAgainst() ?? error.message);
    }
  };
}

export type ResolveReadBackend = ReturnType<typeof createReadBackendResolver>;

interface ImportedGraph extends OpenGraph {
  readonly backend: GraphBackend;
}

// Returns why a graph is missing, because one that is not imported may still be open in a running Tana.
async function openImported(
  parts: ReadBackendParts,
  { workspace }: ReadBackendInput,
  store: Store,
): Promise<ImportedGraph | ContextError> {
  try {
    const graph = await openGraph(workspace, { ...parts, store });
    const { source, asOfMs } = graph.stored;
    return { ...graph, backend: openStoredGraph(store, { prefix: pathPrefixOf(source, graph.alias), asOfMs }) };
  } catch (error) {
    if (error instanceof ContextError && ['NO_GRAPH', 'NO_SUCH_WORKSPACE'].includes(error.code)) return error;
    throw error;
  }
}

const TANA = 'tana';

function reasonAgainstLive(
  live: LiveTana,
  imported: ImportedGraph | ContextError,
  { isOffline }: ReadBackendInput,
): string | null {
  if (isOffline) return 'offline was asked for';
  const source = 'stored' in imported ? imported.stored.source : TANA;
  return source === TANA ? live.reasonAgainst() : `a graph of ${source} has no live interface`;
}

function importOnly(imported: ImportedGraph | ContextError, reason: string): ReadBackend {
  if ('stored' in imported) {
    const { alias: workspace, stored, backend, notes } = imported;
    return { workspace, source: stored.source, backend, reason, notes };
  }
  if (imported.code !== 'NO_GRAPH') throw imported;
  const message = `No knowledge graph is imported here, and Tana cannot be asked: ${reason}.`;
  throw new ContextError('NO_GRAPH', message, { cause: imported });
}

// Asks the running Tana, and the imported graph if Tana fails during the answer.
async function openLive(
  { redact, now }: ReadBackendParts,
  live: LiveTana,
  input: ReadBackendInput,
  imported: ImportedGraph | null,
): Promise<ReadBackend> {
  const workspace = imported?.alias ?? input.workspace;
  const opened = await live.open({ workspace, importedFrom: imported?.stored.path ?? null, signal: input.signal });
  const backend = redactAnswers(opened.backend, redact);
  const answering = fallBack({ live: backend, index: imported?.backend ?? null, onFailure: live.pause, now });
  return {
    workspace: workspace ?? opened.workspace,
    source: TANA,
    backend: answering.backend,
    get reason() {
      return answering.failure() ?? (input.backend ? 'asked for' : 'the Local API of Tana answers');
    },
    get notes() {
      return [...(imported?.notes ?? []), ...opened.notes, ...opened.backend.gaps(), ...answering.notes()];
    },
  };
}

async function openNamedLive(parts: ReadBackendParts, live: LiveTana, input: ReadBackendInput): Promise<ReadBackend> {
  if (input.isOffline) throw new ContextError('BAD_INPUT', 'Offline, the Local API of Tana is not asked.');
  const refusal = live.reasonUnset();
  if (refusal !== null) throw new ContextError('GRAPH_BACKEND', `The Local API of Tana cannot be asked: ${refusal}.`);
  return openLive(parts, live, input, null);
}

/** Replaces secrets in the answers of a live backend, as an import does. Hits of `find` are ranked and not printed. */
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
