// The store in one SQLite file: joins the files beside it to one `Store`; `src/ports/store.ts` describes the answers.
import type { DatabaseSync } from 'node:sqlite';
import type { Store, StoreChange, Words, WordsAsked } from '../../ports/store.ts';
import type { FactsAndUnits } from '../bytes/packed-values.ts';
import {
  countPostings,
  filterMessagePostings,
  filterPostings,
  readMessagePostings,
  readPostings,
} from '../bytes/posting-bytes.ts';
import { createFactsCache, readThrough } from '../read-caches.ts';
import { type ContentsKept, contentsToForget, type UpkeepOptions } from '../upkeep.ts';
import { type BaseIndex, borrow, borrowedFiles, connectBorrowing } from './borrowing.ts';
import {
  knownHashes,
  readContents,
  readDefinitions,
  readTexts,
  readUnembedded,
  readVectors,
  writeContents,
  writeVectors,
} from './contents.ts';
import { readAllDocuments, readDocuments, readDocumentsBy } from './documents.ts';
import { hiddenCommits, readCommits, readCommitsTouching, readFileHistory, writeHistory } from './history.ts';
import { checkRows, stampOf } from './opening/check-database.ts';
import { type Connection, readMeta, writeMeta } from './opening/connection.ts';
import { createTrustCheck, openDatabase } from './opening/open-database.ts';
import { MOST_CONTENTS, NEW_IDENTITY } from './opening/schema.ts';
import { type CachedReads, createReadCache } from './read-cache.ts';
import { filterBucket, mergeFrom, readTerm } from './segments.ts';
import { countEdges, readEdges, readFiles, readPathsWith, writeEdges, writeView } from './view.ts';

const BUSY_TIMEOUT_MS = 10_000;

export interface SqliteStoreOptions extends UpkeepOptions {
  /** The file, in an existing folder; `:memory:` for an index in memory. */
  readonly path: string;
  /** How long to wait for other writers. */
  readonly busyTimeoutMs?: number;
  /** Called with the reason when an empty file replaces another. */
  readonly onDamage?: ((why: string) => void) | undefined;
  /** The base index of a work tree; null if it no longer exists; absent outside work trees. */
  readonly baseIndex?: BaseIndex | null | undefined;
}

/** Opens the store in a file. A file that is damaged or of another version is replaced by an empty one. */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const { path, busyTimeoutMs = BUSY_TIMEOUT_MS, onDamage, baseIndex } = options;
  const onOpen = (opened: DatabaseSync) => borrow(opened, baseIndex ?? null);
  const database = openDatabase(path, { busyTimeoutMs, onDamage, onOpen });
  const connection = connectBorrowing(database, baseIndex !== undefined);
  const reads = createReadCache(connection);
  const factsCache = createFactsCache<number, FactsAndUnits>();
  const stamp = stampOf(path);
  const checkTrust = createTrustCheck(path, stamp);
  const read = <T>(work: () => T) => connection.read(work);
  return {
    name: 'sqlite',
    opening: async (only) => {
      if (checkTrust()) reads.forgetAll();
      return read(() => {
        const current = reads.current();
        return only === undefined ? current.opening : { ...current.standing, files: readFiles(connection, only) };
      });
    },
    termCounts: async () => read(() => reads.current().counts.termCounts),
    known: async (hashes) => read(() => knownHashes(connection, hashes)),
    contents: async (hashes) => read(() => readContents(connection, hashes, factsCache)),
    texts: async (hashes) => read(() => readTexts(connection, hashes)),
    counts: async () => read(() => ({ symbols: countSymbols(connection), edges: countEdges(connection) })),
    borrowed: async () => (connection.isBorrowing ? read(() => borrowedFiles(connection)) : null),
    earlier: async () => read(() => countDead(connection)),
    words: async (asked) => read(() => readWords(connection, asked, reads.current())),
    edges: async (of, edgeOptions) => read(() => readEdges(connection, of, edgeOptions, reads.current())),
    fileHistory: async (of) => read(() => readFileHistory(connection, of, reads.current())),
    commits: async (ids) => read(() => readCommits(connection, ids, reads.current())),
    commitsTouching: async (of, limitEach) =>
      read(() => readCommitsTouching(connection, of, limitEach, reads.current())),
    documents: async (of) => read(() => readDocuments(connection, of)),
    allDocuments: async () => read(() => readAllDocuments(connection)),
    documentsBy: async (kind, keys) => read(() => readDocumentsBy(connection, kind, keys)),
    unembedded: async () => read(() => readUnembedded(connection, reads.current().view.files)),
    vectors: async (contents) => read(() => readVectors(connection, contents, reads.current())),
    apply: async (change) => {
      reads.forget(change);
      stamp.writing(() => connection.write(() => write(connection, change, options)));
    },
    check: async () => read(() => checkRows(database)),
    close: async () => stamp.writing(() => connection.close()),
  };
}

function write(connection: Connection, change: StoreChange, options: UpkeepOptions): void {
  writeContents(connection, change.contents ?? [], options.segmentsMax);
  const hasLost = writeView(connection, change);
  writeVectors(connection, change.vectors);
  writeEdges(connection, change);
  writeHistory(connection, change, options);
  for (const [key, value] of Object.entries(change.meta ?? {})) writeMeta(connection, key, value);
  if (options.keeping && (change.upsert ?? change.remove)) prune(connection, options.keeping, hasLost);
}

function countSymbols(connection: Connection): number {
  const sql = 'SELECT coalesce(sum(c.symbol_count), 0) AS symbols FROM files f JOIN contents c ON c.id = f.content';
  return connection.get<{ symbols: number }>(sql)!.symbols;
}

// The contents that left the view. Only those of `main`, because the base index deletes its own.
const DEAD = 'FROM main.contents WHERE was_live = 1 AND id NOT IN (SELECT content FROM files)';

function countDead(connection: Connection): number {
  return connection.get<{ dead: number }>(`SELECT count(*) AS dead ${DEAD}`)!.dead;
}

/** Deletes the oldest contents that left the view, if there are too many. Counts only after one left the view. */
function prune(connection: Connection, keeping: ContentsKept, hasLost: boolean): void {
  const stored = readMeta(connection, MOST_CONTENTS);
  if (!hasLost && stored === null) return;
  const largestBefore = stored === null ? null : Number(stored);
  const { live } = connection.get<{ live: number }>('SELECT count(DISTINCT content) AS live FROM files')!;
  const { most, count } = contentsToForget(live, countDead(connection), largestBefore, keeping);
  if (most !== null && most !== largestBefore) writeMeta(connection, MOST_CONTENTS, String(most));
  if (count === 0) return;

  connection.run(`DELETE FROM main.contents WHERE id IN (SELECT id ${DEAD} ORDER BY id LIMIT ?)`, count);
  for (const table of ['bodies', 'symbols', 'vectors'])
    connection.run(`DELETE FROM main.${table} WHERE content NOT IN (SELECT id FROM contents)`);
  connection.run(NEW_IDENTITY);
  const isStored = storedContents(connection);
  mergeFrom(connection, 'postings', {
    from: 0,
    filter: (bucket) => filterBucket(bucket, (bytes) => filterPostings(bytes, (content) => isStored[content] === 1)),
  });
}

function storedContents(connection: Connection): Uint8Array {
  const rows = connection.all<{ id: number }>('SELECT id FROM contents ORDER BY id');
  const isStored = new Uint8Array((rows.at(-1)?.id ?? 0) + 1);
  for (const { id } of rows) isStored[id] = 1;
  return isStored;
}

/** Reads where words occur: in units, paths, commit messages and names. Reads only what is not cached. */
function readWords(connection: Connection, asked: WordsAsked, caches: CachedReads): Words {
  const { postings = [], unitCounts = [], paths = [], messages = [], definitions = [] } = asked;
  const bytesOf = (term: string) => readTerm(connection, 'postings', term);
  // The counts are read only if a word is not cached.
  const live = () => caches.counts.live;
  const lists = readThrough(caches.postings, postings, () => (term) => readPostings(term, bytesOf(term), live()));
  const commits = readThrough(caches.messages, messages, () => {
    const hidden = hiddenCommits(connection);
    const withoutHidden = (bytes: Uint8Array) =>
      hidden.size === 0 ? bytes : filterMessagePostings(bytes, (commit) => !hidden.has(commit));
    return (term) => readMessagePostings(term, readTerm(connection, 'message_postings', term).map(withoutHidden));
  });
  return {
    postings: [...lists.values()],
    unitCounts: readThrough(caches.unitCounts, unitCounts, () => (term) => countPostings(bytesOf(term), live())),
    paths: readThrough(caches.pathWords, paths, (missing) => readPathsWith(connection, missing)),
    messages: [...commits.values()],
    definitions: readDefinitions(connection, definitions, caches),
  };
}
