import { expect, test } from 'vitest';
import { finished } from '../knap.ts';
import { makeWorld, SHOP } from '../world.ts';
import { post, read, send, serve, until } from './server.ts';
import { startServing } from './start-serving.ts';

const TOKEN = 'a-token-of-some-length';

test('a server accepts a host of allowedHosts with the token, and refuses another host or a wrong token', async () => {
  const { url } = await serve(makeWorld(SHOP), { token: TOKEN, allowedHosts: ['knap.internal'] });
  const ask = (host: string, authorization = `Bearer ${TOKEN}`) =>
    send(`${url}/v1/status`, { headers: { host, authorization } }).then(({ status }) => status);
  expect(await ask('knap.internal')).toBe(200);
  expect(await ask('KNAP.internal:443')).toBe(200);
  expect(await ask('knap.internal', 'Bearer wrong')).toBe(401);
  expect(await ask('evil.internal')).toBe(403);
});

test('the log of a server has a line with the request id for each request, without its question', async () => {
  const lines: string[] = [];
  const { url } = await serve(makeWorld(SHOP), { log: (line) => lines.push(line) });
  const wrong = await send(`${url}/v1/pack`);
  expect({ status: wrong.status, allow: wrong.headers.allow }).toEqual({ status: 405, allow: 'POST' });
  const named = await send(`${url}/healthz`, { headers: { 'x-request-id': 'trace-1.a:b' } });
  expect(named.headers['x-request-id']).toBe('trace-1.a:b');
  const odd = await send(`${url}/healthz`, { headers: { 'x-request-id': 'no "such" id' } });
  expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  await post(`${url}/v1/query`, { query: 'a question nobody else should read' });
  await send(`${url}/no%0Asuch?secret=1`);
  const parts = lines.map((line) => line.split(' ').slice(1, 4).join(' '));
  expect(parts).toEqual([
    'GET /v1/pack 405',
    'GET /healthz 200',
    'GET /healthz 200',
    'POST /v1/query 200',
    'GET /no%0Asuch 404',
  ]);
  expect(lines.join()).not.toMatch(/nobody else|secret/);
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z GET \/healthz 200 \d+ms trace-1\.a:b$/);
});

test('/metrics asks for the token, has the format of Prometheus, counts requests and names the version', async () => {
  const { url } = await serve(makeWorld(SHOP), { token: TOKEN });
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect((await send(`${url}/metrics`)).status).toBe(401);
  const status = read(await send(`${url}/v1/status`, { headers }));
  expect(status.data.version).toBe('development');
  for (const path of [`/nowhere/${'x'.repeat(50)}`, '/w/invented/v1/status']) await send(`${url}${path}`, { headers });
  const { text, headers: told } = await send(`${url}/metrics`, { headers });
  expect(told['content-type']).toContain('text/plain; version=0.0.4');
  expect(text).toContain('knap_requests_total{method="GET",route="/v1/status",status="200"} 1');
  expect(text).toContain('route="other",status="404"} 2');
  expect(text).toContain('knap_request_seconds_count{method="GET",route="/v1/status"} 1');
  expect(text).toMatch(/^knap_info\{version="development"\} 1$/m);
  // Every line is a comment or a sample, and every bucket holds those before it.
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.+\})? [\d.e+-]+)$/);
});

test('one server serves several workspaces, each below its name', async () => {
  const shop = makeWorld(SHOP);
  const zoo = makeWorld({ 'src/zebra.ts': 'export function stripes(): number {\n  return 42;\n}\n' });
  const { child, url } = await startServing(shop, '--workspace', `zoo=${zoo}`, '--mcp');
  const ask = async (path: string, query: string) => read(await post(`${url}${path}`, { query })).text;
  expect(await ask('/w/zoo/v1/query', 'stripes')).toContain('return 42');
  expect(await ask('/v1/query', 'handleWebhook')).toContain('handleWebhook');
  expect((await post(`${url}/w/none/v1/query`, { query: 'x' })).status).toBe(404);
  expect((await send(`${url}/metrics`)).text).toContain('route="/w/zoo/v1/query",status="200"} 1');
  await until(async () => (await send(`${url}/readyz`)).status === 200);
  const ended = finished(child);
  child.kill('SIGTERM');
  const { code } = await ended;
  expect(code).toBe(0);
});
