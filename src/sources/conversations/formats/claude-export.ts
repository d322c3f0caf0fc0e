import type { Conversation, ConversationFormat, MessageRole, ReadOptions } from '../conversation.ts';
import { isRecord, type JsonRecord, jsonElements, listAt, textAt } from '../files/read-json.ts';
import { branchTo } from '../transcript/branches.ts';
import { readContent } from '../transcript/content-blocks.ts';
import { type ConversationDraft, conversationsIn, createDraft } from '../transcript/draft.ts';
import { createLeftOut } from '../transcript/left-out.ts';

const NAME = 'claude-export';
const MESSAGES = /"chat_messages"\s*:\s*\[/;
const ROLES = new Map<string, MessageRole>([
  ['human', 'user'],
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** The `conversations.json` of a Claude export: lists of messages, in newer ones with branches. */
export const claudeExport: ConversationFormat = {
  name: NAME,
  recognises: (path, firstBytes) => path.endsWith('.json') && MESSAGES.test(firstBytes.toString('utf8')),
  read: (file, options) => {
    const leftOut = createLeftOut();
    const conversations: (Conversation | null)[] = [];
    for (const element of jsonElements(file.pieces, options, leftOut)) {
      for (const record of 'conversations' in element ? listAt(element, 'conversations') : [element]) {
        if (isRecord(record) && Array.isArray(record.chat_messages))
          conversations.push(conversationOf(record, conversations.length, options));
        else leftOut.count('odd');
      }
    }
    return { ...conversationsIn(conversations, leftOut), notes: leftOut.notes() };
  },
};

function conversationOf(record: JsonRecord, index: number, options: ReadOptions): Conversation | null {
  const draft = createDraft(options);
  const all = listAt(record, 'chat_messages').filter((message) => isRecord(message));
  const branch = currentBranch(record, all);
  draft.leftOut.count('otherBranches', undefined, all.length - branch.length);
  for (const message of branch) speak(message, draft, options);
  return draft.finish({
    id: textAt(record, 'uuid') ?? String(index + 1),
    title: textAt(record, 'name'),
    folder: null,
    format: NAME,
    created: record.created_at,
    updated: record.updated_at,
  });
}

// Older exports have no parents, and then the list is the conversation. A branch that does not hold together is no reason
// to lose messages either.
function currentBranch(record: JsonRecord, all: readonly JsonRecord[]): readonly JsonRecord[] {
  const nodes = new Map(all.flatMap((message) => idOf(message).map((id) => [id, message] as const)));
  const isTree = nodes.size === all.length && all.some((message) => nodes.has(parentOf(message) ?? ''));
  if (!isTree) return all;
  const leaf = textAt(record, 'current_leaf_message_uuid') ?? textAt(all.at(-1) ?? {}, 'uuid');
  const branch = branchTo(leaf, nodes, parentOf);
  const root = branch[0];
  return root !== undefined && !nodes.has(parentOf(root) ?? '') ? branch : all;
}

const parentOf = (message: JsonRecord): string | null => textAt(message, 'parent_message_uuid');
const idOf = (message: JsonRecord): readonly string[] => [textAt(message, 'uuid')].filter((id) => id !== null);

function speak(message: JsonRecord, draft: ConversationDraft, options: ReadOptions): void {
  const { text, toolText, touched } = readContent(message.content, options, draft.leftOut);
  const attached = [...listAt(message, 'attachments'), ...listAt(message, 'files')].filter((one) => isRecord(one));
  draft.leftOut.count('attachments', undefined, attached.length);
  const common = { id: textAt(message, 'uuid'), time: message.created_at, line: null };
  const names = attached.flatMap((one) => textAt(one, 'file_name') ?? []);
  const role = ROLES.get(textAt(message, 'sender') ?? '') ?? 'system';
  // The flat text repeats the blocks, with a remark in the place of each that it cannot show.
  const isBlocks = listAt(message, 'content').length > 0;
  draft.add({
    ...common,
    role,
    text: isBlocks ? text : (textAt(message, 'text') ?? ''),
    touched: [...touched, ...names],
  });
  if (toolText !== '') draft.add({ ...common, id: common.id && `${common.id}/tool`, role: 'tool', text: toolText });
}
