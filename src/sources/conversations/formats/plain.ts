import { type ConversationFormat, MESSAGE_ROLES, type MessageRole } from '../conversation.ts';
import { type JsonRecord, jsonLines, textAt } from '../files/read-json.ts';
import { type ConversationDraft, conversationsIn, createDraft } from '../transcript/draft.ts';
import { createLeftOut } from '../transcript/left-out.ts';

const NAME = 'plain';
const KEYS = ['session', 'role', 'text'].map((key) => new RegExp(`"${key}"\\s*:\\s*"`));

interface Session {
  readonly draft: ConversationDraft;
  title: string | null;
  folder: string | null;
}

/**
 * Our own form, for whoever keeps conversations in another way: JSON lines, one message each.
 *
 *     {"session": "2025-03-login", "role": "user", "time": "2025-03-04T10:00:00Z", "text": "…", "title": "…", "folder": "/src/shop"}
 *
 * `session` (any text), `role` (user, assistant, tool or system) and `text` are needed. `time` is ISO 8601, in universal
 * time where no zone is given, or a number of seconds or milliseconds since 1970. `title` and `folder` (the absolute
 * path of the work tree it is about) may stand on any line of a session. A file may hold any number of sessions, their
 * lines mixed; within a session the order of the lines is the order of the messages.
 */
export const plain: ConversationFormat = {
  name: NAME,
  recognises: (path, firstBytes) => {
    const line = firstBytes.toString('utf8').split('\n', 1)[0]!;
    return path.endsWith('.jsonl') && KEYS.every((key) => key.test(line));
  },
  read: (file, options) => {
    const leftOut = createLeftOut();
    const sessions = new Map<string, Session>();
    for (const { number, record } of jsonLines(file.pieces, options, leftOut)) {
      const [id, role, text] = [textAt(record, 'session'), roleOf(record), textAt(record, 'text')];
      if (id === null || role === null || text === null) {
        leftOut.count('odd', `line ${number}`);
        continue;
      }
      const session = sessions.get(id) ?? { draft: createDraft(options), title: null, folder: null };
      sessions.set(id, session);
      session.title ??= textAt(record, 'title');
      session.folder ??= textAt(record, 'folder');
      if (role === 'tool' && !options.keepToolResults) session.draft.leftOut.count('toolResults');
      else session.draft.add({ id: null, role, time: record.time, text, line: number });
    }
    const conversations = [...sessions].map(([id, { draft, title, folder }]) =>
      draft.finish({ id, title, folder, format: NAME }),
    );
    return { ...conversationsIn(conversations, leftOut), notes: leftOut.notes() };
  },
};

function roleOf(record: JsonRecord): MessageRole | null {
  return MESSAGE_ROLES.find((role) => role === record.role) ?? null;
}
