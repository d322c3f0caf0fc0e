import { expect, test } from 'vitest';
import { jsonl, read } from './samples.ts';

const spoken = (uuid: string, parentUuid: string | null, type: string, content: string) => ({
  type,
  uuid,
  parentUuid,
  sessionId: 'r',
  message: { content },
});
const variants: [name: string, path: string, content: string, expected: string[]][] = [
  [
    'codex before there were envelopes',
    'rollout-old.jsonl',
    jsonl(
      { id: 'old', timestamp: '2025-01-01T00:00:00Z', instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
    ),
    ['old user: hello'],
  ],
  [
    'codex with nothing but what the screen showed',
    'rollout-shown.jsonl',
    jsonl(
      { timestamp: '2025-01-01T00:00:00Z', type: 'event_msg', payload: { type: 'user_message', message: 'hello' } },
      { timestamp: '2025-01-01T00:00:01Z', type: 'event_msg', payload: { type: 'agent_message', message: 'hi' } },
    ),
    ['rollout-shown user: hello', 'rollout-shown assistant: hi'],
  ],
  [
    'a side conversation in a file of its own',
    'agent-77.jsonl',
    jsonl({
      type: 'user',
      isSidechain: true,
      sessionId: 's-1',
      uuid: 'a',
      message: { role: 'user', content: 'look for x' },
    }),
    ['agent-77 user: look for x'],
  ],
  [
    'what was gone back behind is left out, side by side tools are not',
    'r.jsonl',
    jsonl(
      spoken('a', null, 'user', 'start'),
      spoken('b', 'a', 'assistant', 'ready'),
      spoken('c', 'b', 'user', 'first try'),
      spoken('d', 'c', 'assistant', 'first answer'),
      spoken('e', 'b', 'user', 'second try'),
      spoken('f', 'e', 'assistant', 'one tool'),
      spoken('g', 'e', 'assistant', 'other tool'),
    ),
    ['r user: start', 'r assistant: ready', 'r user: second try', 'r assistant: one tool', 'r assistant: other tool'],
  ],
  [
    'words after a slash command',
    'c.jsonl',
    jsonl({
      type: 'user',
      sessionId: 'c',
      uuid: 'a',
      message: {
        role: 'user',
        content:
          '<command-message>fix is running</command-message>\n<command-name>/fix</command-name>\n<command-args>the login page</command-args>',
      },
    }),
    ['c user: the login page'],
  ],
  [
    'one conversation that is no list',
    'one.json',
    JSON.stringify({ uuid: 'z', name: 'One', chat_messages: [{ sender: 'human', text: 'hi' }] }),
    ['z user: hi'],
  ],
  [
    'a tree without a current node: the last child',
    'conversations.json',
    JSON.stringify([
      {
        id: 't',
        mapping: {
          r: { parent: null, children: ['a', 'b'] },
          a: {
            parent: 'r',
            children: [],
            message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['old'] } },
          },
          b: {
            parent: 'r',
            children: [],
            message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['new'] } },
          },
        },
      },
    ]),
    ['t user: new'],
  ],
];
test.each(variants)('a variant of a format is read: %s', (_, path, content, expected) => {
  const { conversations } = read(path, content);
  expect(
    conversations.flatMap(({ id, messages }) => messages.map(({ role, text }) => `${id} ${role}: ${text}`)),
  ).toEqual(expected);
});
