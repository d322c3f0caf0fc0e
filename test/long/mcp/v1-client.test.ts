import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { makeWorld, SHOP } from '../../surfaces/world.ts';
import { CLI } from './server.ts';

test('the client library of MCP version 1 accepts every kind of answer, which it checks against its schema', async () => {
  const root = makeWorld(SHOP, { git: true });
  const env = { PATH: process.env.PATH ?? '', HOME: join(root, '.home') };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', root], env }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools[0]?.name).toBe('context_pack');
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;
  const { resources } = await client.listResources();
  expect((await client.readResource({ uri: resources[0]!.uri })).contents[0]).toHaveProperty('text');
  for (const [name, args] of [
    ['context_pack', { task: 'fix handleWebhook' }],
    ['context_query', { query: 'confirmation' }],
    ['context_show', { targets: ['docs/payments.md'] }],
    ['context_status', {}],
  ] as const)
    expect((await call(name, args)).content, name).toContainEqual({ type: 'text', text: expect.stringMatching(/./) });
  // A failed call passes its checks too.
  expect(await call('context_pack', { budget: 'x' })).toMatchObject({ isError: true });
  expect(
    (await client.getPrompt({ name: 'fix-bug', arguments: { report: 'handleWebhook throws' } })).messages,
  ).toHaveLength(2);
  const completed = await client.complete({
    ref: { type: 'ref/resource', uri: 'knap://{workspace}/{+path}{?lines,hash}' },
    argument: { name: 'path', value: 'src/c' },
  });
  expect(completed.completion.values).toEqual(['src/cart/cart.ts']);
});
