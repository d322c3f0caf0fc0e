// Claude Code and Codex CLI keep each session as a log of JSON lines. These two readers turn such a log into a
// conversation, without what the client added and, in Claude Code, what the user took back.
import { stemOf } from '../../../model/paths.ts';
import { isRecord, type JsonRecord } from '../../../model/records.ts';
import type { ConversationFormat, MessageRole, ReadOptions } from '../conversation.ts';
import { type JsonLine, readJsonLines, recordAt, textAt } from '../files/read-json.ts';
import { createRewoundFinder, stripClientTags } from '../transcript/branches.ts';
import { findToolPaths, plainText, readContent } from '../transcript/content-blocks.ts';
import { type ConversationDraft, conversationsIn, createDraft, type Utterance } from '../transcript/draft.ts';

const CLAUDE_CODE = 'claude-code';
const CLAUDE_LINE =
  /"type"\s*:\s*"(?:user|assistant|system|summary|queue-operation|file-history-snapshot|ai-title|custom-title)"/;
const CLAUDE_KEY = /"(?:sessionId|leafUuid|parentUuid)"\s*:/;
// Lines that name the session; a name that a person gave wins over one that the client gave.
const TITLES: readonly [type: string, key: string][] = [
  ['custom-title', 'customTitle'],
  ['ai-title', 'aiTitle'],
  ['summary', 'summary'],
];

/** Claude Code keeps one file for each session in its projects folder, with one event on each line. */
export const claudeCode: ConversationFormat = {
  name: CLAUDE_CODE,
  recognises: (path, firstBytes) => {
    const head = firstBytes.toString('utf8');
    return path.endsWith('.jsonl') && CLAUDE_LINE.test(head) && CLAUDE_KEY.test(head);
  },
  read: (file, options) => {
    const draft = createDraft(options);
    const session = createSession(stemOf(file.path));
    // A file may hold only a side conversation, which then counts; so side lines wait until a main line shows up.
    const side: JsonLine[] = [];
    const rewound = createRewoundFinder();
    for (const line of readJsonLines(file.pieces, options, draft.leftOut)) {
      session.see(line.record);
      rewound.see(line.record);
      if (!isMessageLine(line.record)) continue;
      if (line.record.isSidechain !== true) {
        session.isMain = true;
        addClaudeLine(line, draft, options);
      } else if (session.isMain) draft.leftOut.count('side');
      else side.push(line);
    }
    if (session.isMain) draft.leftOut.count('side', undefined, side.length);
    else for (const line of side) addClaudeLine(line, draft, options);
    draft.takeBack(rewound.ids(), 'otherBranches');
    return conversationsIn([draft.finish({ ...session.heading(), format: CLAUDE_CODE })], draft.leftOut);
  },
};

const isMessageLine = (record: JsonRecord): boolean => record.type === 'user' || record.type === 'assistant';

function addClaudeLine({ number, record }: JsonLine, draft: ConversationDraft, options: ReadOptions): void {
  const message = recordAt(record, 'message');
  const isUser = record.type === 'user';
  if (record.isMeta === true || record.isApiErrorMessage === true) {
    draft.leftOut.count('client');
    return;
  }
  const { text, toolText, toolPaths } = readContent(message.content, options, draft.leftOut);
  const words = isUser ? stripClientTags(text) : text;
  if (words.trim() === '' && text.trim() !== '') draft.leftOut.count('client');
  const common = { id: textAt(record, 'uuid'), time: record.timestamp, line: number };
  // A summary of earlier messages has the role of the user in the log, but the client wrote it.
  const role = !isUser ? 'assistant' : record.isCompactSummary === true ? 'system' : 'user';
  // The log has a line for each block of an answer, under the id of the answer.
  const piecesOf = isUser ? null : textAt(message, 'id');
  draft.add({ ...common, role, text: words, toolPaths, piecesOf });
  if (toolText !== '') draft.add({ ...common, id: common.id && `${common.id}/tool`, role: 'tool', text: toolText });
}

function createSession(stem: string) {
  const titles = new Map<string, string>();
  const sessions = new Set<string>();
  let lastSession = stem;
  let folder: string | null = null;
  return {
    isMain: false,
    see(record: JsonRecord) {
      const type = textAt(record, 'type') ?? '';
      const key = TITLES.find(([name]) => name === type)?.[1];
      const title = key === undefined ? null : textAt(record, key);
      if (title !== null) titles.set(type, title);
      const session = textAt(record, 'sessionId');
      // A file that continues an older session holds the lines of both; those of the new session come last.
      if (session !== null) sessions.add(session);
      lastSession = session ?? lastSession;
      folder ??= textAt(record, 'cwd');
    },
    heading() {
      const title = TITLES.map(([type]) => titles.get(type)).find((one) => one !== undefined) ?? null;
      return { id: this.isMain && !sessions.has(stem) ? lastSession : stem, title, folder };
    },
  };
}

const CODEX = 'codex';
const CODEX_LINE = /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context)"/;
const FILE_NAME = /(?:^|[\\/])rollout-[^\\/]*\.jsonl$/;
const ROLES: readonly MessageRole[] = ['user', 'assistant', 'system'];
// These events show messages on the screen again. They are used for a role that has no messages in the log.
const EVENTS = new Map<string, MessageRole>([
  ['user_message', 'user'],
  ['agent_message', 'assistant'],
]);
/** The types of items with which a model calls a tool, and of those that answer it. */
export const CALLS = ['function_call', 'custom_tool_call', 'local_shell_call', 'web_search_call', 'tool_search_call'];
export const ANSWERS = ['function_call_output', 'custom_tool_call_output', 'tool_search_output'];

/** Codex CLI keeps session files (`rollout-….jsonl`) of events in an envelope, which its first versions lacked. */
export const codex: ConversationFormat = {
  name: CODEX,
  recognises: (path, firstBytes) =>
    path.endsWith('.jsonl') && (FILE_NAME.test(path) || CODEX_LINE.test(firstBytes.toString('utf8'))),
  read: (file, options) => {
    const draft = createDraft(options);
    const shown: Utterance[] = [];
    const rolesWithMessages = new Set<MessageRole>();
    const session = { id: null as string | null, folder: null as string | null };
    for (const line of readJsonLines(file.pieces, options, draft.leftOut)) {
      const event = unwrapEvent(line.record);
      // A forked session repeats the beginning of the session it came from; its own line comes first.
      if (event.type === 'session_meta') session.id ??= textAt(event.payload, 'id');
      session.folder ??= textAt(event.payload, 'cwd');
      if (event.type === 'event_msg') shown.push(...readShownMessage(event.payload, line, draft));
      else if (event.type === 'response_item') addCodexItem(event.payload, line, { draft, options, rolesWithMessages });
      else if (event.type === 'compacted')
        draft.add({ ...originOf(line), role: 'system', text: plainText(event.payload.message) });
    }
    for (const utterance of shown) if (!rolesWithMessages.has(utterance.role)) draft.add(utterance);
    const heading = { ...session, id: session.id ?? stemOf(file.path), title: null, format: CODEX };
    return conversationsIn([draft.finish(heading)], draft.leftOut);
  },
};

/** Returns the type and the content of an event of any version. */
export function unwrapEvent(record: JsonRecord): { readonly type: string; readonly payload: JsonRecord } {
  const type = textAt(record, 'type');
  if (isRecord(record.payload)) return { type: type ?? '', payload: record.payload };
  // The first versions wrote items, and on the first line the description of the session, without an envelope.
  if (type !== null) return { type: 'response_item', payload: record };
  return { type: 'id' in record && 'timestamp' in record ? 'session_meta' : '', payload: record };
}

const originOf = ({ number, record }: JsonLine) => ({ id: null, time: record.timestamp, line: number });

interface CodexReading {
  readonly draft: ConversationDraft;
  readonly options: ReadOptions;
  readonly rolesWithMessages: Set<MessageRole>;
}

function addCodexItem(item: JsonRecord, line: JsonLine, { draft, options, rolesWithMessages }: CodexReading): void {
  const type = textAt(item, 'type') ?? 'without a type';
  if (type === 'message') {
    const sender = textAt(item, 'role');
    const role = ROLES.find((one) => one === sender) ?? 'system';
    const { text } = readContent(item.content, options, draft.leftOut);
    const words = role === 'assistant' ? text : role === 'user' ? stripClientTags(text) : '';
    if (words.trim() === '' && text.trim() !== '') draft.leftOut.count('client');
    if (words.trim() !== '') rolesWithMessages.add(role);
    draft.add({ ...originOf(line), role, text: words });
  } else if (type === 'reasoning') {
    const { text } = readContent([item], options, draft.leftOut);
    draft.add({ ...originOf(line), role: 'assistant', text });
  } else if (CALLS.includes(type)) {
    draft.leftOut.count('toolCalls');
    const toolPaths = findToolPaths(item.arguments ?? item.input ?? item.action);
    draft.add({ ...originOf(line), role: 'assistant', text: '', toolPaths });
  } else if (ANSWERS.includes(type)) {
    if (options.keepToolResults) draft.add({ ...originOf(line), role: 'tool', text: plainText(item.output) });
    else draft.leftOut.count('toolResults');
  } else if (type !== 'ghost_snapshot' && type !== 'compaction') draft.leftOut.count('unknown', type);
}

function readShownMessage(payload: JsonRecord, line: JsonLine, draft: ConversationDraft): readonly Utterance[] {
  const role = EVENTS.get(textAt(payload, 'type') ?? '');
  if (role === undefined) return [];
  const text = plainText(payload.message);
  const words = role === 'user' ? stripClientTags(text) : text;
  if (words === '' && text !== '') draft.leftOut.count('client');
  return words === '' ? [] : [{ ...originOf(line), role, text: words }];
}
