// Reads the commits of the repository while files are indexed. If a call waits for an answer, a long history is read in
// parts, the newest first.
import type { CommitBatch, HistoryProgress } from '../ports/source.ts';
import type { HistoryState, Opening, StoreChange } from '../ports/store.ts';
import { INDEX_META, type IndexParts } from './index-parts.ts';

export interface HistoryRun {
  /** Settles when new commits are stored: all of them, or the newest ones of a long history. */
  readonly newest: Promise<CommitBatch | null>;
  /** Stores older commits in parts until all are read or a call waits for an answer. */
  older(isDue: () => boolean): Promise<void>;
  /** Reports progress from now on, because the run now waits for commits only. */
  announce(): void;
  /** Ends git. */
  stop(): void;
}

interface HistoryWishes {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (commits: number) => void;
  /** The number of commits to read first of a history that was never read. */
  readonly most: number | undefined;
  /** Whether the repository is known to be unchanged. */
  readonly isQuiet: boolean;
}

// The number of commits in one transaction; an interruption loses at most these.
const OLDER_COMMITS = 4000;

/** Starts reading commits: git runs at the same time as the parser, and its output is stored meanwhile. */
export function startHistory(parts: IndexParts, opening: Opening, options: HistoryWishes): HistoryRun {
  const stored = opening.history;
  // A partly read history continues from its first head, so no commit can be dropped before it is complete.
  const canDrop = historyReadOf(opening) === null;
  const own = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, own.signal]) : own.signal;
  let commits = 0;
  let isAnnounced = false;
  const reportProgress = () => {
    if (isAnnounced) options.onProgress(commits);
  };
  const onProgress = (done: number) => {
    commits = done;
    reportProgress();
  };
  const read = async () => {
    if (options.isQuiet) return null;
    const { most } = options;
    const news = await parts.history.news(stored.head, { signal, onProgress, most, canDrop });
    const change = own.signal.aborted ? null : historyChange(stored, news, most);
    if (change) await parts.store.apply(change);
    return news;
  };
  const newest = read();
  // A failure is thrown when the run awaits it; until then it must not count as unhandled.
  newest.catch(() => {});
  return {
    newest,
    older: (isDue) => readOlder(parts, { signal, isDue }),
    announce: () => {
      isAnnounced = true;
      reportProgress();
    },
    stop: () => own.abort(),
  };
}

/** The progress of a partly read history; null once it is complete. */
export function historyReadOf({ meta }: Pick<Opening, 'meta'>): HistoryProgress | null {
  const text = meta.get(INDEX_META.historyRead) ?? '';
  const [, head, commits] = /^([0-9a-f]+) (\d+)$/.exec(text) ?? [];
  return head === undefined ? null : { head, commits: Number(commits) };
}

async function readOlder(
  { store, history }: IndexParts,
  { signal, isDue }: { readonly signal: AbortSignal; readonly isDue: () => boolean },
): Promise<void> {
  for (;;) {
    const opening = await store.opening();
    const read = historyReadOf(opening);
    if (read === null || isDue()) return;
    signal.throwIfAborted();
    const news = await history.older(read, { signal, most: OLDER_COMMITS });
    const commits = news?.commits ?? [];
    const further = { head: read.head, commits: read.commits + commits.length };
    await store.apply({
      commits,
      history: { ...opening.history, note: news?.note ?? opening.history.note },
      meta: { [INDEX_META.historyRead]: commits.length < OLDER_COMMITS ? '' : printRead(further) },
    });
  }
}

const printRead = ({ head, commits }: HistoryProgress): string => `${head} ${commits}`;

// The change that updates the stored history, in one transaction; null if the history is up to date.
function historyChange(
  stored: HistoryState,
  news: CommitBatch | null,
  max: number = Number.POSITIVE_INFINITY,
): StoreChange | null {
  if (news === null) return null;
  const { available, head, note, commits, isReset, dropped = [] } = news;
  const isSame = stored.available === available && stored.head === head && stored.note === note;
  if (isSame && commits.length + dropped.length === 0) return null;
  const state = { available, head, note, commits: commits.length, averageMessageLength: 0 };
  const isLong = head !== null && commits.length >= max;
  const read = isReset ? { [INDEX_META.historyRead]: isLong ? printRead({ head, commits: commits.length }) : '' } : {};
  return { resetHistory: isReset, dropped, commits, history: state, meta: read };
}
