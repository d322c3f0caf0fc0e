// ChatGPT and Claude export all conversations of a user as one JSON file. These two readers turn each into a
// conversation; if it has branches, with the one that the user saw last.
import { isRecord, type JsonRecord } from '../../../model/records.ts';
import type { Conversation, ConversationFormat, MessageRole, ReadOptions } from '../conversation.ts';
import { listAt, readJsonElements, recordAt, textAt } from '../files/read-json.ts';
import { findBranch } from '../transcript/branches.ts';
import { createUseTable, joinParagraphs, plainText, readContent } from '../transcript/content-blocks.ts';
import { type ConversationDraft, conversationsIn, createDraft } from '../transcript/draft.ts';
import { createLeftOut, type LeftOutCount } from '../transcript/left-out.ts';

const CHATGPT = 'chatgpt';
const MAPPING = /"mapping"\s*:\s*\{/;
const ROLES: readonly MessageRole[] = ['user', 'assistant', 'tool'];
// The web page turns these marks into footnotes; they stand between characters of private use.
const CITATION = /\ue200[^\ue200\ue201]{0,500}\ue201|[\ue200-\ue206]/g;
const useOfContent = createUseTable({
  text: 'text multimodal_text code',
  toolResults: 'execution_output tether_browsing_display tether_quote system_error',
  thinking: 'thoughts reasoning_recap',
  client: 'user_editable_context model_editable_context',
});

const CLAUDE = 'claude-export';
const MESSAGES = /"chat_messages"\s*:\s*\[/;
const CLAUDE_ROLES = new Map<string, MessageRole>([
  ['human', 'user'],
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** The `conversations.json` of a ChatGPT export holds trees of messages; the branch that the user saw last counts. */
export const chatgpt = createExportFormat(
  CHATGPT,
  MAPPING,
  ({ mapping }) => isRecord(mapping),
  readChatgptConversation,
);

/** The `conversations.json` of a Claude export holds lists of messages; newer exports have branches. */
export const claudeExport = createExportFormat(
  CLAUDE,
  MESSAGES,
  (record) => Array.isArray(record.chat_messages),
  readClaudeConversation,
);

function createExportFormat(
  name: string,
  typicalKey: RegExp,
  isConversation: (record: JsonRecord) => boolean,
  conversationOf: (record: JsonRecord, index: number, options: ReadOptions) => Conversation | null,
): ConversationFormat {
  return {
    name,
    recognises: (path, firstBytes) => path.endsWith('.json') && typicalKey.test(firstBytes.toString('utf8')),
    read: (file, options) => {
      const leftOut = createLeftOut();
      const conversations: (Conversation | null)[] = [];
      for (const element of readJsonElements(file.pieces, options, leftOut)) {
        for (const record of 'conversations' in element ? listAt(element, 'conversations') : [element]) {
          if (isRecord(record) && isConversation(record))
            conversations.push(conversationOf(record, conversations.length, options));
          else leftOut.count('odd');
        }
      }
      return { ...conversationsIn(conversations, leftOut), notes: leftOut.notes() };
    },
  };
}

function readChatgptConversation(record: JsonRecord, index: number, options: ReadOptions): Conversation | null {
  const draft = createDraft(options);
  const entries = Object.entries(recordAt(record, 'mapping'));
  const nodes = new Map(entries.flatMap(([id, node]) => (isRecord(node) ? [[id, node] as const] : [])));
  const branch = findBranch(leafOf(record, nodes), nodes, (node) => textAt(node, 'parent'));
  const onBranch = new Set(branch);
  const others = nodes.values().filter((node) => !onBranch.has(node) && hasSpokenText(node));
  draft.leftOut.count('otherBranches', undefined, others.toArray().length);
  for (const node of branch) addChatgptMessage(recordAt(node, 'message'), draft, options);
  return draft.finish({
    id: textAt(record, 'conversation_id') ?? textAt(record, 'id') ?? String(index + 1),
    title: textAt(record, 'title'),
    folder: null,
    format: CHATGPT,
  });
}

// Returns the current node; where the export names none, the last child of the last child, from the root down.
function leafOf(record: JsonRecord, nodes: ReadonlyMap<string, JsonRecord>): string | null {
  const current = textAt(record, 'current_node');
  if (current !== null && nodes.has(current)) return current;
  const seen = new Set<string>();
  let leaf = [...nodes].find(([, node]) => !nodes.has(textAt(node, 'parent') ?? ''))?.[0] ?? null;
  while (leaf !== null && !seen.has(leaf)) {
    seen.add(leaf);
    const children = listAt(nodes.get(leaf) ?? {}, 'children').filter((child) => typeof child === 'string');
    leaf = children.findLast((child) => nodes.has(child)) ?? leaf;
  }
  return leaf;
}

function hasSpokenText(node: JsonRecord): boolean {
  const message = recordAt(node, 'message');
  const role = textAt(recordAt(message, 'author'), 'role');
  return (role === 'user' || role === 'assistant') && plainText(recordAt(message, 'content').parts) !== '';
}

function addChatgptMessage(message: JsonRecord, draft: ConversationDraft, options: ReadOptions): void {
  const content = recordAt(message, 'content');
  const author = textAt(recordAt(message, 'author'), 'role');
  const role = ROLES.find((one) => one === author) ?? 'system';
  const kind = textAt(content, 'content_type');
  if (kind === null) return;
  const isHidden = recordAt(message, 'metadata').is_visually_hidden_from_conversation === true;
  const isCall = role === 'assistant' && (textAt(message, 'recipient') ?? 'all') !== 'all';
  const plain = useOfContent(kind);
  const use = isHidden || role === 'system' ? 'client' : isCall ? 'toolCalls' : role === 'tool' ? 'toolResults' : plain;
  const text = textIn(content, draft.leftOut);
  const isKept = (use === 'toolResults' && options.keepToolResults) || (use === 'thinking' && options.keepThinking);
  if (use !== 'text' && !isKept) {
    if (text !== '' || use === 'unknown') draft.leftOut.count(use, use === 'unknown' ? kind : undefined);
    return;
  }
  const words = use === 'thinking' && text !== '' ? `(thinking) ${text}` : text;
  const speaker = use === 'toolResults' ? 'tool' : role;
  draft.add({ id: textAt(message, 'id'), role: speaker, time: message.create_time, text: words, line: null });
}

function textIn(content: JsonRecord, leftOut: LeftOutCount): string {
  const parts = listAt(content, 'parts');
  const pictures = parts.filter((part) => isRecord(part) && textAt(part, 'text') === null).length;
  leftOut.count('attachments', undefined, pictures);
  const thoughts = listAt(content, 'thoughts').flatMap((thought) =>
    isRecord(thought) ? (textAt(thought, 'content') ?? []) : [],
  );
  const direct = textAt(content, 'text') ?? textAt(content, 'content') ?? '';
  return joinParagraphs([plainText(parts), direct, ...thoughts]).replace(CITATION, '');
}

function readClaudeConversation(record: JsonRecord, index: number, options: ReadOptions): Conversation | null {
  const draft = createDraft(options);
  const all = listAt(record, 'chat_messages').filter((message) => isRecord(message));
  const branch = currentBranch(record, all);
  draft.leftOut.count('otherBranches', undefined, all.length - branch.length);
  for (const message of branch) addClaudeMessage(message, draft, options);
  return draft.finish({
    id: textAt(record, 'uuid') ?? String(index + 1),
    title: textAt(record, 'name'),
    folder: null,
    format: CLAUDE,
  });
}

// Returns the messages of the current branch; all if they form no tree, as in older exports, or the branch is broken.
function currentBranch(record: JsonRecord, all: readonly JsonRecord[]): readonly JsonRecord[] {
  const nodes = new Map(all.flatMap((message) => idOf(message).map((id) => [id, message] as const)));
  const isTree = nodes.size === all.length && all.some((message) => nodes.has(parentOf(message) ?? ''));
  if (!isTree) return all;
  const leaf = textAt(record, 'current_leaf_message_uuid') ?? textAt(all.at(-1) ?? {}, 'uuid');
  const branch = findBranch(leaf, nodes, parentOf);
  const root = branch[0];
  return root !== undefined && !nodes.has(parentOf(root) ?? '') ? branch : all;
}

const parentOf = (message: JsonRecord): string | null => textAt(message, 'parent_message_uuid');
const idOf = (message: JsonRecord): readonly string[] => [textAt(message, 'uuid')].filter((id) => id !== null);

function addClaudeMessage(message: JsonRecord, draft: ConversationDraft, options: ReadOptions): void {
  const { text, toolText, toolPaths } = readContent(message.content, options, draft.leftOut);
  const attached = [...listAt(message, 'attachments'), ...listAt(message, 'files')].filter((file) => isRecord(file));
  draft.leftOut.count('attachments', undefined, attached.length);
  const common = { id: textAt(message, 'uuid'), time: message.created_at, line: null };
  const names = attached.flatMap((file) => textAt(file, 'file_name') ?? []);
  const role = CLAUDE_ROLES.get(textAt(message, 'sender') ?? '') ?? 'system';
  // The flat text repeats the blocks, with a remark in place of each block that it cannot show.
  const isBlocks = listAt(message, 'content').length > 0;
  const words = isBlocks ? text : (textAt(message, 'text') ?? '');
  draft.add({ ...common, role, text: words, toolPaths: [...toolPaths, ...names] });
  if (toolText !== '') draft.add({ ...common, id: common.id && `${common.id}/tool`, role: 'tool', text: toolText });
}
