import { isRecord, type JsonRecord } from '../../../model/records.ts';
import type { Conversation, ConversationFormat, MessageRole, ReadOptions } from '../conversation.ts';
import { jsonElements, listAt, recordAt, textAt } from '../files/read-json.ts';
import { branchTo } from '../transcript/branches.ts';
import { joined, plainText, readContent } from '../transcript/content-blocks.ts';
import { type ConversationDraft, conversationsIn, createDraft } from '../transcript/draft.ts';
import { createLeftOut, type LeftOutCount, type LeftOutKind } from '../transcript/left-out.ts';

const CHATGPT = 'chatgpt';
const MAPPING = /"mapping"\s*:\s*\{/;
const ROLES: readonly MessageRole[] = ['user', 'assistant', 'tool'];
// Marks that the page turns into footnotes; they stand between private characters.
const CITATION = /\ue200[^\ue200\ue201]{0,500}\ue201|[\ue200-\ue206]/g;
/** How each kind of content is read; `text` is quoted, other kinds are counted as left out. */
const CONTENTS: Readonly<Record<string, 'text' | LeftOutKind>> = {
  text: 'text',
  multimodal_text: 'text',
  code: 'text',
  execution_output: 'toolResults',
  tether_browsing_display: 'toolResults',
  tether_quote: 'toolResults',
  system_error: 'toolResults',
  thoughts: 'thinking',
  reasoning_recap: 'thinking',
  user_editable_context: 'client',
  model_editable_context: 'client',
};

const CLAUDE = 'claude-export';
const MESSAGES = /"chat_messages"\s*:\s*\[/;
const CLAUDE_ROLES = new Map<string, MessageRole>([
  ['human', 'user'],
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** The `conversations.json` of a ChatGPT export: trees of messages, of which the branch last looked at counts. */
export const chatgpt = exportFormat(CHATGPT, MAPPING, ({ mapping }) => isRecord(mapping), chatgptConversation);

/** The `conversations.json` of a Claude export: lists of messages, in newer ones with branches. */
export const claudeExport = exportFormat(
  CLAUDE,
  MESSAGES,
  (record) => Array.isArray(record.chat_messages),
  claudeConversation,
);

function exportFormat(
  name: string,
  sign: RegExp,
  isConversation: (record: JsonRecord) => boolean,
  conversationOf: (record: JsonRecord, index: number, options: ReadOptions) => Conversation | null,
): ConversationFormat {
  return {
    name,
    recognises: (path, firstBytes) => path.endsWith('.json') && sign.test(firstBytes.toString('utf8')),
    read: (file, options) => {
      const leftOut = createLeftOut();
      const conversations: (Conversation | null)[] = [];
      for (const element of jsonElements(file.pieces, options, leftOut)) {
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

function chatgptConversation(record: JsonRecord, index: number, options: ReadOptions): Conversation | null {
  const draft = createDraft(options);
  const nodes = new Map(Object.entries(recordAt(record, 'mapping')).filter(([, node]) => isRecord(node))) as Map<
    string,
    JsonRecord
  >;
  const branch = branchTo(leafOf(record, nodes), nodes, (node) => textAt(node, 'parent'));
  const others =
    [...nodes.values()].filter((node) => isSpoken(node)).length - branch.filter((node) => isSpoken(node)).length;
  draft.leftOut.count('otherBranches', undefined, others);
  for (const node of branch) speakChatgpt(recordAt(node, 'message'), draft, options);
  return draft.finish({
    id: textAt(record, 'conversation_id') ?? textAt(record, 'id') ?? String(index + 1),
    title: textAt(record, 'title'),
    folder: null,
    format: CHATGPT,
    created: record.create_time,
    updated: record.update_time,
  });
}

// Without a current node the newest answer is taken: from the root always the last child.
function leafOf(record: JsonRecord, nodes: ReadonlyMap<string, JsonRecord>): string | null {
  const current = textAt(record, 'current_node');
  if (current !== null && nodes.has(current)) return current;
  const seen = new Set<string>();
  let leaf = [...nodes].find(([, node]) => !nodes.has(textAt(node, 'parent') ?? ''))?.[0] ?? null;
  while (leaf !== null && !seen.has(leaf)) {
    seen.add(leaf);
    const children = listAt(nodes.get(leaf) ?? {}, 'children').filter(
      (child) => typeof child === 'string' && nodes.has(child),
    );
    leaf = (children.at(-1) as string | undefined) ?? leaf;
  }
  return leaf;
}

function isSpoken(node: JsonRecord): boolean {
  const message = recordAt(node, 'message');
  const role = textAt(recordAt(message, 'author'), 'role');
  return (role === 'user' || role === 'assistant') && plainText(recordAt(message, 'content').parts) !== '';
}

function speakChatgpt(message: JsonRecord, draft: ConversationDraft, options: ReadOptions): void {
  const content = recordAt(message, 'content');
  const author = textAt(recordAt(message, 'author'), 'role');
  const role = ROLES.find((one) => one === author) ?? 'system';
  const kind = textAt(content, 'content_type');
  if (kind === null) return;
  const isHidden = recordAt(message, 'metadata').is_visually_hidden_from_conversation === true;
  const isCall = role === 'assistant' && (textAt(message, 'recipient') ?? 'all') !== 'all';
  const plain = Object.hasOwn(CONTENTS, kind) ? CONTENTS[kind]! : 'unknown';
  const use = isHidden || role === 'system' ? 'client' : isCall ? 'toolCalls' : role === 'tool' ? 'toolResults' : plain;
  const text = textIn(content, draft.leftOut);
  const isKept = { text: true, toolResults: options.keepToolResults, thinking: options.keepThinking };
  if (!(use in isKept) || !isKept[use as keyof typeof isKept]) {
    if (text !== '' || use === 'unknown') draft.leftOut.count(use as LeftOutKind, use === 'unknown' ? kind : undefined);
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
  const thoughts = listAt(content, 'thoughts').map((thought) =>
    isRecord(thought) ? (textAt(thought, 'content') ?? '') : '',
  );
  const direct = textAt(content, 'text') ?? textAt(content, 'content') ?? '';
  return joined([plainText(parts), direct, ...thoughts]).replace(CITATION, '');
}

function claudeConversation(record: JsonRecord, index: number, options: ReadOptions): Conversation | null {
  const draft = createDraft(options);
  const all = listAt(record, 'chat_messages').filter((message) => isRecord(message));
  const branch = currentBranch(record, all);
  draft.leftOut.count('otherBranches', undefined, all.length - branch.length);
  for (const message of branch) speakClaude(message, draft, options);
  return draft.finish({
    id: textAt(record, 'uuid') ?? String(index + 1),
    title: textAt(record, 'name'),
    folder: null,
    format: CLAUDE,
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

function speakClaude(message: JsonRecord, draft: ConversationDraft, options: ReadOptions): void {
  const { text, toolText, touched } = readContent(message.content, options, draft.leftOut);
  const attached = [...listAt(message, 'attachments'), ...listAt(message, 'files')].filter((one) => isRecord(one));
  draft.leftOut.count('attachments', undefined, attached.length);
  const common = { id: textAt(message, 'uuid'), time: message.created_at, line: null };
  const names = attached.flatMap((one) => textAt(one, 'file_name') ?? []);
  const role = CLAUDE_ROLES.get(textAt(message, 'sender') ?? '') ?? 'system';
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
