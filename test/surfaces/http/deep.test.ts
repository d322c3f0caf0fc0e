import { expect, test } from 'vitest';
import { ROUTES } from '../../../src/surfaces/http/routes.ts';
import { serveOverHttp } from '../../../src/surfaces/mcp/create-server.ts';
import { makeWorld, SHOP } from '../world.ts';
import { read, send, serve, serveAll } from './server.ts';

const shop = serveAll(SHOP);
const DEPTH = 100_000;
const SHAPES: [what: string, body: string][] = [
  ['lists', `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`],
  ['objects in a task', `{"task":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`],
  ['lists in targets', `{"targets":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`],
  ['lists in an unknown field', `{"x":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`],
];
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

for (const [what, body] of SHAPES) {
  test(`every POST route refuses 100,000 nested ${what} as bad input, in a short answer`, async () => {
    for (const { path } of ROUTES.filter(({ method }) => method === 'post')) {
      const reply = await send(shop.url + path, { method: 'POST', headers, body });
      expect([reply.status, read(reply).error.code], path).toEqual([400, 'BAD_INPUT']);
      expect(reply.text.length).toBeLessThan(500);
    }
  });
}

test('/mcp answers a deeply nested message with an error that is not internal, and the server goes on', async () => {
  const { url } = await serve(makeWorld(SHOP), { mcp: serveOverHttp });
  const call = (args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"context_pack","arguments":${args}}}`;
  for (const [what, body] of SHAPES) {
    for (const sent of [body, call(body)]) {
      const reply = await send(`${url}/mcp`, { method: 'POST', headers, body: sent });
      expect(reply.status, what).toBeLessThan(500);
      expect(reply.text, what).toMatch(/error/i);
      expect(reply.text, what).not.toContain('INTERNAL');
    }
  }
  expect((await send(`${url}/v1/status`)).status).toBe(200);
});
