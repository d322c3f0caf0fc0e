import { realpathSync } from 'node:fs';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import type { Redact } from '../../ports/reader.ts';
import type { ConversationSource } from '../../sources/conversations/conversation-source.ts';

/** The past conversations a person has configured, as far as they may concern this root; null for none. */
export async function openConversations(
  root: string,
  { conversations }: Pick<Config, 'conversations'>,
  { redact, now }: { readonly redact: Redact; readonly now: () => number },
): Promise<ConversationSource | null> {
  const realRoot = realPathOf(root);
  const folders = conversations
    .filter(({ workspace }) => workspace === undefined || realPathOf(workspace) === realRoot)
    .map(({ folder, workspace }) => ({ folder, isWhole: workspace !== undefined }));
  if (folders.length === 0) return null;
  // Loaded where somebody has any: its readers are of no use to everyone else.
  const { createConversationSource } = await import('../../sources/conversations/conversation-source.ts');
  const { youngMs } = DEFAULTS.indexing;
  return createConversationSource({ ...DEFAULTS.conversations, root: realRoot, folders, redact, youngMs, now });
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // A workspace that is not on this machine: its folder belongs to none here.
    return path;
  }
}
