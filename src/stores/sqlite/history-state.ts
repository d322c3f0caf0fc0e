import type { HistoryState } from '../../ports/store.ts';
import type { Connection } from './opening/connection.ts';

/** What is known of the history as a whole. */
export function readHistory(connection: Connection): HistoryState {
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
