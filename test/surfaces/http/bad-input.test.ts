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
  ['a number for a task', 'pack', { task: 7 }, 400, 'BAD_INPUT', /task \(7\): must be a string/],
  ['a query without a question', 'query', {}, 400, 'NO_TASK', /no question/],
  ['show without targets', 'show', {}, 400, 'NO_TARGET', /nothing to show/],
  ['an unknown field', 'pack', { tusk: 'x' }, 400, 'BAD_INPUT', /no field "tusk".*task/],
  ['a folder to write', 'pack', { task: 'x', out: '/tmp/x' }, 400, 'BAD_INPUT', /no field "out"/],
  ['a file to write', 'pack', { task: 'x', manifest: '/tmp/x' }, 400, 'BAD_INPUT', /no field "manifest"/],
  ['a budget that is no number', 'pack', { task: 'x', budget: 'much' }, 400, 'BUDGET_INVALID', /budget \("much"\)/],
  [
    'a negative budget called maxTokens',
    'query',
    { query: 'x', maxTokens: -5 },
    400,
    'BUDGET_INVALID',
    /^maxTokens \(-5\)/,
  ],
  [
    'a field given by two names',
    'query',
    { query: 'x', types: ['a'], includeTypes: ['b'] },
    400,
    'BAD_INPUT',
    /includeTypes is/,
  ],
  ['a target above the root', 'show', { targets: ['../../etc/passwd'] }, 403, 'OUTSIDE_ROOT', /passwd/],
  ['a target with an absolute path', 'show', { targets: ['/etc/passwd'] }, 403, 'OUTSIDE_ROOT', /passwd/],
  ['a file above the root', 'pack', { file: ['../../etc/passwd'] }, 403, 'OUTSIDE_ROOT', /passwd/],
  ['a document that does not exist', 'show', { targets: ['docs/nope.md'] }, 404, 'NO_SUCH_DOCUMENT', /nope/],
  ['a question about a graph where none is imported', 'context', { seeds: ['Atlas'] }, 404, 'NO_GRAPH', /./],
  ['a list instead of an object', 'pack', [1], 400, 'BAD_INPUT', /input/],
  ['null instead of an object', 'pack', null, 400, 'BAD_INPUT', /input/],
  ['an unknown format', 'pack', { task: 'x', format: 'pdf' }, 400, 'BAD_INPUT', /must be markdown/],
];
for (const [what, path, body, ...expected] of questions) {
  test(`the server refuses a question, in one line with a hint: ${what}`, async () => {
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
  ['an unknown address', '/v1/nope', {}, 404, 'NO_SUCH_ROUTE', /no route \/v1\/nope/],
  ['a path that leads out of the routes', '/v1/../../etc/passwd', {}, 404, 'NO_SUCH_ROUTE', /passwd/],
  ['/mcp on a server without --mcp', '/mcp', { method: 'POST' }, 404, 'NO_SUCH_ROUTE', /--mcp/],
  ['GET on a route of POST', '/v1/pack', {}, 405, 'WRONG_METHOD', /POST/],
  ['DELETE on a route of GET', '/v1/status', { method: 'DELETE' }, 405, 'WRONG_METHOD', /GET/],
  ['OPTIONS on a route of POST', '/v1/pack', { method: 'OPTIONS' }, 405, 'WRONG_METHOD', /POST/],
  ['an unknown parameter', '/v1/status?x=1', {}, 400, 'BAD_INPUT', /no field "x"/],
  ['a body without a content type', '/v1/pack', { method: 'POST', body: '{}' }, 415, 'NOT_JSON', /its type is missing/],
  [
    'a body of type text/plain',
    '/v1/pack',
    { method: 'POST', body: '{"task":"x"}', headers: { 'content-type': 'text/plain' } },
    ...[415, 'NOT_JSON', /text\/plain/],
  ] as never,
  ['half a JSON body', '/v1/pack', json('{"task":'), 400, 'BAD_REQUEST', /not JSON/],
  ['an empty body', '/v1/pack', json(''), 400, 'BAD_REQUEST', /not JSON/],
  ['a body that is not UTF-8', '/v1/pack', json(Buffer.from([0x22, 0xff, 0x22])), 400, 'BAD_REQUEST', /not JSON/],
  [
    'a body of 20 MB',
    '/v1/pack',
    json(JSON.stringify({ task: 'x'.repeat(20_000_000) })),
    413,
    'BODY_TOO_LARGE',
    /4 MB/,
  ],
  ['a foreign host name', '/v1/status', { headers: { host: 'evil.example' } }, 403, 'FOREIGN_HOST', /evil/],
  ['an invalid host name', '/v1/status', { headers: { host: 'a@127.0.0.1' } }, 400, 'BAD_REQUEST', /host/],
  [
    'the origin of another site',
    '/v1/status',
    { headers: { origin: 'https://evil.example' } },
    403,
    'FOREIGN_ORIGIN',
    /evil/,
  ],
  ['the origin null', '/v1/status', { headers: { origin: 'null' } }, 403, 'FOREIGN_ORIGIN', /null/],
  [
    'the origin of another port of this machine',
    '/v1/status',
    { headers: { origin: 'http://127.0.0.1:1' } },
    403,
    'FOREIGN_ORIGIN',
    /:1/,
  ],
];
for (const [what, path, init, ...expected] of requests) {
  test(`the server refuses a request, in one line with a hint: ${what}`, async () => {
    const { url } = shop;
    await refused(url, await send(url + path, init), expected);
  });
}

function json(body: string | Buffer): Parameters<typeof send>[1] {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

test('the server refuses a body above the limit that states no length, and answers the next request', async () => {
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

test('the server accepts its own origin and the names of this machine as the host', async () => {
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
  ['no token', null, 401],
  ['another token', 'Bearer another-token-of-some-length', 401],
  ['the beginning of the token', `Bearer ${TOKEN.slice(0, -1)}`, 401],
  ['the token as Basic authorization', `Basic ${TOKEN}`, 401],
  ['the right token', `Bearer ${TOKEN}`, 200],
];
for (const [what, header, status] of tokens) {
  test(`a server that requires a token answers a request with ${what} with status ${status}`, async () => {
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

test('the server aborts the question of a caller who disconnects, and answers the next one', async () => {
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

test('the server answers 503 with Retry-After to some of twelve questions when it may queue two', async () => {
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

test('the server ends an answer that takes longer than its limit with status 504', async () => {
  const server = await serve(makeWorld(SHOP), { limits: { answerMs: 1 } });
  const reply = await post(`${server.url}/v1/pack`, { task: 'fix the webhook' });
  expect(reply.status).toBe(504);
  expect(read(reply).error).toMatchObject({ code: 'TIMED_OUT', hint: expect.any(String) });
  await until(() => server.load.running === 0);
});

test('every pack asked of a server whose root does not exist gives an error that names the root', async () => {
  const root = makeWorld(SHOP);
  const { url } = await serve(`${root}/nope`);
  for (let round = 0; round < 2; round++) {
    const reply = await post(`${url}/v1/pack`, { task: 'x' });
    expect(reply.status).toBe(500);
    expect(read(reply).error).toMatchObject({ code: 'NOT_A_FOLDER', message: expect.stringContaining('nope') });
  }
});

test('the server answers a pack while other clients never read, never send or send invalid bytes', async () => {
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
