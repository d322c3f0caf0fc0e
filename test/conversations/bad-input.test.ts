import { describe, expect, test } from 'vitest';
import { makeIdsDistinct } from '../../src/sources/conversations/transcript/draft.ts';
import { CHATGPT, CLAUDE_CODE, CLAUDE_EXPORT, CODEX, jsonl, PLAIN, read } from './samples.ts';

const user = (more: object) => ({
  type: 'user',
  sessionId: 's',
  uuid: 'a',
  message: { role: 'user', content: 'hello' },
  ...more,
});
const plain = (more: object) => ({ session: 's', role: 'user', text: 'hello', ...more });

const cases: [name: string, path: string, content: string | Buffer, messages: number, note: string][] = [
  [
    'a transcript cut off in a line',
    's.jsonl',
    CLAUDE_CODE.slice(0, -40),
    2,
    'the file ends in the middle of a record (line 10)',
  ],
  ['an export cut off', 'c.json', CLAUDE_EXPORT.slice(0, -40), 0, 'the file ends in the middle of a record'],
  ['a line that is no JSON', 's.jsonl', `${jsonl(user({}))}oops {\n`, 1, '1 record is not valid JSON (line 2)'],
  [
    'a line that is no object',
    's.jsonl',
    `${jsonl(user({}))}[1]\n"x"\n`,
    1,
    '2 records are not valid JSON (first: line 2)',
  ],
  [
    'a block of an unknown kind',
    's.jsonl',
    jsonl(user({}), user({ uuid: 'b', message: { content: [{ type: 'holo\ngram' }] } })),
    1,
    '1 block of an unknown kind left out (holo?gram)',
  ],
  [
    'blocks that are no objects',
    's.jsonl',
    jsonl(user({}), user({ uuid: 'b', message: { content: [null, 7] } })),
    1,
    '2 blocks of unknown kinds left out (first: null)',
  ],
  ['a binary file', 's.jsonl', Buffer.from([0x7b, 0x22, 0, 1, 2, 0xff]), 0, 'not text, so nothing was read'],
  ['an empty file', 's.jsonl', '\n \n', 0, 'an empty file'],
  ['no bytes at all', 's.jsonl', '', 0, 'an empty file'],
  ['another kind of JSON', 'user.json', '{"id":"user-1","email":"x"}', 0, 'no conversation in a known format'],
  ['a message repeated under its id', 's.jsonl', jsonl(user({}), user({})), 1, '1 repeated message left out'],
  [
    'another message under the same id',
    's.jsonl',
    jsonl(user({}), user({ message: { content: 'else' } })),
    2,
    '1 id is used twice (a)',
  ],
  [
    'a time in the year 1',
    's.jsonl',
    jsonl(user({ timestamp: '0001-01-01T00:00:00Z' })),
    1,
    '1 time cannot be believed (line 1)',
  ],
  [
    'a time in the year 9999',
    's.jsonl',
    jsonl(user({ timestamp: '9999-12-31T23:59:59Z' })),
    1,
    '1 time cannot be believed (line 1)',
  ],
  [
    'a time that is none',
    's.jsonl',
    jsonl(user({ timestamp: { seconds: 4 } })),
    1,
    '1 time cannot be believed (line 1)',
  ],
  [
    'a line that is too long',
    's.jsonl',
    jsonl(user({}), user({ uuid: 'b', pad: 'x'.repeat(200_000) })),
    1,
    '1 record is too long and was left out (line 2)',
  ],
  [
    'a message that is too long',
    's.jsonl',
    jsonl(user({ message: { content: 'x'.repeat(6000) } })),
    1,
    '1 message was cut',
  ],
  [
    'a file without messages',
    's.jsonl',
    jsonl({ type: 'summary', summary: 'x', leafUuid: 'y' }),
    0,
    '1 conversation without messages',
  ],
  [
    'a conversation too large to hold',
    'c.json',
    CHATGPT.replace('Kafka', 'x'.repeat(200_000)),
    0,
    '1 record is too long and was left out (element 1)',
  ],
  [
    'an element that is no conversation',
    'c.json',
    `${CHATGPT.slice(0, -1)},{"a":1},7]`,
    2,
    '1 record is not of this format',
  ],
  [
    'nesting without end',
    'c.json',
    `[{"mapping": {${'"a":{'.repeat(5000)}`,
    0,
    'the file ends in the middle of a record',
  ],
  [
    'a loop in the tree',
    'c.json',
    JSON.stringify([
      { current_node: 'a', mapping: { a: { parent: 'b', children: ['b'] }, b: { parent: 'a', children: ['a'] } } },
    ]),
    0,
    '1 conversation without messages',
  ],
  [
    'two conversations of one id',
    'c.json',
    `[${CHATGPT.slice(1, -1)},${CHATGPT.slice(1, -1)}]`,
    4,
    '1 id is used twice (g-1?2)',
  ],
  [
    'a line of ours without a role',
    'p.jsonl',
    jsonl(plain({}), plain({ role: 'boss' })),
    1,
    '1 record is not of this format (line 2)',
  ],
];

describe('bad input gives a note, never a failure', () => {
  test.each(cases)('a faulty file of conversations is read with a note: %s', (_, path, content, messages, note) => {
    const { conversations, notes } = read(path, content);
    expect(conversations.reduce((sum, one) => sum + one.messages.length, 0)).toBe(messages);
    expect([...notes, ...conversations.flatMap((one) => one.notes)]).toContain(note);
  });
});

test('every beginning of a transcript, and one with any byte damaged, is read without an error', () => {
  const samples = {
    's.jsonl': CLAUDE_CODE,
    'rollout-a.jsonl': CODEX,
    'p.jsonl': PLAIN,
    'c.json': CHATGPT,
    'e.json': CLAUDE_EXPORT,
  };
  for (const [path, sample] of Object.entries(samples)) {
    for (let end = 0; end < sample.length; end += 13) {
      expect(() => read(path, sample.slice(0, end))).not.toThrow();
      expect(() => read(path, `${sample.slice(0, end)}}${sample.slice(end + 1)}`)).not.toThrow();
    }
  }
});

test('a transcript with values of the wrong type is read without an error', () => {
  for (const odd of [null, 7, true, 'x', [], {}, [[]], [{}], { parts: 7 }]) {
    for (const key of ['message', 'timestamp', 'sessionId', 'cwd', 'uuid', 'payload', 'type'])
      expect(() => read('s.jsonl', jsonl(user({}), user({ [key]: odd })))).not.toThrow();
    for (const key of ['mapping', 'current_node', 'title', 'create_time', 'chat_messages']) {
      const record = {
        uuid: 'x',
        mapping: { a: { message: odd, parent: odd, children: odd } },
        chat_messages: [odd],
        [key]: odd,
      };
      expect(() => read('c.json', JSON.stringify([{ chat_messages: [] }, record]))).not.toThrow();
      expect(() => read('c.json', JSON.stringify([{ mapping: {} }, record]))).not.toThrow();
    }
  }
});

test('a message with an unbelievable time has no time', () => {
  const { conversations } = read(
    's.jsonl',
    jsonl(user({ timestamp: '9999-12-31T23:59:59Z' }), user({ uuid: 'b', timestamp: '2025-01-01T00:00:00Z' })),
  );
  expect(conversations[0]!.messages.map(({ timeMs }) => timeMs)).toEqual([null, Date.UTC(2025, 0, 1)]);
});

test('terminal colours and control characters are removed from the text of a message', () => {
  const { conversations } = read(
    'p.jsonl',
    jsonl(plain({ text: '\r\n\r\n\u001b[31mred\u001b[0m\u0000\r\nblue \ud800  ' })),
  );
  expect(conversations[0]!.messages[0]!.text).toBe('red\nblue \ufffd');
});

test('a transcript with CRLF, a byte order mark or no last line break is read like any other', () => {
  const odd = `\ufeff${CLAUDE_CODE.replaceAll('\n', '\r\n').trimEnd()}`;
  expect(read('s-1.jsonl', odd)).toEqual(read('s-1.jsonl', CLAUDE_CODE));
  expect(read('c.json', `\ufeff${CLAUDE_EXPORT}\n\n`)).toEqual(read('c.json', CLAUDE_EXPORT));
});

test('conversations with the same id get distinct ids, and a unique id is kept', () => {
  const one = read('s-1.jsonl', CLAUDE_CODE).conversations[0]!;
  const others = [one, { ...one, id: 's-1~2' }, one];
  expect(makeIdsDistinct([one, ...others]).map(({ id }) => id)).toEqual(['s-1', 's-1~3', 's-1~2', 's-1~4']);
});

const node = (parent: string, role: string, text: string) => ({
  parent,
  children: [parent],
  message: { author: { role }, content: { content_type: 'text', parts: [text] } },
});
const said = (content: string) =>
  read('c.json', content).conversations.map(({ messages }) => messages.map(({ text }) => text));

test('a conversation whose tree of messages loops gives each message at most once', () => {
  const mapping = { a: node('b', 'user', 'one'), b: node('a', 'assistant', 'two') };
  expect(said(JSON.stringify([{ id: 'x', current_node: 'a', mapping }]))).toEqual([['two', 'one']]);
  expect(said(JSON.stringify([{ id: 'x', mapping }]))).toEqual([]);
});

test('quotes and brackets inside strings do not end a conversation of an export', () => {
  const odd = 'say "]}" and \\" or [{ \\';
  const one = { id: 'x', current_node: 'a', mapping: { a: node('', 'user', odd) } };
  expect(said(JSON.stringify([one, { ...one, id: 'y' }]))).toEqual([[odd], [odd]]);
});
