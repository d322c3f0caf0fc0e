import type { Conversation, ConversationFormat, MessageRole, ReadOptions } from '../conversation.ts';
import { isRecord, type JsonRecord, jsonElements, listAt, recordAt, textAt } from '../files/read-json.ts';
import { branchTo } from '../transcript/branches.ts';
import { joined, plainText } from '../transcript/content-blocks.ts';
import { type ConversationDraft, conversationsIn, createDraft } from '../transcript/draft.ts';
import { createLeftOut, type LeftOutCount, type LeftOutKind } from '../transcript/left-out.ts';

const NAME = 'chatgpt';
const MAPPING = /"mapping"\s*:\s*\{/;
const ROLES: readonly MessageRole[] = ['user', 'assistant', 'tool'];
// Marks that the page turns into footnotes; they stand between private characters.
const CITATION = /\ue200[^\ue200\ue201]{0,500}\ue201|[\ue200-\ue206]/g;
/** What becomes of each kind of content; `text` is quoted. */
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

/** The `conversations.json` of a ChatGPT export: trees of messages, of which the branch last looked at counts. */
export const chatgpt: ConversationFormat = {
  name: NAME,
  recognises: (path, firstBytes) => path.endsWith('.json') && MAPPING.test(firstBytes.toString('utf8')),
  read: (file, options) => {
    const leftOut = createLeftOut();
    const conversations: (Conversation | null)[] = [];
    for (const element of jsonElements(file.pieces, options, leftOut)) {
      for (const record of 'conversations' in element ? listAt(element, 'conversations') : [element]) {
        if (isRecord(record) && isRecord(record.mapping))
          conversations.push(conversationOf(record, conversations.length, options));
        else leftOut.count('odd');
      }
    }
    return { ...conversationsIn(conversations, leftOut), notes: leftOut.notes() };
  },
};

function conversationOf(record: JsonRecord, index: number, options: ReadOptions): Conversation | null {
  const draft = createDraft(options);
  const nodes = new Map(Object.entries(recordAt(record, 'mapping')).filter(([, node]) => isRecord(node))) as Map<
    string,
    JsonRecord
  >;
  const branch = branchTo(leafOf(record, nodes), nodes, (node) => textAt(node, 'parent'));
  const others =
    [...nodes.values()].filter((node) => isSpoken(node)).length - branch.filter((node) => isSpoken(node)).length;
  draft.leftOut.count('otherBranches', undefined, others);
  for (const node of branch) speak(recordAt(node, 'message'), draft, options);
  return draft.finish({
    id: textAt(record, 'conversation_id') ?? textAt(record, 'id') ?? String(index + 1),
    title: textAt(record, 'title'),
    folder: null,
    format: NAME,
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

function speak(message: JsonRecord, draft: ConversationDraft, options: ReadOptions): void {
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
  const said = use === 'thinking' && text !== '' ? `(thinking) ${text}` : text;
  const speaker = use === 'toolResults' ? 'tool' : role;
  draft.add({ id: textAt(message, 'id'), role: speaker, time: message.create_time, text: said, line: null });
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
