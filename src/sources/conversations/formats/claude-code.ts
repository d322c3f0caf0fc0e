import type { ConversationFormat, ReadOptions } from '../conversation.ts';
import { fileStem } from '../files/list-conversation-files.ts';
import { type JsonLine, type JsonRecord, jsonLines, recordAt, textAt } from '../files/read-json.ts';
import { createRewound, withoutClientTags } from '../transcript/branches.ts';
import { readContent } from '../transcript/content-blocks.ts';
import { type ConversationDraft, conversationsIn, createDraft } from '../transcript/draft.ts';

const NAME = 'claude-code';
const LINE_TYPE =
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
  name: NAME,
  recognises: (path, firstBytes) => {
    const head = firstBytes.toString('utf8');
    return path.endsWith('.jsonl') && LINE_TYPE.test(head) && OWN_KEY.test(head);
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
        speak(line, draft, options);
      } else if (session.isMain) draft.leftOut.count('side');
      else side.push(line);
    }
    if (session.isMain) draft.leftOut.count('side', undefined, side.length);
    else for (const line of side) speak(line, draft, options);
    draft.takeBack(rewound.ids(), 'otherBranches');
    return conversationsIn([draft.finish({ ...session.heading(), format: NAME })], draft.leftOut);
  },
};

function isSpeech(record: JsonRecord): boolean {
  return record.type === 'user' || record.type === 'assistant';
}

function speak({ number, record }: JsonLine, draft: ConversationDraft, options: ReadOptions): void {
  const message = recordAt(record, 'message');
  const isUser = record.type === 'user';
  if (record.isMeta === true || record.isApiErrorMessage === true) {
    draft.leftOut.count('client');
    return;
  }
  const { text, toolText, touched } = readContent(message.content, options, draft.leftOut);
  const said = isUser ? withoutClientTags(text) : text;
  if (said.trim() === '' && text.trim() !== '') draft.leftOut.count('client');
  const common = { id: textAt(record, 'uuid'), time: record.timestamp, line: number };
  // A summary of what came before stands among the user's words, but the client had it written.
  const role = !isUser ? 'assistant' : record.isCompactSummary === true ? 'system' : 'user';
  // The blocks of one answer are kept a line each, under the id of the answer.
  const piecesOf = isUser ? null : textAt(message, 'id');
  draft.add({ ...common, role, text: said, touched, piecesOf });
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
      const own = this.isMain && !sessions.has(stem) ? [...sessions].at(-1) : stem;
      return { id: own ?? stem, title, folder };
    },
  };
}
