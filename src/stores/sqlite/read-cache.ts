// Caches what was read from the index file until this process or another one changes it.
import { isDeepStrictEqual } from 'node:util';
import type { HistoryState, Opening, StoreChange } from '../../ports/store.ts';
import { createReadCaches, type ReadCaches } from '../read-caches.ts';
import type { StoredView, ViewCounts } from '../rows.ts';
import { readVectorModel } from './contents.ts';
import type { Connection } from './opening/connection.ts';
import { readCounts, readEdition, readView, readViewSince, type ViewEdition } from './view.ts';

export interface CachedReads extends ReadCaches {
  readonly view: StoredView;
  /** Read without the files, if those were not read before. */
  readonly counts: ViewCounts;
  readonly opening: Opening;
  /** The opening without its files. */
  readonly standing: Omit<Opening, 'files'>;
}

export interface ReadCache {
  /** The cached values of the present state. Call it inside a read transaction. */
  current(): CachedReads;
  /** Removes what a change affects. Call it before a change of this process; `current` detects those of others. */
  forget(change: StoreChange): void;
  /** Removes everything, after an unknown change of the file. */
  forgetAll(): void;
}

export function createReadCache(connection: Connection): ReadCache {
  let latest: { readonly view: StoredView; readonly edition: ViewEdition } | null = null;
  // What was read since the last change.
  let present: Partial<{ -readonly [Key in 'view' | 'counts' | 'opening' | 'standing']: CachedReads[Key] }> = {};
  let seenVersion: number | null = null;
  const caches = createReadCaches();
  const reads: CachedReads = {
    ...caches,
    // Reads the view and the opening only when a question needs them.
    get view() {
      if (present.view !== undefined) return present.view;
      const view = latest === null ? readView(connection) : readViewSince(connection, latest.view, latest.edition);
      latest = { view, edition: readEdition(connection) };
      present.view = view;
      return view;
    },
    get counts() {
      present.counts ??= present.view ?? readCounts(connection);
      return present.counts;
    },
    get opening() {
      present.opening ??= { files: this.view.files, ...this.standing };
      return present.opening;
    },
    get standing() {
      present.standing ??= readStanding(connection, this.counts);
      return present.standing;
    },
  };
  return {
    current: () => {
      const version = connection.version();
      if (seenVersion !== version) {
        const history = present.standing?.history;
        present = {};
        // Keeps the history if it is unchanged, because files change far more often than commits come.
        caches.clear(history !== undefined && isDeepStrictEqual(history, readHistory(connection)));
      }
      seenVersion = version;
      return reads;
    },
    forget: (change) => {
      // Every change affects the opening. Its large part, the view, is cached separately.
      const { opening: _opening, standing: _standing, ...kept } = present;
      present = (change.upsert ?? change.remove) ? {} : kept;
      caches.forget(change);
    },
    forgetAll: () => {
      present = {};
      [latest, seenVersion] = [null, null];
    },
  };
}

function readStanding(connection: Connection, { statistics }: ViewCounts): CachedReads['standing'] {
  const sql = "SELECT key, value FROM meta WHERE key NOT LIKE 'store.%'";
  const meta = new Map(connection.lists<readonly [key: string, value: string]>(sql));
  return { statistics, history: readHistory(connection), vectorModel: readVectorModel(connection), meta };
}

function readHistory(connection: Connection): HistoryState {
  const row = connection.get<{
    is_available: number;
    head: string | null;
    note: string | null;
    commits: number;
    message_terms: number;
  }>('SELECT is_available, head, note, commits, message_terms FROM history')!;
  const { head, note, commits } = row;
  const averageMessageLength = commits === 0 ? 0 : row.message_terms / commits;
  return { available: row.is_available === 1, head, note, commits, averageMessageLength };
}
