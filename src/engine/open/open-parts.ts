// Opens the components of an engine, which the stages get as `EngineParts`.
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { packageFile, threadProgram } from '../../config/this-package.ts';
import { isBuiltin } from '../../embedders/index.ts';
import { INDEX_META, type IndexParts } from '../../indexing/index-parts.ts';
import { languageOfPath } from '../../languages/index.ts';
import { lazy } from '../../model/memoize.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import type { Redact } from '../../ports/reader.ts';
import type { Linker, Parser } from '../../ports/source.ts';
import type { Store } from '../../ports/store.ts';
import { allowGitFolders } from '../../reading/git/find-repository.ts';
import { createReader, joinReaders } from '../../reading/reader.ts';
import { cacheRedact, createRedact } from '../../reading/redaction/redact.ts';
import type { VectorTable } from '../../sources/code/parse/words/unit-reader.ts';
import { createCodeSource } from '../../sources/code/scan/code-source.ts';
import type { ConversationSource } from '../../sources/conversations/conversation-source.ts';
import { GRAPH_SOURCES } from '../../sources/graph-sources.ts';
import { createGraphSource, type GraphDocuments } from '../../sources/graphs/graph-source.ts';
import { createHistory } from '../../sources/history/history.ts';
import { takeGitStamp } from '../../sources/history/repository.ts';
import { isConfined, registeredGraphs } from '../graphs/registered-graphs.ts';
import { openEmbedder } from './open-embedder.ts';
import type { OpenedStore } from './open-shared-store.ts';
import { type OpenOptions, openInMemory, openStore } from './open-store.ts';
import { storedViewOf } from './shared-names.ts';

export interface EngineParts extends IndexParts {
  readonly redact: Redact;
  /** The embedder that compares by meaning; null when there is none. */
  readonly embedder: Embedder | null;
  readonly storePath: string;
  /** Opens the place of the store again, empty. The caller closes the old store before. */
  readonly reopenStore: OpenedStore['reopenStore'];
  /** The name of a stored view that is read without local files; null when the engine reads files on this machine. */
  readonly storedView: string | null;
  readonly notes: readonly string[];
}

export async function openParts(
  root: string,
  config: Config,
  now: () => number,
  { embedder: givenEmbedder, ...opening }: Pick<EngineOptions, 'embedder'> & OpenOptions = {},
): Promise<EngineParts> {
  const { ref, changesNamedView = false } = opening;
  allowGitFolders(config.gitFolders);
  const { embedder, notes: embedderNotes } =
    givenEmbedder === undefined ? openEmbedder(config, { now }) : { embedder: givenEmbedder, notes: [] };
  const { notes, ...opened } = await openStore(root, config, opening);
  // Adds to the store's own list, because the store adds notes while it is open, for instance when a writer has to
  // wait.
  notes.push(...embedderNotes);
  const redact = cacheRedact(createRedact(), DEFAULTS.reader.redactedCharactersMax);
  const scanning = { root, languageOf, ...DEFAULTS.scan, exclude: config.exclude };
  const files = createCodeSource({ ...scanning, includeIgnored: config.includeIgnored });
  // Private conversations and graphs must not enter a shared store.
  const isShared = ref !== undefined || storedViewOf(config) !== null;
  const conversations = isShared ? null : await openConversations(root, config, { redact, now });
  if (isShared && config.conversations.length > 0) notes.push('conversations are left out: the store is shared');
  const graphs = isShared ? [] : openGraphSources(root, config, { redact, now });
  const storedView = changesNamedView ? null : storedViewOf(config);
  const reader = createReader({ root, languageOf, ...DEFAULTS.scan, ...DEFAULTS.reader });
  const selfReading = [...(conversations === null ? [] : [conversations]), ...graphs];
  const parts = {
    sources: [...selfReading, files],
    ...opened,
    parser: openParser(Math.min(DEFAULTS.indexing.workersMax, availableParallelism()), vectorTable(embedder)),
    linker: openLinker(config),
    rootPatterns: config.rootPatterns,
    reader: selfReading.length === 0 ? reader : joinReaders(selfReading, reader),
    history: config.history ? createHistory({ root, ...DEFAULTS.history }) : noHistory(root),
    redact,
    embedder,
    embedding: embedder === null ? null : { embedder, ...DEFAULTS.embedding },
    now,
    notes,
    storedView,
  };
  if (storedView === null && ref === undefined) return parts;
  const { committedParts, storedFiles } = await import('./stored-files.ts');
  if (storedView !== null) return { ...parts, ...storedFiles(opened.store), history: noHistory(root) };
  const { history, ...committed } = await committedParts(ref!, scanning);
  return { ...parts, ...committed, history: config.history ? history : parts.history };
}

const languageOf = (path: string): string | null => languageOfPath(path)?.name ?? null;

// Loads the linker when files are linked.
function openLinker({ rootPatterns }: Pick<Config, 'rootPatterns'>): Linker {
  const open = lazy(async () =>
    (await import('../../sources/code/link/create-linker.ts')).createLinker({ rootPatterns }),
  );
  return { link: async (paths, workspace) => (await open()).link(paths, workspace) };
}

/** The parser of this package, loaded on its first call; without workers it parses in the caller's thread. */
export function openParser(workers: number, table?: () => VectorTable): Parser {
  let isOpen = false;
  const openOnce = lazy(async () => {
    isOpen = true;
    const { createParser } = await import('../../sources/code/parse/create-parser.ts');
    return createParser({
      ...DEFAULTS.indexing,
      units: DEFAULTS.units,
      grammarsDir: packageFile('dist/grammars'),
      workers,
      workerUrl: threadProgram('sources/code/parse/parse-worker.ts'),
      vectorTable: table,
    });
  });
  return {
    // A parser that cannot be loaded fails when it is asked to parse.
    prepare: (languages) => void openOnce().then((own) => own.prepare?.(languages), ignore),
    parse: async (requests) => (await openOnce()).parse(requests),
    close: async () => (isOpen ? (await openOnce()).close() : undefined),
  };
}

// The vector table is loaded when the first text is parsed.
function vectorTable(embedder: Embedder | null): (() => VectorTable) | undefined {
  if (!isBuiltin(embedder)) return undefined;
  return () => ({ model: embedder.shared(), ...DEFAULTS.embedding });
}

const noHistory = (root: string): IndexParts['history'] => ({
  // The list of files needs git's stamp even when the history is switched off.
  stamp: () => takeGitStamp(root),
  older: async () => null,
  news: async (last) =>
    last === null
      ? null
      : { available: false, head: null, note: 'the history is switched off', isReset: true, commits: [] },
});

/** One source for each kind of knowledge graph of the workspace. None reads anything before the first scan. */
function openGraphSources(
  root: string,
  { graphs }: Pick<Config, 'graphs'>,
  { redact, now }: { readonly redact: Redact; readonly now: () => number },
): readonly GraphDocuments[] {
  return GRAPH_SOURCES.map((kind) => {
    // Looking for Logseq folders reads hundreds of folders, and says nothing about other graphs.
    const folders = kind.name === 'logseq' ? undefined : [];
    const registered = () => registeredGraphs(root, graphs, folders).filter(({ path }) => isConfined(root, path));
    return createGraphSource(kind, { registered, redact, now });
  });
}

/** The source of the conversations that the user configured for this root; null if there are none. */
export async function openConversations(
  root: string,
  { conversations }: Pick<Config, 'conversations'>,
  { redact, now }: { readonly redact: Redact; readonly now: () => number },
): Promise<ConversationSource | null> {
  const realRoot = realPathOf(root);
  const folders = conversations
    .filter(({ workspace }) => workspace === undefined || realPathOf(workspace) === realRoot)
    .map(({ folder, workspace }) => ({ folder, isWhole: workspace !== undefined }));
  if (folders.length === 0) return null;
  // Loads the readers of conversations only for users who have configured some.
  const { createConversationSource } = await import('../../sources/conversations/conversation-source.ts');
  const { youngMs } = DEFAULTS.indexing;
  return createConversationSource({ ...DEFAULTS.conversations, root: realRoot, folders, redact, youngMs, now });
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // The folder does not exist on this machine, so it matches no root.
    return path;
  }
}

export async function closeParts({ parser, store }: Pick<EngineParts, 'parser' | 'store'>): Promise<void> {
  await parser.close();
  await store.close();
}

/** Closes the store and opens it again, empty. */
export async function reopenEmpty(parts: EngineParts, isDamaged = false): Promise<EngineParts> {
  await closeIgnoringErrors(parts.store);
  return { ...parts, store: await parts.reopenStore(isDamaged) };
}

/** Replaces a store that cannot write to the disk by an empty one in memory. */
export async function reopenInMemory(parts: EngineParts, cause: unknown): Promise<EngineParts> {
  await closeIgnoringErrors(parts.store);
  const { notes, ...opened } = openInMemory(cause);
  return { ...parts, ...opened, notes: [...parts.notes, ...notes] };
}

// A damaged store may fail to close; it is not used again.
const closeIgnoringErrors = (store: Store): Promise<void> => store.close().catch(ignore);
const ignore = () => undefined;

/** Empties the index if the root patterns changed, because it stores which documents stand for their folder. */
export async function emptyIfRootPatternsChanged(
  parts: EngineParts,
  reopen: (parts: EngineParts) => Promise<EngineParts> = reopenEmpty,
): Promise<EngineParts> {
  const currentPatterns = JSON.stringify(parts.rootPatterns);
  const storedPatterns = (await parts.store.opening()).meta.get(INDEX_META.rootPatterns) ?? null;
  if (storedPatterns === currentPatterns) return parts;
  const current = storedPatterns === null ? parts : await reopen(parts);
  await current.store.apply({ meta: { [INDEX_META.rootPatterns]: currentPatterns } });
  return current;
}
