// Graphs are a source of documents. This file reads the graphs of one kind (Tana, Logseq) again when they changed, and
// remembers in the store what it read.
import { setImmediate } from 'node:timers/promises';
import { ContextError } from '../../model/errors.ts';
import type { GraphRow } from '../../model/graph.ts';
import type { GraphReading, GraphSource } from '../../ports/graph.ts';
import type { Redact } from '../../ports/reader.ts';
import type { Source } from '../../ports/source.ts';
import type { Fingerprint } from '../../ports/store.ts';
import type { ReadOutcome } from '../../reading/read-file.ts';
import type { GraphPages } from './graph-pages.ts';

/** A graph of a workspace: imported, configured, or a Logseq folder inside it. */
export interface RegisteredGraph {
  readonly alias: string;
  readonly source: string;
  readonly path: string;
  /** The stamp of an imported export, which only an import changes; null for a graph that is read when it changes. */
  readonly stamp: string | null;
}

/** What the store remembers of a graph, besides its documents. */
export interface StoredGraph {
  /** The source's name: `tana`, `logseq`. */
  readonly source: string;
  /** The imported file or folder. */
  readonly path: string;
  /** The sizes and times of the imported files, to detect changes; each source has its own form. */
  readonly stamp: string;
  readonly importedAtMs: number;
  /** The time of the export. */
  readonly asOfMs: number;
  readonly nodes: number;
  /** The numbers of documents that the last import added, changed and removed. */
  readonly news: { readonly added: number; readonly changed: number; readonly removed: number };
  /** Notes about the export. */
  readonly notes: readonly string[];
  /** Why the last attempt to read it again failed. */
  readonly failure?: string;
}

interface GraphSourceOptions {
  /** Lists the graphs of the workspace, those of other sources too. */
  readonly registered: () => readonly RegisteredGraph[];
  readonly redact: Redact;
  readonly now: () => number;
}

export interface GraphDocuments extends Source {
  outcome(path: string): Promise<ReadOutcome>;
  /** Reads a whole graph for the next scan. If it fails, nothing has changed. */
  prepare(graph: RegisteredGraph, call?: ReadCall): Promise<void>;
}

type ReadCall = Omit<GraphReading, 'notes'>;

interface ReadGraph {
  readonly pages: GraphPages;
  readonly origin: Omit<StoredGraph, 'news'>;
}

/** Returns the beginning of the paths of a graph's documents, for example `tana:main/`. */
export const pathPrefixOf = (source: string, alias: string): string => `${source}:${alias}/`;

/** Returns the key under which the store remembers the graphs of a source. */
export const memoryKey = (source: string): string => `source.${source}`;

/** Parses what the store remembers of the graphs of one source, by alias. */
export function storedGraphs(memory: string | null | undefined): ReadonlyMap<string, StoredGraph> {
  return new Map(Object.entries(JSON.parse(memory ?? '{}') as Record<string, StoredGraph>));
}

/** Returns whether the store is up to date with a graph. A stored graph whose file is gone counts as up to date. */
export async function isCurrent(
  kind: GraphSource,
  graph: RegisteredGraph,
  stored: StoredGraph | null,
): Promise<boolean> {
  if (stored === null || stored.path !== graph.path) return false;
  if (graph.stamp !== null) return stored.stamp === graph.stamp;
  const now = await kind.stampOf(graph.path);
  return now === null || now.stamp === stored.stamp;
}

export function createGraphSource(kind: GraphSource, options: GraphSourceOptions): GraphDocuments {
  const read = new Map<string, ReadGraph>();
  const graphs = () => options.registered().filter(({ source }) => source === kind.name);
  const load = async (graph: RegisteredGraph, call: ReadCall = {}): Promise<ReadGraph> => {
    const cached = read.get(graph.alias);
    if (cached?.origin.path === graph.path && (await kind.stampOf(graph.path))?.stamp === cached.origin.stamp)
      return cached;
    const fresh = await readGraph(kind, graph, { ...options, ...call });
    read.set(graph.alias, fresh);
    return fresh;
  };
  return {
    name: kind.name,
    isImported: true,
    owns: (path) => path.startsWith(`${kind.name}:`),
    languageOf: () => null,
    roleOf: () => 'docs',
    isUnchanged: () => true,
    prepare: async (graph, call) => void (await load(graph, call)),
    async scan(memory, _onSeen, known = []) {
      const before = storedGraphs(memory);
      const scans = await Promise.all(
        graphs().map((graph) => scanGraph(kind, graph, { stored: before.get(graph.alias) ?? null, known, load })),
      );
      // Only rows of graphs that this scan read are needed afterwards; those of other graphs are dropped from memory.
      for (const { alias, isRead } of scans) if (!isRead) read.delete(alias);
      return {
        files: scans.flatMap(({ files }) => files),
        notes: scans.flatMap(({ notes }) => notes),
        memory: JSON.stringify(
          Object.fromEntries(scans.flatMap(({ alias, after }) => (after ? [[alias, after]] : []))),
        ),
      };
    },
    async outcome(path) {
      const alias = path.slice(kind.name.length + 1, path.indexOf('/'));
      // Reads from the last scan, without checking the graph again for each document.
      const graph = read.has(alias) ? undefined : graphs().find((one) => one.alias === alias);
      const loaded = graph ? await load(graph).catch(() => null) : read.get(alias);
      const made = loaded?.pages.read(path);
      if (!made) return { refusal: 'gone', stamp: null };
      return { file: made.file, stamp: { ...made.stamp, version: made.file.hash }, hadInvalidBytes: false };
    },
  };
}

interface ScanParts {
  readonly stored: StoredGraph | null;
  readonly known: readonly Fingerprint[];
  readonly load: (graph: RegisteredGraph) => Promise<ReadGraph>;
}

// Lists the documents that the index should have of a graph: those it has, or those of a graph that was read again.
async function scanGraph(kind: GraphSource, graph: RegisteredGraph, { stored, known, load }: ScanParts) {
  const { alias } = graph;
  const prefix = pathPrefixOf(kind.name, alias);
  const held = known.filter(({ path }) => path.startsWith(prefix));
  if (await isCurrent(kind, graph, stored)) return { alias, files: held, after: stored, notes: [], isRead: false };
  try {
    const { pages, origin } = await load(graph);
    const paths = new Set(held.map((file) => file.path));
    const files = pages.files((path) => paths.has(path));
    return { alias, files, after: { ...origin, news: newsOf(held, files) }, notes: origin.notes, isRead: true };
  } catch (error) {
    // An unreadable graph does not fail a question about code; a note or `failure` says why.
    if (!(error instanceof ContextError)) throw error;
    const notes = stored === null ? [`the graph ${alias} was left out: ${error.message}`] : [];
    return { alias, files: held, after: stored && { ...stored, failure: error.message }, notes, isRead: false };
  }
}

function newsOf(held: readonly Fingerprint[], now: readonly Fingerprint[]): StoredGraph['news'] {
  const before = new Map(held.map((file) => [file.path, file.mtimeMs]));
  const added = now.filter(({ path }) => !before.has(path)).length;
  const same = now.filter(({ path, mtimeMs }) => before.get(path) === mtimeMs).length;
  return { added, changed: now.length - added - same, removed: held.length - (now.length - added) };
}

async function readGraph(
  kind: GraphSource,
  { alias, path }: RegisteredGraph,
  { redact, now, onProgress, signal }: GraphSourceOptions & ReadCall,
): Promise<ReadGraph> {
  // These modules are loaded on demand, because most workspaces have no graph.
  const [{ collectPages }, { redactNodes }] = await Promise.all([
    import('./graph-pages.ts'),
    import('./redact-nodes.ts'),
  ]);
  const stamp = await readableStamp(kind, path);
  const notes: string[] = [];
  let hasSecrets = false;
  let done = 0;
  const cleaned = async function* () {
    for (const rows of batchesOf(await kind.read(path, { notes, signal, onProgress }))) {
      const clean = await redactNodes(rows, redact);
      if (clean) hasSecrets = true;
      yield clean ?? rows;
      done += rows.length;
      onProgress?.(done);
      // Lets other work of the process run between two batches.
      await setImmediate();
      signal?.throwIfAborted();
    }
  };
  const pages = await collectPages(cleaned(), pathPrefixOf(kind.name, alias));
  // An export that changes during reading would be half old and half new.
  if ((await kind.stampOf(path))?.stamp !== stamp.stamp)
    throw new ContextError('BAD_EXPORT', `${path} changed while it was read; import it again.`);
  if (hasSecrets) notes.push('secrets in the graph were replaced');
  const origin = { source: kind.name, path, ...stamp, importedAtMs: now(), nodes: pages.nodes, notes };
  return { pages, origin };
}

const BATCH_ROWS = 2000;

function* batchesOf(rows: Iterable<GraphRow>): Generator<readonly GraphRow[]> {
  let batch: GraphRow[] = [];
  for (const row of rows) {
    if (batch.push(row) < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns the present stamp of a graph's file or folder; throws if it is missing or of another kind. */
export async function readableStamp(kind: GraphSource, path: string) {
  const stamp = await kind.stampOf(path);
  if (stamp) return stamp;
  const { lstat } = await import('node:fs/promises');
  const found = await lstat(path).catch(() => null);
  if (!found) throw new ContextError('NO_SUCH_FILE', `There is no ${path}.`);
  const what = found.isDirectory() ? 'a folder' : 'no folder';
  throw new ContextError('BAD_EXPORT', `${path} is ${what}: ${kind.name} takes ${kind.takes}.`);
}
