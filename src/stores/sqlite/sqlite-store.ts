import type { DatabaseSync } from 'node:sqlite';
import type { Store, StoreChange } from '../../ports/store.ts';
import type { ContentsKept } from '../pruning.ts';
import { SEGMENTS_MAX } from '../segments.ts';
import { borrow, borrowedFiles, connectBorrowing, type LendingIndex } from './borrowing.ts';
import { createKnownFacts, knownHashes, readContents, readTexts, writeContents } from './contents.ts';
import { readAllDocuments, readDocuments, readDocumentsBy } from './documents.ts';
import { countEdges, readEdges, writeEdges } from './edges.ts';
import { readCommits, readCommitsTouching, readFileHistory, writeHistory } from './history.ts';
import { rememberReads } from './kept-reads.ts';
import { checkRows } from './opening/check-database.ts';
import type { Connection } from './opening/connection.ts';
import { believing, openDatabase } from './opening/open-database.ts';
import { SEALS } from './opening/schema.ts';
import { stampOf } from './opening/stamp.ts';
import { type PathIds, pathIds } from './path-ids.ts';
import { countDead, prune } from './prune.ts';
import { readUnembedded, readVectors, writeVectors } from './vectors.ts';
import { writeView } from './view.ts';
import { readWords } from './words.ts';

const BUSY_TIMEOUT_MS = 10_000;

export interface SqliteStoreOptions {
  /** The file, in a folder that exists; `:memory:` keeps everything in this process. */
  readonly path: string;
  /** After how many days a commit counts half for churn; without one all count the same. */
  readonly churnHalfLifeDays?: number;
  /** How long to wait for other writers. */
  readonly busyTimeoutMs?: number;
  /** How many pieces the inverted index may consist of before they are merged. */
  readonly segmentsMax?: number;
  /** Told why a file was put aside and an empty one made. */
  readonly onDamage?: ((why: string) => void) | undefined;
  /** An index to read behind this one, null where there is none any more; absent where none was ever meant. */
  readonly lender?: LendingIndex | null | undefined;
  /** Without it nothing that left the view is forgotten. */
  readonly keeping?: ContentsKept | undefined;
}

/** The embedded store: one file, a disposable cache. Whatever is wrong with the file, it is replaced by an empty one. */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const { path, busyTimeoutMs = BUSY_TIMEOUT_MS, onDamage, lender } = options;
  const onOpen = (database: DatabaseSync) => borrow(database, lender ?? null);
  const database = openDatabase(path, busyTimeoutMs, { onDamage, onOpen });
  const connection = connectBorrowing(database, lender !== undefined);
  const paths = pathIds(connection);
  const reads = rememberReads(connection);
  const known = createKnownFacts();
  const stamp = stampOf(path);
  const believe = believing(path, stamp);
  const read = <T>(work: () => T) => connection.read(work);
  return {
    name: 'sqlite',
    opening: async () => {
      if (believe()) reads.forgetAll();
      return read(() => reads.current().opening);
    },
    known: async (hashes) => read(() => knownHashes(connection, hashes)),
    contents: async (hashes) => read(() => readContents(connection, hashes, known)),
    texts: async (hashes) => read(() => readTexts(connection, hashes)),
    counts: async () => read(() => ({ symbols: countSymbols(connection), edges: countEdges(connection) })),
    borrowed: async () => (connection.isBorrowing ? read(() => borrowedFiles(connection)) : null),
    earlier: async () => read(() => countDead(connection)),
    words: async (asked) => read(() => readWords(connection, asked, reads.current())),
    edges: async (of, edgeOptions) =>
      read(() => readEdges(connection, of, { ...edgeOptions, known: reads.current().edges })),
    fileHistory: async (of) => read(() => readFileHistory(connection, of, reads.current().fileHistories)),
    commits: async (ids) => read(() => readCommits(connection, ids, reads.current().commits)),
    commitsTouching: async (of, limitEach) =>
      read(() => readCommitsTouching(connection, of, { limitEach, known: reads.current().commits })),
    documents: async (of) => read(() => readDocuments(connection, of)),
    allDocuments: async () => read(() => readAllDocuments(connection)),
    documentsBy: async (kind, keys) => read(() => readDocumentsBy(connection, kind, keys)),
    unembedded: async () => read(() => readUnembedded(connection, reads.current().view.files)),
    vectors: async (contents) => read(() => readVectors(connection, contents, reads.current().vectors)),
    apply: async (change) => {
      reads.forget(change);
      try {
        stamp.writing(() => connection.write(() => write(connection, change, { ...options, paths })));
      } catch (error) {
        paths.forget();
        throw error;
      }
    },
    check: async () => read(() => checkRows(database, SEALS)),
    close: async () => stamp.writing(() => connection.close()),
  };
}

function write(connection: Connection, change: StoreChange, options: SqliteStoreOptions & { paths: PathIds }): void {
  const { paths, churnHalfLifeDays, segmentsMax = SEGMENTS_MAX } = options;
  writeContents(connection, change.contents ?? [], segmentsMax);
  const hasLost = writeView(connection, paths, change);
  writeVectors(connection, paths, change.vectors);
  writeEdges(connection, paths, change);
  writeHistory(connection, change, { paths, churnHalfLifeDays, segmentsMax });
  for (const [key, value] of Object.entries(change.meta ?? {})) {
    connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  }
  if (options.keeping && (change.upsert ?? change.remove)) prune(connection, options.keeping, hasLost);
}

function countSymbols(connection: Connection): number {
  return (
    connection.get<{ symbols: number | null }>(
      'SELECT sum(c.symbol_count) AS symbols FROM files f JOIN contents c ON c.id = f.content',
    )!.symbols ?? 0
  );
}
