import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/sources/conversations/conversation.ts';
import { CONVERSATION_FORMATS, formatOf } from '../../src/sources/conversations/formats/index.ts';
import { CHATGPT, CLAUDE_CODE, CLAUDE_EXPORT, CODEX, jsonl, PLAIN, read } from './samples.ts';

const shape = (conversation: Conversation) => ({
  ...conversation,
  messages: conversation.messages.map(({ role, text }) => [role, text]),
});

const samples: [format: string, path: string, content: string, expected: readonly object[]][] = [
  [
    'claude-code',
    'projects/-src-shop/s-1.jsonl',
    CLAUDE_CODE,
    [
      {
        id: 's-1',
        title: 'Webhook retries',
        format: 'claude-code',
        folder: '/src/shop',
        messages: [
          ['user', 'Why does `PaymentController` drop events?'],
          ['assistant', 'It has no retry; see src/pay/hooks.ts:12.'],
          ['assistant', 'We decided to retry three times.'],
        ],
        notes: [
          '1 tool call left out',
          '1 tool result left out',
          '1 piece of thinking left out',
          '1 remark of the client left out',
          '1 message of a side conversation left out',
        ],
      },
    ],
  ],
  [
    'codex',
    'sessions/2025/04/01/rollout-2025-04-01T08-00-00-c-1.jsonl',
    CODEX,
    [
      {
        id: 'c-1',
        title: 'Add a health route',
        format: 'codex',
        folder: '/src/shop/api',
        messages: [
          ['user', 'Add a health route'],
          ['assistant', 'Added `routes/health.ts`.'],
        ],
        notes: [
          '2 tool calls left out',
          '1 tool result left out',
          '1 piece of thinking left out',
          '2 remarks of the client left out',
        ],
      },
    ],
  ],
  [
    'chatgpt',
    'conversations.json',
    CHATGPT,
    [
      {
        id: 'g-1',
        title: 'Choosing a queue',
        format: 'chatgpt',
        folder: null,
        messages: [
          ['user', 'Kafka or SQS?'],
          ['assistant', 'SQS is simpler.'],
        ],
        notes: [
          '1 tool call left out',
          '1 tool result left out',
          '1 piece of thinking left out',
          '1 attachment left out',
          '1 remark of the client left out',
          '1 message of another branch left out',
        ],
      },
    ],
  ],
  [
    'claude-export',
    'conversations.json',
    CLAUDE_EXPORT,
    [
      {
        id: 'e-1',
        title: 'Naming things',
        format: 'claude-export',
        folder: null,
        messages: [
          ['user', 'What should the package be called?'],
          ['assistant', 'Call it `shop-core`.'],
        ],
        notes: [
          '1 tool call left out',
          '1 piece of thinking left out',
          '1 attachment left out',
          '1 message of another branch left out',
        ],
      },
    ],
  ],
  [
    'plain',
    'mine.jsonl',
    PLAIN,
    [
      {
        id: 'p-1',
        title: 'Logging',
        format: 'plain',
        folder: '/src/shop',
        messages: [
          ['user', 'Where do we log?'],
          ['assistant', 'To stdout, through `createLogger()`.'],
        ],
        notes: ['1 tool result left out'],
      },
      {
        id: 'p-2',
        title: 'Another session',
        format: 'plain',
        folder: null,
        messages: [['user', 'Another session']],
        notes: [],
      },
    ],
  ],
];

describe('each format', () => {
  test.each(samples)('A26 %s is read into sessions and messages', (_, path, content, expected) => {
    const { conversations, notes } = read(path, content);
    expect(conversations.map(shape)).toEqual(expected);
    expect(notes).toEqual([]);
  });

  test.each(samples)(
    'a file of conversations in the format %s is recognised by its own reader alone',
    (name, path, content) => {
      const head = Buffer.from(content).subarray(0, 2000);
      expect(
        CONVERSATION_FORMATS.filter((format) => format.recognises(path, head)).map((format) => format.name),
      ).toEqual([name]);
    },
  );

  test.each(samples)(
    'conversations in the format %s are the same in whatever pieces the file is read',
    (_, path, content) => {
      const whole = read(path, content, {}, 1_000_000);
      for (const bytes of [1, 7, 64]) expect(read(path, content, {}, bytes)).toEqual(whole);
    },
  );
});

test('a transcript that quotes another format is read in its own', () => {
  const quoting = jsonl({
    session: 'a',
    role: 'user',
    text: '{"type":"session_meta"} {"mapping": {}} {"sessionId":1,"type":"user"}',
  });
  expect(formatOf('a.jsonl', Buffer.from(quoting))?.name).toBe('plain');
  expect(formatOf('package.json', Buffer.from('{"name":"x","version":"1.0.0"}'))).toBeNull();
});

const kept: [format: string, path: string, content: string, roles: string, tool: string][] = [
  ['claude-code', 's-1.jsonl', CLAUDE_CODE, 'user assistant tool assistant', 'edited 1 file'],
  ['codex', 'rollout-x.jsonl', CODEX, 'user assistant tool assistant', 'app.ts'],
  ['chatgpt', 'conversations.json', CHATGPT, 'user tool assistant assistant', 'results of the search'],
];
test.each(kept)('tool results and thinking are kept if the caller asks: %s', (_, path, content, roles, tool) => {
  const [conversation] = read(path, content, { keepToolResults: true, keepThinking: true }).conversations;
  expect(conversation!.messages.map(({ role }) => role).join(' ')).toBe(roles);
  expect(conversation!.messages.find(({ role }) => role === 'tool')!.text).toBe(tool);
  expect(conversation!.messages.filter(({ text }) => text.includes('(thinking) '))).toHaveLength(1);
  expect(conversation!.notes.join()).not.toMatch(/tool result|thinking/);
});

test('names in a message and paths of its tool calls are listed apart', () => {
  const mentions = (path: string, content: string) =>
    read(path, content).conversations[0]!.messages.map((one) => one.mentions);
  expect(mentions('s-1.jsonl', CLAUDE_CODE).slice(0, 2)).toEqual([
    { paths: [], identifiers: ['PaymentController'], toolPaths: [] },
    { paths: ['src/pay/hooks.ts'], identifiers: [], toolPaths: ['/src/shop/src/pay/retry.ts'] },
  ]);
  expect(mentions('rollout-x.jsonl', CODEX)).toEqual([
    { paths: [], identifiers: [], toolPaths: ['routes/health.ts', 'app.ts'] },
    { paths: ['routes/health.ts'], identifiers: [], toolPaths: [] },
  ]);
  expect(mentions('mine.jsonl', PLAIN)[1]).toEqual({ paths: [], identifiers: ['createLogger'], toolPaths: [] });
});
