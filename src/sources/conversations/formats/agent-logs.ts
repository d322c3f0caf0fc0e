import { isRecord, type JsonRecord } from '../../../model/records.ts';
import type { ConversationFormat, MessageRole, ReadOptions } from '../conversation.ts';
import { fileStem } from '../files/list-conversation-files.ts';
import { type JsonLine, jsonLines, recordAt, textAt } from '../files/read-json.ts';
import { createRewound, withoutClientTags } from '../transcript/branches.ts';
import { plainText, readContent, touchedPaths } from '../transcript/content-blocks.ts';
import { type ConversationDraft, conversationsIn, createDraft, type Utterance } from '../transcript/draft.ts';

const CLAUDE_CODE = 'claude-code';
const CLAUDE_LINE =
  /"type"\s*:\s*"(?:user|assistant|system|summary|queue-operation|file-history-snapshot|ai-title|custom-title)"/;
const OWN_KEY = /"(?:sessionId|leafUuid|parentUuid)"\s*:/;
// Lines that give the session a name; a name given by a person goes before one given by the client.
const TITLES: readonly [type: string, key: string][] = [
  ['custom-title', 'customTitle'],
  ['ai-title', 'aiTitle'],
  ['summary', 'summary'],
];

/** Transcripts that Claude Code keeps under its projects folder: one file a session, one event a line. */
export const claudeCode: ConversationFormat = {
  name: CLAUDE_CODE,
  recognises: (path, firstBytes) => {
    const head = firstBytes.toString('utf8');
    return path.endsWith('.jsonl') && CLAUDE_LINE.test(head) && OWN_KEY.test(head);
  },
  read: (file, options) => {
    const draft = createDraft(options);
    const session = createSession(fileStem(file.path));
    // In files of its own a side conversation is the conversation; what came before the first main line waits for that.
    const side: JsonLine[] = [];
    const rewound = createRewound();
    for (const line of jsonLines(file.pieces, options, draft.leftOut)) {
      session.see(line.record);
      rewound.see(line.record);
      if (!isSpeech(line.record)) continue;
      if (line.record.isSidechain !== true) {
        session.isMain = true;
        speakClaude(line, draft, options);
      } else if (session.isMain) draft.leftOut.count('side');
      else side.push(line);
    }
    if (session.isMain) draft.leftOut.count('side', undefined, side.length);
    else for (const line of side) speakClaude(line, draft, options);
    draft.takeBack(rewound.ids(), 'otherBranches');
    return conversationsIn([draft.finish({ ...session.heading(), format: CLAUDE_CODE })], draft.leftOut);
  },
};

function isSpeech(record: JsonRecord): boolean {
  return record.type === 'user' || record.type === 'assistant';
}

function speakClaude({ number, record }: JsonLine, draft: ConversationDraft, options: ReadOptions): void {
  const message = recordAt(record, 'message');
  const isUser = record.type === 'user';
  if (record.isMeta === true || record.isApiErrorMessage === true) {
    draft.leftOut.count('client');
    return;
  }
  const { text, toolText, touched } = readContent(message.content, options, draft.leftOut);
  const words = isUser ? withoutClientTags(text) : text;
  if (words.trim() === '' && text.trim() !== '') draft.leftOut.count('client');
  const common = { id: textAt(record, 'uuid'), time: record.timestamp, line: number };
  // A summary of what came before stands among the user's words, but the client had it written.
  const role = !isUser ? 'assistant' : record.isCompactSummary === true ? 'system' : 'user';
  // The blocks of one answer are kept a line each, under the id of the answer.
  const piecesOf = isUser ? null : textAt(message, 'id');
  draft.add({ ...common, role, text: words, touched, piecesOf });
  if (toolText !== '') draft.add({ ...common, id: common.id && `${common.id}/tool`, role: 'tool', text: toolText });
}

function createSession(stem: string) {
  const titles = new Map<string, string>();
  const sessions = new Set<string>();
  let folder: string | null = null;
  return {
    isMain: false,
    see(record: JsonRecord) {
      const type = textAt(record, 'type') ?? '';
      const key = TITLES.find(([name]) => name === type)?.[1];
      const title = key === undefined ? null : textAt(record, key);
      if (title !== null) titles.set(type, title);
      const session = textAt(record, 'sessionId');
      // A file that goes on with an older session holds the lines of both; its own come last.
      if (session !== null && sessions.delete(session)) sessions.add(session);
      else if (session !== null) sessions.add(session);
      folder ??= textAt(record, 'cwd');
    },
    heading() {
      const title = TITLES.map(([type]) => titles.get(type)).find((one) => one !== undefined) ?? null;
      const session = this.isMain && !sessions.has(stem) ? [...sessions].at(-1) : stem;
      return { id: session ?? stem, title, folder };
    },
  };
}

const CODEX = 'codex';
const CODEX_LINE = /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context)"/;
const FILE_NAME = /(?:^|[\\/])rollout-[^\\/]*\.jsonl$/;
const ROLES: readonly MessageRole[] = ['user', 'assistant', 'system'];
// Events of the screen, which repeat messages. They are used for a role without messages.
const EVENTS = new Map<string, MessageRole>([
  ['user_message', 'user'],
  ['agent_message', 'assistant'],
]);
/** Items with which a model calls a tool, and those that answer it. */
export const CALLS = ['function_call', 'custom_tool_call', 'local_shell_call', 'web_search_call', 'tool_search_call'];
export const ANSWERS = ['function_call_output', 'custom_tool_call_output', 'tool_search_output'];

/** Session files of Codex CLI (`rollout-….jsonl`): events in an envelope, in its first versions without one. */
export const codex: ConversationFormat = {
  name: CODEX,
  recognises: (path, firstBytes) =>
    path.endsWith('.jsonl') && (FILE_NAME.test(path) || CODEX_LINE.test(firstBytes.toString('utf8'))),
  read: (file, options) => {
    const draft = createDraft(options);
    const shown: Utterance[] = [];
    const heard = new Set<MessageRole>();
    const session = { id: null as string | null, folder: null as string | null, created: undefined as unknown };
    for (const line of jsonLines(file.pieces, options, draft.leftOut)) {
      const event = unwrapped(line.record);
      if (event.type === 'session_meta') {
        // A forked session repeats the beginning of the one it came from: the first is its own.
        session.id ??= textAt(event.payload, 'id');
        session.created ??= event.payload.timestamp;
      }
      session.folder ??= textAt(event.payload, 'cwd');
      if (event.type === 'event_msg') shown.push(...shownMessage(event.payload, line, draft));
      else if (event.type === 'response_item') speakCodex(event.payload, line, { draft, options, heard });
      else if (event.type === 'compacted')
        draft.add({ ...at(line), role: 'system', text: plainText(event.payload.message) });
    }
    for (const utterance of shown) if (!heard.has(utterance.role)) draft.add(utterance);
    const heading = { ...session, id: session.id ?? fileStem(file.path), title: null, format: CODEX };
    return conversationsIn([draft.finish(heading)], draft.leftOut);
  },
};

/** An event of any version: what it is and what it holds. */
export function unwrapped(record: JsonRecord): { readonly type: string; readonly payload: JsonRecord } {
  const type = textAt(record, 'type');
  if (isRecord(record.payload)) return { type: type ?? '', payload: record.payload };
  // The first versions wrote the bare item, and the bare description of the session as the first line.
  if (type !== null) return { type: 'response_item', payload: record };
  return { type: 'id' in record && 'timestamp' in record ? 'session_meta' : '', payload: record };
}

const at = ({ number, record }: JsonLine) => ({ id: null, time: record.timestamp, line: number });

interface Hearing {
  readonly draft: ConversationDraft;
  readonly options: ReadOptions;
  readonly heard: Set<MessageRole>;
}

function speakCodex(item: JsonRecord, line: JsonLine, { draft, options, heard }: Hearing): void {
  const type = textAt(item, 'type') ?? 'without a type';
  if (type === 'message') {
    const sender = textAt(item, 'role');
    const role = ROLES.find((one) => one === sender) ?? 'system';
    const { text } = readContent(item.content, options, draft.leftOut);
    const words = role === 'assistant' ? text : role === 'user' ? withoutClientTags(text) : '';
    if (words.trim() === '' && text.trim() !== '') draft.leftOut.count('client');
    if (words.trim() !== '') heard.add(role);
    draft.add({ ...at(line), role, text: words });
  } else if (type === 'reasoning') {
    const { text } = readContent([item], options, draft.leftOut);
    draft.add({ ...at(line), role: 'assistant', text });
  } else if (CALLS.includes(type)) {
    draft.leftOut.count('toolCalls');
    draft.add({
      ...at(line),
      role: 'assistant',
      text: '',
      touched: touchedPaths(item.arguments ?? item.input ?? item.action),
    });
  } else if (ANSWERS.includes(type)) {
    if (options.keepToolResults) draft.add({ ...at(line), role: 'tool', text: plainText(item.output) });
    else draft.leftOut.count('toolResults');
  } else if (type !== 'ghost_snapshot' && type !== 'compaction') draft.leftOut.count('unknown', type);
}

function shownMessage(payload: JsonRecord, line: JsonLine, draft: ConversationDraft): readonly Utterance[] {
  const role = EVENTS.get(textAt(payload, 'type') ?? '');
  if (role === undefined) return [];
  const text = plainText(payload.message);
  const words = role === 'user' ? withoutClientTags(text) : text;
  if (words === '' && text !== '') draft.leftOut.count('client');
  return words === '' ? [] : [{ ...at(line), role, text: words }];
}
