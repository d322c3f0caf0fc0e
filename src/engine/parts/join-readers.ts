import type { FileReader } from '../../reading/reader.ts';
import type { ConversationSource } from '../../sources/conversations/conversation-source.ts';

/** Conversations answer for their own paths, the disk for all others. */
export function joinReaders(conversations: ConversationSource, disk: FileReader): FileReader {
  return {
    outcome: (path) => (conversations.owns(path) ? conversations.outcome(path) : disk.outcome(path)),
    async read(path) {
      if (!conversations.owns(path)) return disk.read(path);
      const outcome = await conversations.outcome(path);
      return 'file' in outcome ? outcome.file : null;
    },
    forget: (path) => (conversations.owns(path) ? conversations : disk).forget(path),
  };
}
