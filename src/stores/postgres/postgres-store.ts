// The store in PostgreSQL, for many machines: joins the files beside it to one `Store` (see `src/ports/store.ts`).
import type { Store, StoredContent } from '../../ports/store.ts';
import { createFactsCache } from '../read-caches.ts';
import { filesAmong } from '../rows.ts';
import type { PostgresOptions } from './connection/database.ts';
import { scopeOf } from './keys.ts';
import { askFor, type QueueLimits } from './queue.ts';
import {
  inquireUnembedded,
  inquireVectors,
  inquireWords,
  readContents,
  readKnown,
  readTexts,
} from './reading/contents.ts';
import { readAllDocuments, readDocuments, readDocumentsBy } from './reading/documents.ts';
import {
  inquireCommits,
  inquireCommitsTouching,
  inquireEdges,
  inquireFileHistory,
  readCounts,
} from './reading/relations.ts';
import { createReads } from './reading/view-reads.ts';
import { openReading, type ReplicaOptions, readCaughtUp } from './replica.ts';
import { openTables } from './schema.ts';
import { countDead } from './writing/contents.ts';
import { type WriteOptions, writeChange } from './writing/write.ts';

export interface PostgresStoreOptions extends PostgresOptions, QueueLimits, ReplicaOptions, WriteOptions {
  /** The name of the workspace; all stores with this name share its contents. */
  readonly workspace: string;
  /** The name of one state of the workspace, such as a clone or a branch. */
  readonly view: string;
}

/** The shared store: one view of a workspace in a PostgreSQL database. It connects at the first question. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const database = await openTables(options);
  const reading = await openReading(database, options);
  const { ask } = reading;
  const scope = { ...scopeOf(options.workspace, options.view), ask };
  const reads = createReads(scope);
  const replicated = { ...options, scope, reads, reading, askPrimary: database.ask };
  const cache = createFactsCache<string, StoredContent>();
  return {
    name: 'postgres',
    opening: async (only) => {
      const { opening } = await readCaughtUp(replicated);
      return only === undefined ? opening : { ...opening, files: filesAmong(opening.files, only) };
    },
    termCounts: async () => (await reads.now()).view.termCounts,
    known: (hashes) => readKnown(scope, hashes),
    contents: (hashes) => readContents(scope, hashes, cache),
    texts: (hashes) => readTexts(scope, hashes),
    counts: () => readCounts(scope),
    earlier: () => countDead(scope),
    words: (asked) => reads.ask(inquireWords(scope, asked)),
    edges: (paths, edgeOptions) => reads.ask(inquireEdges(scope, paths, edgeOptions)),
    fileHistory: (paths) => reads.ask(inquireFileHistory(scope, paths)),
    commits: (ids) => reads.ask(inquireCommits(scope, ids)),
    commitsTouching: (paths, limitEach) => reads.ask(inquireCommitsTouching(scope, paths, limitEach)),
    documents: (paths) => readDocuments(scope, paths),
    allDocuments: () => readAllDocuments(scope),
    documentsBy: (kind, keys) => readDocumentsBy(scope, kind, keys),
    unembedded: () => reads.ask(inquireUnembedded(scope)),
    vectors: (contents) => reads.ask(inquireVectors(scope, contents)),
    apply: async (change) => {
      const { before, after, isPruned } = await database.write((inside) =>
        writeChange({ ...scope, ask: inside }, change, options),
      );
      if (isPruned) cache.clear();
      reads.wrote(before, after, change);
    },
    askFor: () => askFor({ ...scope, ask: database.ask }, options),
    close: async () => {
      await Promise.all([database.close(), reading.close()]);
    },
  };
}
