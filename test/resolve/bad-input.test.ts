import { describe, expect, test } from 'vitest';
import { parsePatch } from '../../src/pipeline/hunks/parse-patch.ts';
import { recentLines } from '../../src/pipeline/resolve/read-log.ts';
import { parseTraces } from '../../src/pipeline/resolve/traces/parse-traces.ts';
import { findPrintedMessages } from '../../src/search/printed-messages.ts';
import { findRouteLines } from '../../src/search/route-matching.ts';
import { findBestRun } from '../../src/signals/quoted-text.ts';
import { GROWTH_MAX, growthOf } from '../worlds/growth.ts';
import { ask } from './world.ts';

describe('bad input', () => {
  for (const text of ['', '   \n\t'])
    test(`an empty task ${JSON.stringify(text)} is refused`, async () =>
      expect(ask(text)).rejects.toMatchObject({ code: 'NO_TASK' }));
  const odd: [name: string, text: string][] = [
    ['one word', 'checkout'],
    ['only stop words', 'it is what it is'],
    ['Chinese', '修复支付页面的错误，订单没有保存'],
    ['Arabic', 'إصلاح صفحة الدفع'],
    ['emoji', '🔥🔥🔥'],
    ['binary', '\0\x01\x02\uFFFDPK\x03\x04\x7fELF\0checkout\0'],
    ['an open fence', '```ts\nconst checkout = 1;'],
    ['an open comment', '<!-- checkout'],
    ['lone surrogates', '\uD800checkout\uDC00'],
  ];
  for (const [name, text] of odd)
    test(`a task of ${name} has a title and a confidence, and is read the same twice`, async () => {
      const task = await ask(text);
      expect(task.title).not.toBe('');
      expect(task.confidence).toBeGreaterThanOrEqual(0);
      expect(task.confidence).toBeLessThanOrEqual(1);
      expect(await ask(text)).toEqual(task);
    });
  test('control characters never reach the task', async () => {
    expect(JSON.stringify(await ask('\0\x01checkout\x1b[31m'))).not.toMatch(/\\u00[01]/);
  });
  test('a task past the limit is cut, with a note', async () => {
    const task = await ask(`${'checkout is slow. '.repeat(12_000)}`);
    expect(task.text).toHaveLength(200_000);
    expect(task.notes).toEqual([
      expect.stringMatching(/216000 characters; only the first 200000/),
      expect.stringMatching(/first 50000 characters/),
    ]);
    expect(task.keywords[0]?.word).toBe('checkout');
  });
  test('a trace at the end of a long task is found', async () => {
    const task = await ask(
      `Slow\n\n${'word after word. '.repeat(8000)}\n\nError: last\n    at a (/srv/src/index.ts:1:2)`,
    );
    expect(task.traces[0]).toMatchObject({ message: 'Error: last', frames: [{ path: 'src/index.ts', line: 1 }] });
  });
  test('a log past the limit is read from its end', async () => {
    const errorLog = `${'noise\n'.repeat(300_000)}Error: last\n    at a (/srv/src/index.ts:1:2)`;
    const task = await ask({ text: 'x', errorLog });
    expect(task.traces[0]?.message).toBe('Error: last');
    expect(task.notes[0]).toMatch(/only the last 1000000/);
  });
});

describe('every pattern is linear', () => {
  const units = [
    'a',
    '(',
    '/',
    '.',
    '_',
    ' ',
    '\n',
    '`',
    '<!--',
    '[',
    '![',
    '](',
    'at ',
    'a/',
    'a.',
    'a-',
    'A',
    'Aa',
    '\\',
    ':1',
    '#',
    '>',
    '"',
    '1',
    'http://',
    '\ta:1:in ',
    '修',
    '@@',
    'x(y',
    '<p ',
  ];
  const WANTED = ['a', 'aa', 'at', 'http', 'a', '1', '_', 'x', 'y', 'a'];
  const readers: [name: string, read: (text: string) => unknown][] = [
    ['resolve', (text) => ask(`x ${text}`)],
    ['resolve a log', (errorLog) => ask({ text: 'x', errorLog })],
    ['parseTraces', (text) => parseTraces(text, () => true)],
    ['parsePatch', (text) => parsePatch(`--- "a/${text}\n+++ b/x\n${text}`)],
    ['recentLines', (text) => recentLines(text, 1, 1e12)],
    ['findPrintedMessages', (text) => findPrintedMessages({ text, title: text.slice(0, 120) }, [text])],
    ['findBestRun', (text) => findBestRun(text, { words: WANTED, worths: WANTED.map(() => 1), anchors: WANTED })],
    ['findRouteLines', (text) => findRouteLines(text, ['a', null, 'aa'])],
  ];
  for (const [name, read] of readers)
    test(`the function ${name} reads a megabyte of repeated text in linear time`, async () => {
      await read('warm up at x.ts:1');
      const slow: string[] = [];
      for (const unit of units) {
        const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
        const grown = await growthOf(read, text);
        if (grown > GROWTH_MAX) slow.push(`${JSON.stringify(unit)}: eight times as long takes ${grown} times the time`);
      }
      expect(slow).toEqual([]);
    });
});
