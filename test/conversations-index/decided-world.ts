import { jsonl } from '../conversations/samples.ts';
import { DECIDED, type DecidedSession } from './decided-sessions.ts';

const timeOf = (at: number, turn: number) => `2025-03-${String(at + 1).padStart(2, '0')}T10:0${turn}:00.000Z`;

const WRITERS: Readonly<
  Record<DecidedSession['format'], (session: DecidedSession, at: number, folder: string) => string>
> = {
  plain: ({ title, turns }, at, folder) =>
    jsonl(
      ...turns.map(([role, text], turn) => ({ session: `s${at}`, title, folder, role, text, time: timeOf(at, turn) })),
    ),
  'claude-code': ({ title, turns }, at, cwd) =>
    jsonl(
      { type: 'summary', summary: title, leafUuid: `u${turns.length - 1}` },
      ...turns.map(([type, content], turn) => ({
        ...{ type, sessionId: `s${at}`, cwd, uuid: `u${turn}`, parentUuid: turn === 0 ? null : `u${turn - 1}` },
        ...{ timestamp: timeOf(at, turn), message: { role: type, content: [{ type: 'text', text: content }] } },
      })),
    ),
  codex: ({ turns }, at, cwd) =>
    jsonl(
      { timestamp: timeOf(at, 0), type: 'session_meta', payload: { id: `s${at}`, timestamp: timeOf(at, 0), cwd } },
      ...turns.map(([role, text], turn) => ({
        ...{ timestamp: timeOf(at, turn), type: 'response_item' },
        payload: { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
      })),
    ),
  chatgpt: ({ title, turns }, at) =>
    JSON.stringify([
      {
        ...{ title, create_time: Date.parse(timeOf(at, 0)) / 1000, conversation_id: `s${at}` },
        current_node: `n${turns.length - 1}`,
        mapping: Object.fromEntries(
          turns.map(([role, text], turn) => [
            `n${turn}`,
            {
              ...{ id: `n${turn}`, parent: turn === 0 ? null : `n${turn - 1}` },
              children: turn + 1 < turns.length ? [`n${turn + 1}`] : [],
              message: {
                ...{ id: `n${turn}`, author: { role }, create_time: Date.parse(timeOf(at, turn)) / 1000 },
                ...{ content: { content_type: 'text', parts: [text] }, recipient: 'all', metadata: {} },
              },
            },
          ]),
        ),
      },
    ]),
  'claude-export': ({ title, turns }, at) =>
    JSON.stringify([
      {
        ...{ uuid: `s${at}`, name: title, created_at: timeOf(at, 0), updated_at: timeOf(at, 9) },
        chat_messages: turns.map(([role, text], turn) => ({
          ...{ uuid: `m${turn}`, text, content: [{ type: 'text', text }], created_at: timeOf(at, turn) },
          sender: role === 'user' ? 'human' : 'assistant',
          ...(turn === 0 ? {} : { parent_message_uuid: `m${turn - 1}` }),
        })),
      },
    ]),
};

/** The sessions as their clients keep them, and the code they are about. */
export function decidedWorld(): { code: Record<string, string>; said: (root: string) => Record<string, string> } {
  return {
    code: Object.fromEntries(DECIDED.map(({ file, code }) => [file, code])),
    said: (root) =>
      Object.fromEntries(
        DECIDED.map((session, at) => {
          const ending = session.format === 'chatgpt' || session.format === 'claude-export' ? 'json' : 'jsonl';
          return [`${session.format}/${at}/conversations.${ending}`, WRITERS[session.format](session, at, root)];
        }),
      ),
  };
}
