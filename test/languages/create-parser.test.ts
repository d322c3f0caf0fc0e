import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ParseRequest, ParseResult, Parser } from '../../src/ports/source.ts';
import { threadTimeMs } from '../../src/threads/processor-time.ts';
import { openParser, ownTerms, parseOne } from './parse-sample.ts';

const request = (hash: string, text: string, language = 'typescript'): ParseRequest => ({ hash, text, language });
const MANY = Array.from({ length: 120 }, (_, at) =>
  request(`h${at}`, `/** Number ${at}. */\nexport function pay${at}(order: Order) {\n  return charge(order);\n}\n`),
);

// Whatever list its terms stand in.
const alone = (result: ParseResult) => ({
  ...result,
  terms: { ...result.terms, terms: ownTerms(result), places: undefined },
});

let inline: Parser;
let threads: Parser;
beforeAll(async () => {
  inline = await openParser({ workers: 0 });
  threads = await openParser({ inlineFilesMax: 0 });
});
afterAll(async () => {
  await inline.close();
  await threads.close();
});

test('worker threads find the same symbols as the calling thread, in the requested order', async () => {
  const here = await inline.parse(MANY);
  expect(here.map(({ hash }) => hash)).toEqual(MANY.map(({ hash }) => hash));
  expect((await threads.parse(MANY)).map(alone)).toEqual(here.map(alone));
});

test('several calls at the same time each get their own result', async () => {
  const batches = [MANY.slice(0, 50), MANY.slice(50, 60), MANY.slice(60)];
  const results = await Promise.all(batches.map((batch) => threads.parse(batch)));
  expect(results.map((batch) => batch.map(({ hash }) => hash))).toEqual(
    batches.map((batch) => batch.map(({ hash }) => hash)),
  );
});

test('closing a parser does not affect another parser of its thread', async () => {
  const other = await openParser({ workers: 0 });
  const [first] = await other.parse(MANY.slice(0, 1));
  await other.close();
  expect((await inline.parse(MANY.slice(0, 1))).map(alone)).toEqual([alone(first!)]);
});

test('parsing no texts gives no results', async () => expect(await threads.parse([])).toEqual([]));

describe('a file that ends or blocks its worker affects only itself', () => {
  const cases: [text: string, note: RegExp, fileTimeoutMs: number][] = [
    ['CRASH()', /ended unexpectedly/, 60_000],
    ['THROW()', /thrown by the test/, 60_000],
    ['HANG()', /longer than 1 s/, 1000],
  ];
  for (const [text, note, fileTimeoutMs] of cases) {
    test(`a text that stops its parser thread gets a note, and other texts are parsed: ${text}`, async () => {
      const workerUrl = new URL('./faulty-worker.ts', import.meta.url);
      const parser = await openParser({ inlineFilesMax: 0, workers: 1, workerUrl, fileTimeoutMs });
      const results = await parser.parse([request('bad', text), ...MANY.slice(0, 10)]);
      await parser.close();
      expect(results[0]).toMatchObject({ hash: 'bad', isParsed: false, facts: { symbols: [], lineCount: 1 } });
      expect(results[0]?.facts.notes.join()).toMatch(note);
      expect(results.slice(1).map(({ facts }) => facts.symbols.length)).toEqual(new Array(10).fill(1));
    });
  }
});

test('a file whose grammar cannot be interrupted is abandoned too', async () => {
  const parser = await openParser({ inlineFilesMax: 10, workers: 1, fileTimeoutMs: 1000 });
  const text = `enum S${' word'.repeat(2400)}\n${'let a = 1\n'.repeat(60)}`.repeat(4);
  const [result] = await parser.parse([request('slow', text, 'swift')]);
  await parser.close();
  expect(result?.facts.notes.join()).toMatch(/longer than 1 s/);
});

test('a file that waits for the processor is not abandoned', async () => {
  const workerUrl = new URL('./faulty-worker.ts', import.meta.url);
  const parser = await openParser({ inlineFilesMax: 0, workers: 1, workerUrl, fileTimeoutMs: 300 });
  const [result] = await parser.parse([{ hash: 'slow', text: 'WAIT()\n', language: null }]);
  await parser.close();
  expect(result?.facts.notes).toEqual([]);
});

test('the time in which a thread waits hardly counts as its processor time', () => {
  const before = threadTimeMs();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(threadTimeMs() - before).toBeLessThan(150);
});

test('idle threads are ended, and other threads take the next files', async () => {
  const started = new BroadcastChannel('knap-test-threads');
  let threads = 0;
  started.onmessage = () => threads++;
  const workerUrl = new URL('./telling-worker.ts', import.meta.url);
  const parser = await openParser({ inlineFilesMax: 0, workers: 1, workerUrl, threadRestMs: 0 });
  const here = await inline.parse(MANY.slice(0, 3));
  // The second thread takes work only after the first was ended.
  while (threads < 2) {
    expect((await parser.parse(MANY.slice(0, 3))).map(alone)).toEqual(here.map(alone));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  started.close();
  await parser.close();
});

test('threads prepared for languages, one of them unknown, parse the next files', async () => {
  const started = new BroadcastChannel('knap-test-threads');
  let threads = 0;
  const isStarted = new Promise<void>((resolve) => {
    started.onmessage = () => resolve(void threads++);
  });
  const workerUrl = new URL('./telling-worker.ts', import.meta.url);
  const parser = await openParser({ inlineFilesMax: 0, workers: 1, workerUrl });
  parser.prepare?.(['typescript', 'klingon', 'markdown']);
  await isStarted;
  const here = await inline.parse(MANY.slice(0, 3));
  expect((await parser.parse(MANY.slice(0, 3))).map(alone)).toEqual(here.map(alone));
  expect(threads).toBe(1);
  started.close();
  await parser.close();
});

test('a worker that cannot start leaves texts without symbols, with a note', async () => {
  const parser = await openParser({ inlineFilesMax: 0, workerUrl: new URL('./no-such-worker.ts', import.meta.url) });
  const results = await parser.parse(MANY);
  await parser.close();
  expect(results.map(({ isParsed }) => isParsed)).toEqual(MANY.map(() => false));
  expect(results[0]?.facts.notes.join()).toMatch(/no-such-worker/);
});

test('a file whose grammar is missing is not parsed, with a note', async () => {
  const parser = await openParser({ grammarsDir: '/nonexistent', workers: 0 });
  const result = await parseOne(parser, 'go', 'package a\n');
  await parser.close();
  expect(result.isParsed).toBe(false);
  expect(result.facts.notes.join()).toMatch(/grammar of go could not be loaded/);
});

test('symbols beyond the limit are left out with a note', async () => {
  const parser = await openParser({ symbolsPerFileMax: 2 });
  const result = await parseOne(parser, 'python', 'def a(): pass\ndef b(): pass\ndef c(): pass\n');
  await parser.close();
  expect(result.facts.symbols.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(result.facts.notes).toEqual(['only the first 2 of 3 symbols are kept']);
});

test('a parser that is closed while it parses still answers for every text', async () => {
  const parser = await openParser({ inlineFilesMax: 0 });
  const running = parser.parse(MANY);
  await parser.close();
  expect((await running).length).toBe(MANY.length);
});
