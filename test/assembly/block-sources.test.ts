import { expect, test } from 'vitest';
import { FORMATTERS } from '../../src/formats/index.ts';
import { fileOf, pack, TASK } from './world.ts';

const PATH = 'src/pay.ts';
const HASH = '9f2c41aa00112233';
const FILE = {
  ...fileOf(PATH, 0.9, [
    { name: 'refund', lines: 200, score: 0 },
    { name: 'pay', lines: 12, score: 0.9 },
  ]),
  hash: HASH,
};

// The page of a pack folder, and the one that a model reads.
const cases = FORMATTERS.flatMap(({ name }) => [[name, 'pack'] as const, [name, 'prompt'] as const]);

test.each(cases)(
  'a block in %s, layout %s, is printed below its path, its lines, a reason and its hash',
  (format, page) => {
    const { text, pack: made } = pack([FILE], { format, page, budgetTokens: 900 });
    expect(made.blocks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([[202, 213]]);
    const [before = ''] = text.split('export function pay');
    const told = {
      path: before.includes(PATH),
      lines: /\b202-213\b|"startLine":202,"endLine":213/.test(before),
      reason: before.includes(' in names and body'),
      hash: before.includes(HASH.slice(0, 6)),
    };
    expect(told).toEqual({ path: true, lines: true, reason: true, hash: true });
  },
);

test.each(cases)('a block in %s, layout %s, is marked as stale if its text is from the index', (format, page) => {
  const { text } = pack([{ ...FILE, isStale: true }], { format, page, budgetTokens: 900 });
  expect(text).toMatch(/stale: from the index|stale="true"|"isStale":true/);
});

test('PACK.md prints a domain of the task with its first four keywords', () => {
  const keywords = ['stripe', 'webhook', 'refund', 'invoice', 'tax'];
  const task = { ...TASK, domains: [{ name: 'payments', keywords, strength: 0.8 }] };
  expect(pack([FILE], { task }).text).toContain('payments (stripe, webhook, refund, invoice)');
});
