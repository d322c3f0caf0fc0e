import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { makeWorld, SHOP } from '../world.ts';
import { post, type Reply, read, send, serve, serveAll, until } from './server.ts';

const shop = serveAll(SHOP);
const TOKEN = 'a-token-of-some-length';

/** Expects a refusal in one line, and that the server answers the next request. */
async function refused(url: string, reply: Reply, [status, code, says]: [number, string, RegExp]): Promise<void> {
  const { error } = read(reply);
  expect({ status: reply.status, code: error.code }).toEqual({ status, code });
  expect(error.message).toMatch(says);
  expect(error.message).not.toContain('\n');
  expect(error).toHaveProperty('hint');
  expect((await send(`${url}/v1/status`)).status).toBe(200);
}

const questions: [what: string, path: string, body: unknown, ...expected: [number, string, RegExp]][] = [
  ['a wrong type', 'pack', { task: 7 }, 400, 'BAD_INPUT', /task \(7\): must be a string/],
  ['a missing field', 'query', {}, 400, 'NO_TASK', /no question/],
  ['nothing to show', 'show', {}, 400, 'NO_TARGET', /nothing to show/],
  ['a field nobody knows', 'pack', { tusk: 'x' }, 400, 'BAD_INPUT', /no field "tusk".*task/],
  ['a folder to write', 'pack', { task: 'x', out: '/tmp/x' }, 400, 'BAD_INPUT', /no field "out"/],
  ['a file to write', 'pack', { task: 'x', manifest: '/tmp/x' }, 400, 'BAD_INPUT', /no field "manifest"/],
  ['a budget that is no number', 'pack', { task: 'x', budget: 'much' }, 400, 'BUDGET_INVALID', /budget \("much"\)/],
  ['the same by its other name', 'query', { query: 'x', maxTokens: -5 }, 400, 'BUDGET_INVALID', /^maxTokens \(-5\)/],
  [
    'two names at once',
    'query',
    { query: 'x', types: ['a'], includeTypes: ['b'] },
    400,
    'BAD_INPUT',
    /includeTypes is/,
  ],
  ['a path upwards', 'show', { targets: ['../../etc/passwd'] }, 403, 'OUTSIDE_ROOT', /passwd/],
  ['an absolute path', 'show', { targets: ['/etc/passwd'] }, 403, 'OUTSIDE_ROOT', /passwd/],
  ['a file upwards', 'pack', { file: ['../../etc/passwd'] }, 403, 'OUTSIDE_ROOT', /passwd/],
  ['a document that is not there', 'show', { targets: ['docs/nope.md'] }, 404, 'NO_SUCH_DOCUMENT', /nope/],
  ['a graph that is not there', 'context', { seeds: ['Atlas'] }, 404, 'NO_GRAPH', /./],
  ['a list instead of an object', 'pack', [1], 400, 'BAD_INPUT', /input/],
  ['null', 'pack', null, 400, 'BAD_INPUT', /input/],
  ['a format nobody knows', 'pack', { task: 'x', format: 'pdf' }, 400, 'BAD_INPUT', /must be markdown/],
];
for (const [what, path, body, ...expected] of questions) {
  test(`the question is refused: ${what}`, async () => {
    const { url } = shop;
    await refused(url, await post(`${url}/v1/${path}`, body), expected);
  });
}

const requests: [
  what: string,
  path: string,
  init: Parameters<typeof send>[1],
  ...expected: [number, string, RegExp],
][] = [
  ['an address nobody knows', '/v1/nope', {}, 404, 'NO_SUCH_ROUTE', /no route \/v1\/nope/],
  ['a path out of the routes', '/v1/../../etc/passwd', {}, 404, 'NO_SUCH_ROUTE', /passwd/],
  ['agents where there are none', '/mcp', { method: 'POST' }, 404, 'NO_SUCH_ROUTE', /--mcp/],
  ['GET where POST is meant', '/v1/pack', {}, 405, 'WRONG_METHOD', /POST/],
  ['DELETE', '/v1/status', { method: 'DELETE' }, 405, 'WRONG_METHOD', /GET/],
  ['a question before the question', '/v1/pack', { method: 'OPTIONS' }, 405, 'WRONG_METHOD', /POST/],
  ['a parameter nobody knows', '/v1/status?x=1', {}, 400, 'BAD_INPUT', /no field "x"/],
  ['no type', '/v1/pack', { method: 'POST', body: '{}' }, 415, 'NOT_JSON', /its type is missing/],
  [
    'a form of a page',
    '/v1/pack',
    { method: 'POST', body: '{"task":"x"}', headers: { 'content-type': 'text/plain' } },
    ...[415, 'NOT_JSON', /text\/plain/],
  ] as never,
  ['half a body', '/v1/pack', json('{"task":'), 400, 'BAD_REQUEST', /not JSON/],
  ['no body', '/v1/pack', json(''), 400, 'BAD_REQUEST', /not JSON/],
  ['a body that is no text', '/v1/pack', json(Buffer.from([0x22, 0xff, 0x22])), 400, 'BAD_REQUEST', /not JSON/],
  ['20 MB', '/v1/pack', json(JSON.stringify({ task: 'x'.repeat(20_000_000) })), 413, 'BODY_TOO_LARGE', /4 MB/],
  [
    'a name that was made to lead here',
    '/v1/status',
    { headers: { host: 'evil.example' } },
    403,
    'FOREIGN_HOST',
    /evil/,
  ],
  ['a host that is none', '/v1/status', { headers: { host: 'a@127.0.0.1' } }, 400, 'BAD_REQUEST', /host/],
  [
    'a page of another site',
    '/v1/status',
    { headers: { origin: 'https://evil.example' } },
    403,
    'FOREIGN_ORIGIN',
    /evil/,
  ],
  ['a page from nowhere', '/v1/status', { headers: { origin: 'null' } }, 403, 'FOREIGN_ORIGIN', /null/],
  [
    'another port of this machine',
    '/v1/status',
    { headers: { origin: 'http://127.0.0.1:1' } },
    403,
    'FOREIGN_ORIGIN',
    /:1/,
  ],
];
for (const [what, path, init, ...expected] of requests) {
  test(`the request is refused: ${what}`, async () => {
    const { url } = shop;
    await refused(url, await send(url + path, init), expected);
  });
}

function json(body: string | Buffer): Parameters<typeof send>[1] {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

test('a body that exceeds the limit is refused even if it states no length', async () => {
  const { url } = shop;
  const chunk = 'x'.repeat(100_000);
  const body = new ReadableStream<string>({
    start: (sink) => {
      sink.enqueue('{"task":"');
      for (let count = 0; count < 60; count++) sink.enqueue(chunk);
      sink.close();
    },
  }).pipeThrough(new TextEncoderStream());
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  // A client that goes on sending may see the connection end before it reads the status.
  const status = await fetch(`${url}/v1/pack`, init)
    .then((reply) => reply.status)
    .catch(() => 413);
  expect(status).toBe(413);
  expect((await send(`${url}/v1/status`)).status).toBe(200);
});

test("a page of the server's own origin and the names of this machine are accepted", async () => {
  const { url } = shop;
  const { port } = new URL(url);
  for (const headers of [
    { origin: url },
    { host: `localhost:${port}` },
    { host: `[::1]:${port}` },
    { host: 'LOCALHOST' },
  ])
    expect((await send(`${url}/v1/status`, { headers: headers as Record<string, string> })).status).toBe(200);
});

const tokens: [what: string, header: string | null, status: number][] = [
  ['none', null, 401],
  ['another', 'Bearer another-token-of-some-length', 401],
  ['the beginning of it', `Bearer ${TOKEN.slice(0, -1)}`, 401],
  ['of another kind', `Basic ${TOKEN}`, 401],
  ['the right one', `Bearer ${TOKEN}`, 200],
];
for (const [what, header, status] of tokens) {
  test(`a server with a token answers ${what} with ${status}`, async () => {
    const { url } = await serve(makeWorld(SHOP), { token: TOKEN });
    const headers: Record<string, string> = header === null ? {} : { authorization: header };
    for (const path of ['/v1/status', '/openapi.json', '/nope']) {
      const reply = await send(url + path, { headers });
      expect(reply.status).toBe(path === '/nope' && status === 200 ? 404 : status);
      if (status !== 401) continue;
      expect(reply.headers['www-authenticate']).toBe('Bearer');
      expect(read(reply).error).toMatchObject({ code: 'NO_TOKEN', hint: expect.stringContaining('Authorization') });
    }
  });
}

test('the work for a caller who disconnects is stopped', async () => {
  const files = Array.from({ length: 400 }, (_, index) => [`src/f${index}.ts`, `export const v${index} = ${index};\n`]);
  const signals: (AbortSignal | undefined)[] = [];
  const server = await serve(makeWorld(Object.fromEntries(files)), {}, ({ signal }) => signals.push(signal));
  for (let round = 0; round < 5; round++) {
    const gone = new AbortController();
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, signal: gone.signal };
    const asked = fetch(`${server.url}/v1/pack`, { ...init, body: '{"task":"change v17"}' });
    await until(() => signals.length > round);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await until(() => signals[round]?.aborted === true);
    await until(() => server.load.running === 0);
  }
  expect((await post(`${server.url}/v1/pack`, { task: 'change v17' })).status).toBe(200);
});

test('callers beyond the queue are refused, and a waiting caller can leave', async () => {
  const server = await serve(makeWorld(SHOP), { limits: { runningMax: 1, waitingMax: 2 } });
  const asked = Array.from({ length: 12 }, () => post(`${server.url}/v1/pack`, { task: 'fix the webhook' }));
  const replies = await Promise.all(asked);
  const sentAway = replies.filter(({ status }) => status === 503);
  expect(sentAway.length).toBeGreaterThan(0);
  expect(read(sentAway[0]!).error.code).toBe('BUSY');
  expect(sentAway[0]!.headers['retry-after']).toBe('1');
  expect(replies.filter(({ status }) => status === 200).length + sentAway.length).toBe(12);
  expect(server.load).toMatchObject({ running: 0, waiting: 0 });
  expect((await post(`${server.url}/v1/pack`, { task: 'fix the webhook' })).status).toBe(200);
});

test('an answer that takes too long is ended with an error', async () => {
  const server = await serve(makeWorld(SHOP), { limits: { answerMs: 1 } });
  const reply = await post(`${server.url}/v1/pack`, { task: 'fix the webhook' });
  expect(reply.status).toBe(504);
  expect(read(reply).error).toMatchObject({ code: 'TIMED_OUT', hint: expect.any(String) });
  await until(() => server.load.running === 0);
});

test('a missing root gives an error that names it, and the server goes on', async () => {
  const root = makeWorld(SHOP);
  const { url } = await serve(`${root}/nope`);
  for (let round = 0; round < 2; round++) {
    const reply = await post(`${url}/v1/pack`, { task: 'x' });
    expect(reply.status).toBe(500);
    expect(read(reply).error).toMatchObject({ code: 'NOT_A_FOLDER', message: expect.stringContaining('nope') });
  }
});

test('clients that never read, never send or send invalid bytes do not delay others', async () => {
  const server = await serve(makeWorld(SHOP));
  const { port } = new URL(server.url);
  const sockets = Array.from({ length: 3 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined));
  const [deaf, , babbler] = sockets;
  const body = JSON.stringify({ task: 'fix the webhook', budget: 16_000 });
  deaf!.pause();
  deaf!.write(
    `POST /v1/pack HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`.repeat(
      20,
    ),
  );
  babbler!.write('hello\r\n\r\n');
  expect((await post(`${server.url}/v1/pack`, { task: 'fix the webhook' })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await until(() => server.load.running === 0 && server.load.waiting === 0);
});
