import { ContextError } from '../../model/errors.ts';
import type { GraphOrigin, GraphReading, GraphSource } from '../../ports/graph.ts';
import type { Redact } from '../../ports/reader.ts';
import type { Source } from '../../ports/source.ts';
import type { Fingerprint } from '../../ports/store.ts';
import type { ReadOutcome } from '../../reading/read-file.ts';
import type { GraphPages } from './graph-pages.ts';

/** A graph that belongs to a workspace: imported, configured, or a Logseq folder that lies in it. */
export interface RegisteredGraph {
  readonly alias: string;
  readonly source: string;
  readonly path: string;
  /** What was imported: an export that changed since is not read before it is imported again. Null where every change counts. */
  readonly stamp: string | null;
}

/** What the store holds of a graph. */
export interface StoredGraph extends GraphOrigin {
  readonly nodes: number;
  /** Documents that the last import added, changed and removed. */
  readonly news: { readonly added: number; readonly changed: number; readonly removed: number };
  /** What there was to say about the export. */
  readonly notes: readonly string[];
  /** Why it could not be read anew when it was last tried. */
  readonly failure?: string;
}

export interface GraphSourceOptions {
  /** The graphs of the workspace, of every kind. */
  readonly registered: () => readonly RegisteredGraph[];
  readonly redact: Redact;
  readonly now: () => number;
}

/** The graphs of one kind as a source of documents. */
export interface GraphDocuments extends Source {
  outcome(path: string): Promise<ReadOutcome>;
  /** Reads a graph to its end, for the next scan; fails where that cannot be done, and then nothing has changed. */
  prepare(graph: RegisteredGraph, call?: ReadCall): Promise<void>;
}

type ReadCall = Omit<GraphReading, 'notes'>;

interface ReadGraph {
  readonly pages: GraphPages;
  readonly origin: Omit<StoredGraph, 'news'>;
}

/** The address of a node's document: `tana:main/ID`. */
export const addressOf = (source: string, alias: string): string => `${source}:${alias}/`;

/** The key under which the store remembers the graphs of a source. */
export const memoryKey = (source: string): string => `source.${source}`;

/** What a store remembers of the graphs of one source, by alias. */
export function storedGraphs(memory: string | null | undefined): ReadonlyMap<string, StoredGraph> {
  return new Map(Object.entries(JSON.parse(memory ?? '{}') as Record<string, StoredGraph>));
}

/** Whether the store holds of a graph what is to be held; a file that is gone leaves what was imported. */
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
  const own = () => options.registered().filter(({ source }) => source === kind.name);
  const load = async (graph: RegisteredGraph, call: ReadCall = {}): Promise<ReadGraph> => {
    const known = read.get(graph.alias);
    if (known?.origin.path === graph.path && (await kind.stampOf(graph.path))?.stamp === known.origin.stamp)
      return known;
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
      const looks = await Promise.all(
        own().map((graph) => look(kind, graph, { stored: before.get(graph.alias) ?? null, known, load })),
      );
      // What the store holds is not kept in memory too.
      for (const { alias, isRead } of looks) if (!isRead) read.delete(alias);
      return {
        files: looks.flatMap(({ files }) => files),
        notes: looks.flatMap(({ notes }) => notes),
        memory: JSON.stringify(
          Object.fromEntries(looks.flatMap(({ alias, after }) => (after ? [[alias, after]] : []))),
        ),
      };
    },
    async outcome(path) {
      const alias = path.slice(kind.name.length + 1, path.indexOf('/'));
      // What was scanned last is what is read: nothing is looked at again for each of its documents.
      const graph = read.get(alias) ?? own().find((one) => one.alias === alias);
      const pages = graph && ('pages' in graph ? graph : await load(graph).catch(() => null))?.pages;
      const { file, stamp } = pages?.read(path) ?? {};
      return file && stamp
        ? { file, stamp: { ...stamp, version: file.hash }, hadInvalidBytes: false }
        : { refusal: 'gone', stamp: null };
    },
  };
}

interface GraphLook {
  readonly alias: string;
  readonly files: readonly Fingerprint[];
  readonly after: StoredGraph | null;
  readonly notes: readonly string[];
  readonly isRead: boolean;
}

// What the store should hold of a graph now: what it holds, or what was read anew.
async function look(kind: GraphSource, graph: RegisteredGraph, { stored, known, load }: LookParts): Promise<GraphLook> {
  const { alias } = graph;
  const prefix = addressOf(kind.name, alias);
  const held = known.filter(({ path }) => path.startsWith(prefix));
  if (await isCurrent(kind, graph, stored)) return { alias, files: held, after: stored, notes: [], isRead: false };
  try {
    const { pages, origin } = await load(graph);
    const paths = new Set(held.map((file) => file.path));
    const files = pages.files((path) => paths.has(path));
    return { alias, files, after: { ...origin, news: newsOf(held, files) }, notes: origin.notes, isRead: true };
  } catch (error) {
    // A question about code is no worse for a graph that cannot be read; that it was left out is said.
    if (!(error instanceof ContextError)) throw error;
    const notes = stored === null ? [`the graph ${alias} was left out: ${error.message}`] : [];
    return { alias, files: held, after: stored && { ...stored, failure: error.message }, notes, isRead: false };
  }
}

interface LookParts {
  readonly stored: StoredGraph | null;
  readonly known: readonly Fingerprint[];
  readonly load: (graph: RegisteredGraph) => Promise<ReadGraph>;
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
  // Most workspaces have no graph.
  const [{ collectPages }, { redactNodes }] = await Promise.all([
    import('./graph-pages.ts'),
    import('./redact-nodes.ts'),
  ]);
  const stamp = await readableStamp(kind, path);
  const notes: string[] = [];
  let hasSecrets = false;
  const cleaned = async function* () {
    for await (const rows of kind.read(path, { notes, signal, onProgress })) {
      const clean = await redactNodes(rows, redact);
      if (clean) hasSecrets = true;
      yield clean ?? rows;
    }
  };
  const pages = await collectPages(cleaned(), addressOf(kind.name, alias));
  // An export that is written while it is read would come out half old and half new.
  if ((await kind.stampOf(path))?.stamp !== stamp.stamp)
    throw new ContextError('BAD_EXPORT', `${path} changed while it was read; import it again.`);
  if (hasSecrets) notes.push('secrets in the graph were replaced');
  const origin = { source: kind.name, path, ...stamp, importedAtMs: now(), nodes: pages.nodes, notes };
  return { pages, origin };
}

/** How what a graph is made from looks now; throws when that is not there or not of its kind. */
export async function readableStamp(kind: GraphSource, path: string) {
  const stamp = await kind.stampOf(path);
  if (stamp) return stamp;
  const { lstat } = await import('node:fs/promises');
  const found = await lstat(path).catch(() => null);
  if (!found) throw new ContextError('NO_SUCH_FILE', `There is no ${path}.`);
  const what = found.isDirectory() ? 'is a folder' : 'is not one';
  throw new ContextError('BAD_EXPORT', `${path} ${what}: ${kind.name} takes ${kind.takes}.`);
}
