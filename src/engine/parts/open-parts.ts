import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { makeStateFolder } from '../../config/state-folder.ts';
import { isBuiltin } from '../../embedders/index.ts';
import type { IndexParts } from '../../indexing/parts.ts';
import { languageOfPath } from '../../languages/index.ts';
import { ContextError } from '../../model/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Redact } from '../../ports/reader.ts';
import type { Parser } from '../../ports/source.ts';
import type { Store } from '../../ports/store.ts';
import { createReader } from '../../reading/reader.ts';
import { createRedact } from '../../reading/redaction/redact.ts';
import { rememberRedact } from '../../reading/redaction/remember-redact.ts';
import { createLinker } from '../../sources/code/link/create-linker.ts';
import { createParser } from '../../sources/code/parse/create-parser.ts';
import type { VectorTable } from '../../sources/code/parse/unit-vectors.ts';
import { createCodeSource } from '../../sources/code/scan/code-source.ts';
import { gitStamp } from '../../sources/history/git-stamp.ts';
import { createHistory } from '../../sources/history/history.ts';
import { openSqliteStore, removeSqliteStore } from '../../stores/index.ts';
import { packageFile } from '../package-file.ts';
import { joinReaders } from './join-readers.ts';
import { openConversations } from './open-conversations.ts';
import { openEmbedder } from './open-embedder.ts';

/** The path of a store that no other thread or process can see. */
export const IN_MEMORY = ':memory:';

/** Everything the engine is made of. */
export interface EngineParts extends IndexParts {
  readonly redact: Redact;
  /** What compares by meaning; null for nothing. */
  readonly embedder: Embedder | null;
  readonly storePath: string;
  /** What had to be done without. */
  readonly notes: readonly string[];
}

/** Opens the parts a root and a configuration call for. */
export async function openParts(
  root: string,
  config: Config,
  now: () => number,
  given?: Embedder | null,
): Promise<EngineParts> {
  const modelFile = packageFile('models/builtin-384.bin', 'dist/models/builtin-384.bin');
  const { embedder, ...opened } =
    given === undefined ? openEmbedder(config, { modelFile, now }) : { embedder: given, notes: [] };
  const { store, storePath, notes } = await openStore(root);
  const redact = rememberRedact(createRedact(), DEFAULTS.reader.redactedCharactersMax);
  const files = createCodeSource({
    root,
    languageOf,
    ...DEFAULTS.scan,
    exclude: config.exclude,
    includeIgnored: config.includeIgnored,
  });
  const conversations = await openConversations(root, config, { redact, now });
  const reader = createReader({ root, languageOf, ...DEFAULTS.scan, ...DEFAULTS.reader });
  return {
    sources: conversations === null ? [files] : [conversations, files],
    store,
    storePath,
    parser: openParser(Math.min(DEFAULTS.indexing.workersMax, availableParallelism()), now, vectorTable(embedder)),
    linker: createLinker({ rootPatterns: config.rootPatterns }),
    rootPatterns: config.rootPatterns,
    reader: conversations === null ? reader : joinReaders(conversations, reader),
    history: config.history ? createHistory({ root, ...DEFAULTS.history }) : noHistory(root),
    redact,
    embedder,
    embedding: embedder === null ? null : { embedder, ...DEFAULTS.embedding },
    now,
    notes: [...notes, ...opened.notes],
  };
}

const languageOf = (path: string): string | null => languageOfPath(path)?.name ?? null;

/** The parser of this package; without workers it parses in the caller's thread. */
export function openParser(workers: number, now: () => number, table?: () => VectorTable): Parser {
  return createParser({
    ...DEFAULTS.indexing,
    units: DEFAULTS.units,
    grammarsDir: packageFile('dist/grammars'),
    workers,
    workerUrl: workerUrl(),
    now,
    vectorTable: table,
  });
}

// The table is read when the first text is parsed.
function vectorTable(embedder: Embedder | null): (() => VectorTable) | undefined {
  if (!isBuiltin(embedder)) return undefined;
  return () => ({ model: embedder.shared(), ...DEFAULTS.embedding });
}

/** The same store again, empty: for a damaged file or a full re-index. */
export async function reopenEmpty(parts: EngineParts): Promise<EngineParts> {
  await closeAnyway(parts.store);
  if (parts.storePath !== IN_MEMORY) removeSqliteStore(parts.storePath);
  return { ...parts, store: openSqliteStore({ path: parts.storePath, ...DEFAULTS.history }) };
}

/** An empty store in memory in place of one on a disk that does not do its part; what is there stays for better days. */
export async function reopenInMemory(parts: EngineParts, cause: unknown): Promise<EngineParts> {
  await closeAnyway(parts.store);
  const { notes, ...kept } = openInMemory(cause);
  return { ...parts, ...kept, notes: [...parts.notes, ...notes] };
}

/** The disk is full, read-only or failing: an index can be kept in memory instead. */
export function isUnusable(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'STORE_UNUSABLE';
}

async function closeAnyway(store: Store): Promise<void> {
  await store.close().catch(() => {
    // A damaged store may not even close; it is not asked again.
  });
}

interface OpenedStore {
  readonly store: Store;
  readonly storePath: string;
  readonly notes: readonly string[];
}

async function openStore(root: string): Promise<OpenedStore> {
  try {
    const storePath = join(await makeStateFolder(root), 'index.db');
    return { store: openSqliteStore({ path: storePath, ...DEFAULTS.history }), storePath, notes: [] };
  } catch (error) {
    if (!isUnusable(error) && !(error instanceof ContextError && error.code === 'CANNOT_WRITE')) throw error;
    return openInMemory(error);
  }
}

function openInMemory(cause: unknown): OpenedStore {
  const why = isFull(cause) ? 'the disk is full' : 'the folder cannot be written';
  // Something that stands in the way is said, with what to do about it.
  const inTheWay = cause instanceof ContextError && cause.cause === undefined ? [cause.message] : [];
  const notes = [...inTheWay, `${why}: the index is kept in memory and made again each time`];
  return { store: openSqliteStore({ path: IN_MEMORY, ...DEFAULTS.history }), storePath: IN_MEMORY, notes };
}

// Said by the system in its words, or by SQLite in its number.
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 13];

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  return FULL.includes(code) || FULL.includes(errcode) || isFull(error.cause);
}

const noHistory = (root: string): IndexParts['history'] => ({
  // What is tracked matters to the files also where nobody wants the commits.
  stamp: () => gitStamp(root),
  news: async (last) =>
    last === null
      ? null
      : { available: false, head: null, note: 'the history is switched off', isReset: true, commits: [] },
});

function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? '../../sources/code/parse/parse-worker.ts' : './parse-worker.js', import.meta.url);
}
