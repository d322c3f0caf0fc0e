import type { HistoryState, StoreChange } from '../ports/store.ts';
import type { CommitNews } from './parts.ts';

/** The change that brings the stored history up to date; null when it is. All in one, because half a history lies. */
export function historyChange(stored: HistoryState, news: CommitNews | null): StoreChange | null {
  if (news === null) return null;
  const { available, head, note, commits, isReset } = news;
  const isSame = stored.available === available && stored.head === head && stored.note === note;
  if (isSame && commits.length === 0) return null;
  const state = { available, head, note, commits: commits.length, averageMessageLength: 0 };
  return { resetHistory: isReset, commits, history: state };
}
