// The knowledge graphs of a workspace: which there are, how one is opened and imported, and whether the index still
// matches it.
import { DEFAULTS } from '../../config/defaults.ts';
import { didYouMean, pickByName } from '../../config/did-you-mean.ts';
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphImportAnswer, GraphImportInput, GraphSource, GraphStatus } from '../../ports/graph.ts';
import type { Source } from '../../ports/source.ts';
import type { Store } from '../../ports/store.ts';
import { GRAPH_SOURCES } from '../../sources/graph-sources.ts';
import {
  type GraphDocuments,
  isCurrent,
  memoryKey,
  type RegisteredGraph,
  readableStamp,
  type StoredGraph,
  storedGraphs,
} from '../../sources/graphs/graph-source.ts';
import { checkAlias, isConfined, refuseTaken, registeredGraphs, registerGraph } from './registered-graphs.ts';

/** A workspace, and the store that contains its graphs. */
interface GraphsOf {
  readonly root: string;
  readonly config: Pick<Config, 'graphs'>;
  readonly store: Store;
}

/** A graph in the store. */
export interface OpenGraph {
  readonly alias: string;
  readonly stored: StoredGraph;
  /** Warnings for the reader of an answer, for instance that the imported file is gone. */
  readonly notes: readonly string[];
}

const sourceNamed = (name: string): GraphSource => pickByName<GraphSource>(GRAPH_SOURCES, name, 'kind of graph');

/** Opens the graph with a name; without a name, the default graph or the only one. */
export async function openGraph(named: string | undefined, of: GraphsOf): Promise<OpenGraph> {
  const graph = chooseGraph(named, registeredGraphs(of.root, of.config.graphs));
  const { alias } = graph;
  if (!isConfined(of.root, graph.path))
    throw new ContextError('OUTSIDE_ROOT', `${graph.path} leads out of the workspace.`);
  const stored = (await storedIn(of.store)).get(alias);
  const now = await sourceNamed(graph.source).stampOf(graph.path);
  if (stored) return { alias, stored, notes: ageNotes(graph, stored, now?.stamp ?? null) };
  if (now === null && graph.stamp !== null)
    throw new ContextError('GRAPH_DAMAGED', `The imported graph was damaged, and ${graph.path} is no longer there.`);
  await readableStamp(sourceNamed(graph.source), graph.path);
  throw new ContextError('NO_GRAPH', `The graph "${alias}" could not be read.`);
}

function ageNotes({ path }: RegisteredGraph, stored: StoredGraph, now: string | null): readonly string[] {
  if (stored.failure !== undefined && now !== null) return [`not imported again: ${stored.failure}`];
  if (now === stored.stamp && path === stored.path) return [];
  const what = now === null ? 'is no longer there' : 'has changed since it was imported';
  return [`${path} ${what}; the graph is of ${new Date(stored.asOfMs).toISOString()}`];
}

/** Whether the store is up to date with all graphs of the workspace, with imported ones as of their import. */
export async function areGraphsCurrent({ root, config, store }: GraphsOf): Promise<boolean> {
  const graphs = registeredGraphs(root, config.graphs);
  if (graphs.length === 0) return true;
  const stored = await storedIn(store);
  const each = graphs.map((graph) => {
    const kind = GRAPH_SOURCES.find(({ name }) => name === graph.source);
    return kind === undefined || isCurrent(kind, graph, stored.get(graph.alias) ?? null);
  });
  return (await Promise.all(each)).every(Boolean);
}

async function storedIn(store: Store): Promise<ReadonlyMap<string, StoredGraph>> {
  const { meta } = await store.opening({});
  return new Map(GRAPH_SOURCES.flatMap(({ name }) => [...storedGraphs(meta.get(memoryKey(name)))]));
}

function chooseGraph(named: string | undefined, graphs: readonly RegisteredGraph[]): RegisteredGraph {
  const wanted = named === undefined ? DEFAULTS.graphs.workspace : checkAlias(named);
  const found = graphs.find(({ alias }) => alias === wanted);
  if (found) return found;
  const [only, ...others] = graphs;
  if (only === undefined) throw new ContextError('NO_GRAPH', 'No knowledge graph is imported here.');
  const aliases = graphs.map(({ alias }) => alias);
  if (named !== undefined)
    throw new ContextError('NO_SUCH_WORKSPACE', `There is no graph "${named}"${didYouMean(named, aliases)}`);
  if (others.length === 0) return only;
  throw new ContextError('NO_SUCH_WORKSPACE', `Say which graph is meant with --workspace: ${aliases.join(', ')}.`);
}

interface ImportParts extends GraphsOf {
  readonly sources: readonly Source[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((nodes: number) => void) | undefined;
  /** Brings the index up to date. */
  readonly refresh: () => Promise<unknown>;
}

/** Imports a graph from a file or folder. One that cannot be read completely changes nothing. */
export async function importGraph(input: GraphImportInput, parts: ImportParts): Promise<GraphImportAnswer> {
  const started = performance.now();
  const { source, path, workspace = DEFAULTS.graphs.workspace, isReplacing = false } = input;
  const { stamp } = await readableStamp(sourceNamed(source), path);
  const alias = checkAlias(workspace);
  const before = registeredGraphs(parts.root, parts.config.graphs).find((graph) => graph.alias === alias) ?? null;
  const configured = parts.config.graphs[alias] ? before : null;
  refuseTaken(alias, { source, path }, { configured, before, isReplacing });
  const graph = { alias, source, path, stamp };
  const documents = parts.sources.find((one): one is GraphDocuments => one.name === source && 'prepare' in one);
  if (documents === undefined)
    throw new ContextError('BAD_INPUT', 'Graphs are left out here: the store is shared with others.');
  const held = (await storedIn(parts.store)).get(alias) ?? null;
  const isHeld = await isCurrent(sourceNamed(source), graph, held);
  if (!isHeld) await documents.prepare(graph, parts);
  await registerGraph(parts.root, graph);
  if (!isHeld) await parts.refresh();
  const stored = (await storedIn(parts.store)).get(alias);
  if (!stored) throw new ContextError('BAD_EXPORT', `${path} could not be read.`);
  const { nodes, notes, asOfMs } = stored;
  const news = isHeld ? { added: 0, changed: 0, removed: 0 } : stored.news;
  const milliseconds = performance.now() - started;
  return { workspace: alias, source, path, nodes, ...news, notes, asOfMs, milliseconds };
}

/** Lists the graphs of a workspace, also those that are not imported yet. */
export async function graphStatus(of: GraphsOf): Promise<readonly GraphStatus[]> {
  const stored = await storedIn(of.store);
  return registeredGraphs(of.root, of.config.graphs).map(({ alias, source, path }) => {
    const { nodes, asOfMs, importedAtMs } = stored.get(alias) ?? { nodes: null };
    const imported = nodes === null ? null : { nodes, asOfMs, importedAtMs };
    return { workspace: alias, source, path, imported, isConfigured: of.config.graphs[alias] !== undefined };
  });
}
