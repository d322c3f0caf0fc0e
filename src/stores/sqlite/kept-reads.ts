import { isDeepStrictEqual } from 'node:util';
import type { HistoryState, Opening, StoreChange } from '../../ports/store.ts';
import { createReadCaches, type ReadCaches } from '../read-caches.ts';
import type { StoredView } from '../stored-view.ts';
import type { Connection } from './opening/connection.ts';
import { readVectorModel } from './vectors.ts';
import { readEdition, readView, readViewSince, type ViewEdition } from './view.ts';

/** What was read of one state of the store. */
export interface Remembered extends ReadCaches {
  readonly view: StoredView;
  readonly opening: Opening;
}

/** Reads that are kept until this process or another one writes something else. */
export interface KeptReads {
  /** Asked inside a read, so that it is of the same moment as the rest. */
  current(): Remembered;
  /** Must come before a change of this process; others are noticed. */
  forget(change: StoreChange): void;
  /** Takes nothing for known: somebody wrote who may not have said what. */
  forgetAll(): void;
}

/** Remembers what is read through a connection. */
export function rememberReads(connection: Connection): KeptReads {
  let latest: { readonly view: StoredView; readonly edition: ViewEdition } | null = null;
  // The latest, while nobody has written since it was read.
  let view: StoredView | null = null;
  let opening: Opening | null = null;
  let known: number | null = null;
  const caches = createReadCaches();
  const reads: Remembered = {
    ...caches,
    // Not every question needs all of it.
    get view() {
      if (view !== null) return view;
      view = latest === null ? readView(connection) : readViewSince(connection, latest.view, latest.edition);
      latest = { view, edition: readEdition(connection) };
      return view;
    },
    get opening() {
      opening ??= readOpening(connection, this.view);
      return opening;
    },
  };
  return {
    current: () => {
      const version = connection.version();
      if (known !== version) {
        const history = opening?.history;
        [view, opening] = [null, null];
        // Files change far more often than commits come.
        caches.clear({ keepsHistory: history !== undefined && isDeepStrictEqual(history, readHistory(connection)) });
      }
      known = version;
      return reads;
    },
    forget: (change) => {
      // Every change touches some of it, and what is large in it is the view, which is kept by itself.
      opening = null;
      if (change.upsert ?? change.remove) view = null;
      caches.forget(change);
    },
    forgetAll: () => {
      [view, opening, latest, known] = [null, null, null, null];
    },
  };
}

function readOpening(connection: Connection, { files, statistics }: StoredView): Opening {
  const meta = new Map(
    connection.lists<readonly [key: string, value: string]>("SELECT key, value FROM meta WHERE key NOT LIKE 'store.%'"),
  );
  return { files, statistics, history: readHistory(connection), vectorModel: readVectorModel(connection), meta };
}

/** What is known of the history as a whole. */
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
