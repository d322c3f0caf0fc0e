import type { LRUCache } from 'lru-cache';
import { ownText } from '../../model/own-text.ts';
import type { Store, StoreChange } from '../../ports/store.ts';
import { DEAD_CONTENTS_MIN } from '../pruning.ts';
import { type Connection, connect } from './connection.ts';
import { createKnownFacts, knownHashes, readContents, readDefinitions, readText, writeContents } from './contents.ts';
import { readAllDocuments, readDocuments, readDocumentsBy } from './documents.ts';
import { countEdges, readEdges, writeEdges } from './edges.ts';
import { readCommits, readCommitsTouching, readFileHistory, readHistory, writeHistory } from './history.ts';
import { openDatabase } from './open-database.ts';
import { type PathIds, pathIds } from './path-ids.ts';
import { readMessagePostings, readPostings } from './posting-bytes.ts';
import { countPostings } from './posting-count.ts';
import { prune } from './prune.ts';
import { readThrough, rememberReads } from './remembered.ts';
import { readTerm } from './segments.ts';
import { stampOf } from './stamp.ts';
import { readUnembedded, readVectorModel, readVectors, writeVectors } from './vectors.ts';
import { readPathsWith, writeView } from './view.ts';

const BUSY_TIMEOUT_MS = 10_000;
// Every term of a question is looked up in every segment, so their number is what reading costs.
const SEGMENTS_MAX = 24;

export interface SqliteStoreOptions {
  /** The file, in a folder that exists; `:memory:` keeps everything in this process. */
  readonly path: string;
  /** After how many days a commit counts half for churn; without one all count the same. */
  readonly churnHalfLifeDays?: number;
  /** How long to wait for other writers. */
  readonly busyTimeoutMs?: number;
  /** How many pieces the inverted index may consist of before they are merged. */
  readonly segmentsMax?: number;
  /** Dead contents are kept at least until there are this many. */
  readonly deadContentsMin?: number;
}

/** The embedded store: one file, a disposable cache. Whatever is wrong with the file, it is replaced by an empty one. */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const connection = connect(openDatabase(options.path, options.busyTimeoutMs ?? BUSY_TIMEOUT_MS));
  const paths = pathIds(connection);
  const reads = rememberReads(connection);
  const known = createKnownFacts();
  const stamp = stampOf(options.path);
  const read = <T>(work: () => T) => connection.read(work);
  return {
    name: 'sqlite',
    files: async () => read(() => reads.current().view.files),
    known: async (hashes) => read(() => knownHashes(connection, hashes)),
    contents: async (hashes) => read(() => readContents(connection, hashes, known)),
    text: async (hash) => read(() => readText(connection, hash)),
    statistics: async () => read(() => reads.current().view.statistics),
    counts: async () => read(() => ({ symbols: countSymbols(connection), edges: countEdges(connection) })),
    postings: async (terms) =>
      read(() => {
        const { postings, view } = reads.current();
        return [...new Set(terms)].map((term) =>
          once(postings, term, (own) => readPostings(own, readTerm(connection, 'postings', own), view.live)),
        );
      }),
    unitCounts: async (terms) =>
      read(() => {
        const { unitCounts, view } = reads.current();
        return readThrough(
          unitCounts,
          terms,
          () => (term) => countPostings(readTerm(connection, 'postings', term), view.live),
        );
      }),
    pathsWith: async (terms) =>
      read(() => readThrough(reads.current().pathWords, terms, (missing) => readPathsWith(connection, missing))),
    definitions: async (keys) => read(() => readDefinitions(connection, keys, reads.current().definitions)),
    edges: async (of, edgeOptions) =>
      read(() => readEdges(connection, of, { ...edgeOptions, known: reads.current().edges })),
    history: async () => read(() => readHistory(connection)),
    fileHistory: async (of) => read(() => readFileHistory(connection, of, reads.current().fileHistories)),
    messagePostings: async (terms) =>
      read(() => {
        const { messages } = reads.current();
        return [...new Set(terms)].map((term) =>
          once(messages, term, (own) => readMessagePostings(own, readTerm(connection, 'message_postings', own))),
        );
      }),
    commits: async (ids) => read(() => readCommits(connection, ids, reads.current().commits)),
    commitsTouching: async (of, limitEach) => read(() => readCommitsTouching(connection, of, limitEach)),
    documents: async (of) => read(() => readDocuments(connection, of)),
    allDocuments: async () => read(() => readAllDocuments(connection)),
    documentsBy: async (kind, keys) => read(() => readDocumentsBy(connection, kind, keys)),
    vectorModel: async () => read(() => readVectorModel(connection)),
    unembedded: async () => read(() => readUnembedded(connection, reads.current().view.files)),
    vectors: async (contents) => read(() => readVectors(connection, contents, reads.current().vectors)),
    meta: async (key) =>
      read(() => connection.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value ?? null),
    apply: async (change) => {
      reads.forget(change);
      try {
        stamp.writing(() => connection.write(() => write(connection, change, { ...options, paths })));
      } catch (error) {
        paths.forget();
        throw error;
      }
    },
    close: async () => stamp.writing(() => connection.close()),
  };
}

function write(connection: Connection, change: StoreChange, options: SqliteStoreOptions & { paths: PathIds }): void {
  const { paths, churnHalfLifeDays, segmentsMax = SEGMENTS_MAX } = options;
  writeContents(connection, change.contents ?? [], segmentsMax);
  writeView(connection, paths, change);
  writeVectors(connection, paths, change.vectors);
  writeEdges(connection, paths, change);
  writeHistory(connection, change, { paths, churnHalfLifeDays, segmentsMax });
  for (const [key, value] of Object.entries(change.meta ?? {})) {
    connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  }
  if (change.upsert || change.remove) prune(connection, options.deadContentsMin ?? DEAD_CONTENTS_MIN);
}

function once<Value extends object>(known: LRUCache<string, Value>, key: string, read: (key: string) => Value): Value {
  const before = known.get(key);
  if (before) return before;
  const own = ownText(key);
  const value = read(own);
  known.set(own, value);
  return value;
}

function countSymbols(connection: Connection): number {
  return (
    connection.get<{ symbols: number | null }>(
      'SELECT sum(c.symbol_count) AS symbols FROM files f JOIN contents c ON c.id = f.content',
    )!.symbols ?? 0
  );
}
