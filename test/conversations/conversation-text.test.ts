import { expect, test } from 'vitest';
import { categoryOf } from '../../src/model/entity.ts';
import {
  conversationPath,
  symbolsOfConversation,
  writeConversation,
} from '../../src/sources/conversations/conversation-place.ts';
import { mentionsIn } from '../../src/sources/conversations/transcript/draft.ts';
import { GROWTH_MAX, growthOf } from '../worlds/growth.ts';
import { CLAUDE_CODE, jsonl, PLAIN, read } from './samples.ts';

const conversation = read('s-1.jsonl', CLAUDE_CODE).conversations[0]!;

test('a session is written as a document with the lines of each message', () => {
  const { text, messages } = writeConversation(conversation);
  expect(text).toBe(`# Webhook retries

## User, 2025-03-04 10:00 UTC
Why does \`PaymentController\` drop events?

## Assistant, 2025-03-04 10:00 UTC
It has no retry; see src/pay/hooks.ts:12.

## Assistant, 2025-03-04 10:01 UTC
We decided to retry three times.
`);
  expect(messages).toEqual([
    [3, 4],
    [6, 7],
    [9, 10],
  ]);
});

test('a session that grows keeps its line numbers', () => {
  const longer = read(
    's-1.jsonl',
    CLAUDE_CODE + jsonl({ type: 'user', sessionId: 's-1', uuid: 'z', message: { content: 'and\nnow?' } }),
  );
  const [before, after] = [writeConversation(conversation), writeConversation(longer.conversations[0]!)];
  expect(after.messages.slice(0, 3)).toEqual(before.messages);
  expect(after.text.startsWith(before.text)).toBe(true);
});

test('A26 sessions, messages and decisions are symbols of the category conversation', () => {
  const symbols = symbolsOfConversation(conversation);
  expect(
    symbols.map(({ qualifiedName, kind, parent, startLine, endLine }) => [
      ...[qualifiedName, kind, parent, startLine, endLine],
    ]),
  ).toEqual([
    ['session', 'session', null, 1, 10],
    ['m1', 'message', 0, 3, 4],
    ['m2', 'message', 0, 6, 7],
    ['m3', 'message', 0, 9, 10],
    ['m3-1', 'decision', 3, 10, 10],
  ]);
  expect(symbols.map(({ kind }) => categoryOf(kind))).toEqual(Array(5).fill('conversation'));
  expect(symbols.map(({ signature }) => signature)).toEqual([
    '# Webhook retries',
    '## User, 2025-03-04 10:00 UTC\nWhy does `PaymentController` drop events?',
    '## Assistant, 2025-03-04 10:00 UTC\nIt has no retry; see src/pay/hooks.ts:12.',
    '## Assistant, 2025-03-04 10:01 UTC\nWe decided to retry three times.',
    'We decided to retry three times.',
  ]);
  expect(symbols[4]!.doc).toBe('We decided to retry three times.');
  expect(symbols[1]!.calls).toEqual(['PaymentController']);
});

test('the lines of a decision contain its sentence', () => {
  const text = 'First.\n\n- We agreed to use\n  tabs.\n\n## Decision\n\nOne name each, always.';
  const [one] = read('p.jsonl', jsonl({ session: 'a', role: 'user', text })).conversations;
  const lines = writeConversation(one!).text.split('\n');
  const quoted = symbolsOfConversation(one!)
    .filter(({ kind }) => kind === 'decision')
    .map(({ startLine, endLine }) => lines.slice(startLine - 1, endLine).join('|'));
  expect(quoted).toEqual(['- We agreed to use|  tabs.', 'One name each, always.']);
});

test('the same conversation gives the same symbols', () => {
  const symbols = () => read('p.jsonl', PLAIN).conversations.flatMap((one) => symbolsOfConversation(one));
  expect(JSON.stringify(symbols())).toBe(JSON.stringify(symbols()));
});

const paths: [id: string, expected: string][] = [
  ['2025-01 login', 'conversation:plain/2025-01%20login'],
  ['..', 'conversation:plain/%2E%2E'],
  ['../../etc/passwd', 'conversation:plain/..%2F..%2Fetc%2Fpasswd'],
  ['a#3', 'conversation:plain/a%233'],
  ['a\nb', 'conversation:plain/a%0Ab'],
  ['\ud800', 'conversation:plain/%EF%BF%BD'],
];
test.each(paths)('the id %j of a conversation is escaped in its path', (id, expected) => {
  expect(conversationPath({ format: 'plain', id })).toBe(expected);
});

test('long ids of conversations are cut in their paths, which stay different', () => {
  const of = (id: string) => conversationPath({ format: 'plain', id });
  expect(of('x'.repeat(5000)).length).toBeLessThan(130);
  expect(of(`${'x'.repeat(5000)}1`)).not.toBe(of(`${'x'.repeat(5000)}2`));
});

const mentions: [text: string, paths: string[], identifiers: string[]][] = [
  ['see `src/a.ts` and src/b/c.py:12 please', ['src/a.ts', 'src/b/c.py'], []],
  ['`Shop.pay()` calls handleWebhook and user_id', [], ['Shop.pay', 'handleWebhook', 'user_id']],
  ['Just words, and/or a thing. See https://example.com/a/b.html', [], []],
  ['C:\\shop\\src\\a.ts broke', ['C:/shop/src/a.ts'], []],
  ['```\nsrc/listed.ts\n```\nnot listed', [], []],
  ['call parse() twice: parse()', [], ['parse']],
];
test.each(mentions)(
  'the right paths and identifiers are found in the message %j',
  (text, expectedPaths, identifiers) => {
    expect(mentionsIn(text)).toEqual({ paths: expectedPaths, identifiers, toolPaths: [] });
  },
);

test('paths and identifiers of a huge message are found in linear time', async () => {
  for (const text of [
    'a/'.repeat(60_000),
    'aB'.repeat(60_000),
    'a_'.repeat(60_000),
    '`'.repeat(100_000),
    'a.b'.repeat(40_000),
  ])
    expect(await growthOf(mentionsIn, text)).toBeLessThan(GROWTH_MAX);
});
