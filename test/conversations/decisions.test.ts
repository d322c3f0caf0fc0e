import { describe, expect, test } from 'vitest';
import type { Message, MessageRole } from '../../src/sources/conversations/conversation.ts';
import { decisionsOf, isDecisionRecord } from '../../src/sources/conversations/decisions.ts';
import { readContent } from '../../src/sources/markdown/read-document.ts';
import { GROWTH_MAX, growthOf } from '../worlds/growth.ts';

const message = (text: string, role: MessageRole = 'user', timeMs: number | null = 5): Message => ({
  role,
  timeMs,
  text,
  mentions: { paths: [], identifiers: [], toolPaths: [] },
});
const sentences = (text: string, role?: MessageRole) =>
  decisionsOf({ messages: [message(text, role)] }).map(({ sentence }) => sentence);

const decided = [
  'We decided to keep the queue in PostgreSQL.',
  "We've decided against a second cache.",
  'I have decided to drop the beta flag from the API.',
  "Let's go with SQLite.",
  "Let's go with SQLite instead of LevelDB.",
  'let’s stick with the old parser for this release',
  "Let's use zod instead of hand-written checks.",
  'Decision: use PostgreSQL for the shared store.',
  'Decision: SQLite.',
  '**Decision:** errors are values, exceptions are faults.',
  'Final decision: we ship without the watcher.',
  "I'll use a worker pool because parsing blocks the loop.",
  'We will use UUIDv7 rather than serial ids.',
  "We're going with server-side rendering instead of a single page.",
  'We settled on camelCase for JSON keys.',
  'We agreed that the importer never deletes rows.',
  'It was decided to keep both endpoints until June.',
  'The decision was to move billing into its own service.',
  'We chose Redis over Memcached because of its streams.',
  "We're going to standardise on pnpm because workspaces need it.",
  'After the outage we opted for at-least-once delivery.',
  'We went with cursor pagination instead of offsets.',
];
const undecided = [
  'Should we go with SQLite or PostgreSQL?',
  "We haven't decided on a queue yet.",
  'Have we decided on the queue?',
  'If we decide to use Kafka, we need three brokers.',
  "Maybe let's go with SQLite.",
  'We could go with SQLite instead of PostgreSQL.',
  'Once we agreed on the schema, the rest would be easy.',
  "Let's go with that.",
  "Let's go!",
  "Let's look at the tests first.",
  "I'll use the grep tool because it is faster.",
  "I'll read the file because I need its exports.",
  'The user decides which theme is shown.',
  'The function decided_at returns the time of the decision.',
  'Use const instead of let.',
  'What was the decision on retries?',
  'Decision: TBD',
  'No decision was made in the meeting.',
  'I think we should use zod instead of joi.',
  "Let's use a two-column layout that shows an overview.",
  'They decided to rewrite it in Go.',
  'I will now run the tests and report back.',
  'Do you want me to go with option 2 instead of option 1?',
  'We never agreed to drop support for Node 18.',
];

describe('A26 sentences that state a decision are found', () => {
  test.each(decided)('the sentence states a decision: %s', (text) => expect(sentences(text)).toEqual([text.trim()]));
  test.each(undecided)('the sentence states no decision: %s', (text) => expect(sentences(text)).toEqual([]));
});

const within: [name: string, text: string, expected: [string, number, number][]][] = [
  [
    'one sentence of several',
    'I looked at both. We decided to keep v1. Tests follow.',
    [['We decided to keep v1.', 1, 1]],
  ],
  [
    'across a line break',
    'So, all in all:\n\nwe decided to keep\nthe old name. Good.',
    [['we decided to keep the old name.', 3, 4]],
  ],
  [
    'items of a list',
    '- We agreed to use tabs.\n- Nothing else.\n- We settled on LF line ends.',
    [
      ['We agreed to use tabs.', 1, 1],
      ['We settled on LF line ends.', 3, 3],
    ],
  ],
  [
    'under a heading',
    '## Decision\n\nEvery job is idempotent.\n\n## Next\n\nWrite the tests for it.',
    [['Every job is idempotent.', 3, 3]],
  ],
  ['not in a listing', '```\nWe decided to use X here.\n```\nfine', []],
  ['not in a quotation', '> We decided to use X here.', []],
  ['not in a table', '| We decided to use X here. | b |', []],
  [
    'abbreviations end no sentence',
    'We decided to use a queue, e.g. SQS. Done now.',
    [['We decided to use a queue, e.g. SQS.', 1, 1]],
  ],
  ['said twice, stated once', 'We decided to keep v1. We decided to keep v1.', [['We decided to keep v1.', 1, 1]]],
];
test.each(within)('the decisions of a message are found with their lines: %s', (_, text, expected) => {
  const found = decisionsOf({ messages: [message(text)] });
  expect(found.map(({ sentence, lines }) => [sentence, ...lines])).toEqual(expected);
});

test('decisions are found in messages of people and models, not of tools and clients', () => {
  const text = 'We decided to keep v1.';
  const messages = [message('hello'), message(text, 'tool'), message(text, 'system'), message(text, 'assistant', null)];
  expect(decisionsOf({ messages })).toEqual([{ message: 3, sentence: text, lines: [1, 1] }]);
});

test('a long message without a full stop holds no decision and is read in linear time', async () => {
  const long = [`we decided ${'to go with it and '.repeat(60_000)}`, 'we will use '.repeat(50), 'a. '.repeat(100_000)];
  for (const text of long) {
    expect(sentences(text)).toEqual([]);
    expect(await growthOf(sentences, text)).toBeLessThan(GROWTH_MAX);
  }
});

const NYGARD = `# 7. Keep the index disposable

Date: 2024-05-06

## Status

Superseded by [ADR 12](0012-x.md)

## Context

Stores break.

## Decision

We rebuild the index
whenever in doubt.

## Consequences

None.
`;
const MADR = `---
status: "accepted"
date: 2023-01-02
---
# Use Markdown for records

## Context and Problem Statement

How are they kept?

## Decision Drivers

* ease

## Considered Options

* MADR

## Decision Outcome

Chosen option: "MADR", because it is lean.

### Consequences

* Good
`;
const OLD_MADR =
  '# Use X\n\n* Status: proposed\n* Date: 2022-03-04\n\n## Context\n\nWhy.\n\n## Decision Outcome\n\nX.\n';
const UNDERLINED =
  'ADR-3: Names\n===\n\nStatus\n---\n\n**Accepted.**\n\nContext\n---\n\nThey differ.\n\nDecision\n---\n\nOne name each.\n';

const documents: [name: string, text: string, isRecord: boolean][] = [
  ['a record in the form of Nygard', NYGARD, true],
  ['a record in the form MADR', MADR, true],
  ['MADR with fields in a list', OLD_MADR, true],
  ['underlined headings', UNDERLINED, true],
  ['CRLF', NYGARD.replaceAll('\n', '\r\n'), true],
  ['a marked heading', NYGARD.replace('## Decision', '## ✅ Decision:'), true],
  ['a guide that has a section on decisions', '# Guide\n\n## Decisions\n\nWe make them on Mondays.\n', false],
  ['a template', MADR.replace('"MADR", because it is lean', '"{title of option 1}", because {justification}'), false],
  ['an empty decision', '# X\n\n## Context\n\nWhy.\n\n## Decision\n\n## Consequences\n\nNone.\n', false],
  ['any other page', '# Hello\n\nWe decided to write a page.\n', false],
  ['an empty text', '', false],
];
describe('documents that record a decision', () => {
  for (const [name, text, isRecord] of documents)
    test(`a document is ${isRecord ? '' : 'not '}recognised as a decision record: ${name}`, () =>
      expect(isDecisionRecord(text, readContent(text).sections)).toBe(isRecord));
});
