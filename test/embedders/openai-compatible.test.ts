import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOpenaiCompatible, type ServerSettings } from '../../src/embedders/openai-compatible.ts';
import { type Reply, startServer } from './embedding-server.ts';

let server: Awaited<ReturnType<typeof startServer>>;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

let nowMs = 0;
const open = (more: Partial<ServerSettings> = {}) =>
  createOpenaiCompatible({
    url: server.url,
    model: 'small',
    key: null,
    dimensions: null,
    timeoutMs: 60_000,
    attempts: 3,
    backOffMs: 1,
    batchTexts: 4,
    questionCharactersMax: 100,
    restMs: 1000,
    now: () => nowMs,
    ...more,
  });
const DOCUMENT = { as: 'document' } as const;
const answering =
  (status: number, message: string, headers: Record<string, string> = {}): Reply =>
  () => ({ status, headers, body: { error: { message } } });

test('texts are sent to an embedding server in batches, and their vectors have order and length one', async () => {
  const texts = Array.from({ length: 10 }, (_, at) => `text ${'abcdefghij'[at]!.repeat(5)}`);
  const vectors = await open().embed(texts, DOCUMENT);
  expect(server.asked.map(({ body }) => body.input.length)).toEqual([4, 4, 2]);
  expect(server.asked[0]).toMatchObject({ path: '/v1/embeddings', body: { model: 'small' } });
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  const [alone] = await open().embed([texts[7]!], DOCUMENT);
  expect([...vectors[7]!]).toEqual([...alone!]);
});

test('the address of an embedding server may end with a slash', async () => {
  await open({ url: `${server.url}/` }).embed(['x'], DOCUMENT);
  expect(server.asked[0]?.path).toBe('/v1/embeddings');
});

test('the key and length of vectors are sent to an embedding server only if they are set', async () => {
  await open({ key: 'sesame', dimensions: 64 }).embed(['x'], DOCUMENT);
  await open().embed(['x'], DOCUMENT);
  expect(server.asked.map(({ headers, body }) => [headers.authorization, body.dimensions])).toEqual([
    ['Bearer sesame', 64],
    [undefined, undefined],
  ]);
});

test('a question is cleaned and cut before it is sent to an embedding server, a document is not', async () => {
  await open().embed([`Bug <!-- template --> here ${'x'.repeat(200)}`], { as: 'query' });
  await open().embed(['<!-- kept -->'], DOCUMENT);
  expect(server.texts()[0]).toMatch(/^Bug {3}here x{80,}$/);
  expect(server.texts()[0]).toHaveLength(100);
  expect(server.texts()[1]).toBe('<!-- kept -->');
});

describe('a failing server is asked again', () => {
  const passing: [name: string, reply: Reply][] = [
    ['busy', answering(429, 'slow down')],
    ['busy and saying for how long', answering(429, 'slow down', { 'retry-after': '0' })],
    ['failing', answering(503, 'starting')],
    ['answering nonsense', () => ({ body: '<html>' })],
  ];
  for (const [name, reply] of passing)
    test(`a request is repeated if the embedding server is ${name}`, async () => {
      server.reply((asked, count) => (count < 3 ? reply(asked, count) : server.usual(asked, count)));
      expect(await open().embed(['x y z'], DOCUMENT)).toHaveLength(1);
      expect(server.asked).toHaveLength(3);
    });
});

describe('a failing server gives an error of one line', () => {
  const failing: [name: string, reply: Reply, requests: number, message: RegExp][] = [
    ['failing all the time', answering(500, 'out of memory'), 3, /^the server answered 500: out of memory$/],
    ['refusing', answering(404, 'model "small"\n not found'), 1, /^the server answered 404: model/],
    ['refusing with nothing to say', () => ({ status: 401, body: '' }), 1, /^the server answered 401$/],
    ['sending elsewhere', () => ({ status: 302, headers: { location: '/other' }, body: '' }), 3, /cannot be reached/],
    ['not answering', () => null, 3, /^no answer within 0\.3 s$/],
    ['answering without vectors', () => ({ body: { data: 'none' } }), 1, /holds no vectors/],
    [
      'answering with too few vectors',
      () => ({ body: { data: [{ index: 0, embedding: [1] }] } }),
      1,
      /gave 1 vectors for 2 texts/,
    ],
    [
      'answering with vectors of two lengths',
      () => ({ body: { data: [1, 2].map((length, index) => ({ index, embedding: new Array(length).fill(1) })) } }),
      1,
      /vectors of 1 and of 2 numbers/,
    ],
  ];
  for (const [name, reply, requests, message] of failing)
    test(`an embedding server fails with the reason: ${name}`, async () => {
      server.reply(reply);
      // Only who never answers is waited for in vain.
      await expect(
        open({ timeoutMs: name === 'not answering' ? 300 : 60_000 }).embed(['x', 'y'], DOCUMENT),
      ).rejects.toThrow(message);
      expect(server.asked).toHaveLength(requests);
    });

  test('an embedding server that does not run gives an error that names the cause', async () => {
    await server.stop();
    await expect(open().embed(['x'], DOCUMENT)).rejects.toThrow(/cannot be reached \(ECONNREFUSED\)/);
  });

  test('an error of an embedding server does not repeat the key', async () => {
    server.reply(answering(401, 'bad key sesame-open'));
    await expect(open({ key: 'sesame-open' }).embed(['x'], DOCUMENT)).rejects.toThrow(/bad key …$/);
  });
});

test('an embedding server that failed is not asked again for a while', async () => {
  const embedder = open({ attempts: 1 });
  server.reply(answering(500, 'broken'));
  await expect(embedder.embed(['x'], DOCUMENT)).rejects.toThrow(/broken/);
  server.reply();
  nowMs += 999;
  await expect(embedder.embed(['x'], DOCUMENT)).rejects.toThrow(/broken/);
  expect(server.asked).toHaveLength(1);
  nowMs += 1;
  expect(await embedder.embed(['x'], DOCUMENT)).toHaveLength(1);
});

test('an aborted request to an embedding server fails, and the next one is sent', async () => {
  const stop = new AbortController();
  const embedder = open();
  server.reply(() => {
    stop.abort(new Error('enough'));
    return null;
  });
  await expect(embedder.embed(['x'], { as: 'document', signal: stop.signal })).rejects.toThrow('enough');
  server.reply();
  expect(await embedder.embed(['x'], DOCUMENT)).toHaveLength(1);
});
