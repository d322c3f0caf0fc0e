import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { serveOverHttp } from '../../../src/surfaces/mcp/create-server.ts';
import { makeWorld, SHOP } from '../world.ts';
import { post, read, send, serve } from './server.ts';

async function connect(url: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

test('context_pack over /mcp gives the same text as POST /v1/pack with a budget of 3,600', async () => {
  const { url } = await serve(makeWorld(SHOP), { mcp: serveOverHttp });
  const client = await connect(url);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('context_pack');
  const task = 'fix the webhook confirmation';
  const { content } = await client.callTool({ name: 'context_pack', arguments: { task } });
  const { text } = read(await post(`${url}/v1/pack`, { task, aim: 'focused', budget: 3600 }));
  expect((content as readonly { text?: string }[])[0]!.text).toBe(text);
});

test('/mcp refuses a missing token, a foreign host or origin, and a body that is too large', async () => {
  const token = 'a-token-of-some-length';
  const { url } = await serve(makeWorld(SHOP), { mcp: serveOverHttp, token });
  const headers = { authorization: `Bearer ${token}` };
  const client = await connect(url, headers);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  const ask = (more: Record<string, string>) => send(`${url}/mcp`, { method: 'POST', headers: more, body: '{}' });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ ...headers, host: 'evil.example' })).status).toBe(403);
  expect((await ask({ ...headers, origin: 'https://evil.example' })).status).toBe(403);
  const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'x'.repeat(5_000_000) } });
  const json = { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  expect((await send(`${url}/mcp`, { method: 'POST', headers: json, body: large })).status).toBe(413);
});
