import type { CommitNews, HistoryRead } from '../ports/source.ts';
import type { HistoryState, Opening, StoreChange } from '../ports/store.ts';
import { INDEX_META } from './index-meta.ts';
import type { IndexParts } from './index-parts.ts';

/** Commits that are read beside the files; whoever leaves early ends it. */
export interface HistoryRun {
  /** What is new is stored: all of it, or of a long past the newest. */
  readonly newest: Promise<CommitNews | null>;
  /** Stores what is older, part by part, until all is read or somebody else is due. */
  older(isDue: () => boolean): Promise<void>;
  /** Nothing else is waited for: from now on progress is told. */
  announce(): void;
  stop(): void;
}

interface HistoryWishes {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (commits: number) => void;
  /** Of a past that was never read, so many commits come first. */
  readonly most: number | undefined;
  /** Nothing happened to the repository. */
  readonly isQuiet: boolean;
}

// What is stored at once, and lost by an interruption.
const OLDER_COMMITS = 4000;

/** Starts reading: git works beside the parsing, and what it tells is stored while the parser is busy. */
export function startHistory(parts: IndexParts, opening: Opening, options: HistoryWishes): HistoryRun {
  const stored = opening.history;
  // Where the past is half read, what is left of it is counted from where it began.
  const canDrop = historyReadOf(opening) === null;
  const own = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, own.signal]) : own.signal;
  let commits = 0;
  let isAnnounced = false;
  const tell = () => {
    if (isAnnounced) options.onProgress(commits);
  };
  const onProgress = (done: number) => {
    commits = done;
    tell();
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
  // Its failure is met when its turn comes; until then it must not count as unhandled.
  newest.catch(() => {});
  return {
    newest,
    older: (isDue) => readOlder(parts, { signal, isDue }),
    announce: () => {
      isAnnounced = true;
      tell();
    },
    stop: () => own.abort(),
  };
}

/** How far the past is read; null once all of it is. */
export function historyReadOf({ meta }: Pick<Opening, 'meta'>): HistoryRead | null {
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

function printRead({ head, commits }: HistoryRead): string {
  return `${head} ${commits}`;
}

// The change that brings the stored history up to date; null when it is. All in one, because half a history lies.
function historyChange(
  stored: HistoryState,
  news: CommitNews | null,
  most: number = Number.POSITIVE_INFINITY,
): StoreChange | null {
  if (news === null) return null;
  const { available, head, note, commits, isReset, dropped = [] } = news;
  const isSame = stored.available === available && stored.head === head && stored.note === note;
  if (isSame && commits.length + dropped.length === 0) return null;
  const state = { available, head, note, commits: commits.length, averageMessageLength: 0 };
  const isLong = head !== null && commits.length >= most;
  const read = isReset ? { [INDEX_META.historyRead]: isLong ? printRead({ head, commits: commits.length }) : '' } : {};
  return { resetHistory: isReset, dropped, commits, history: state, meta: read };
}
