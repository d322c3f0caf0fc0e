import type { Conversation, ConversationsRead } from './conversation.ts';
import { withDistinctIds } from './transcript/distinct-ids.ts';
import type { LeftOutCount } from './transcript/left-out.ts';

/** What a file held. Without a conversation to carry them, the notes become those of the file. */
export function conversationsIn(drafts: readonly (Conversation | null)[], leftOut: LeftOutCount): ConversationsRead {
  const conversations = drafts.filter((draft) => draft !== null);
  const empty = drafts.length - conversations.length;
  if (empty > 0) leftOut.count('empty', undefined, empty);
  const distinct = withDistinctIds(conversations);
  const renamed = distinct.filter(({ id }, index) => id !== conversations[index]?.id);
  leftOut.count('sameId', renamed[0]?.id, renamed.length);
  const isCarried = drafts.length === 1 && conversations.length === 1;
  return { conversations: distinct, notes: isCarried ? [] : leftOut.notes() };
}
