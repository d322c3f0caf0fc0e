import type { CallToolResult, Client as NewClient } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, test } from 'vitest';
import { makeGraphWorld } from '../../context/graph-world.ts';
import { TANA_ROWS } from '../../worlds/tana-world.ts';
import { SHOP, writeFiles } from '../world.ts';
import { connect, textOf } from './connect.ts';
import { openStreams } from './streams.ts';

// Each tool with a line that only its page holds.
const PAGES: [tool: string, args: Record<string, unknown>, line: string][] = [
  ['context_pack', { task: 'fix handleWebhook in src/payments/webhook.ts' }, 'await sendConfirmation(event.order)'],
  ['context_query', { query: 'who sends the confirmation' }, "const subject = 'Your order ' + order"],
  ['context_show', { targets: ['docs/payments.md'] }, 'Stripe retries a webhook for three days'],
  ['context_show', { targets: ['src/cart/cart.ts'] }, 'this.items.push(item)'],
  ['tana_context', { query: 'Atlas' }, 'Letters stay where they are'],
  ['context_status', {}, 'files'],
];

// Which part of a result clients pass on.
const HANDS_ON: Readonly<Record<string, (result: CallToolResult) => string>> = {
  'prefers structuredContent': (result) =>
    result.structuredContent === undefined ? textOf(result) : JSON.stringify(result.structuredContent),
  'prefers content': textOf,
};

type Calls = (asked: { name: string; arguments: Record<string, unknown> }) => Promise<CallToolResult>;

async function expectPages(callTool: Calls): Promise<void> {
  for (const [name, args, line] of PAGES) {
    const result = await callTool({ name, arguments: args });
    expect(result.isError, name).toBeFalsy();
    for (const [who, handsOn] of Object.entries(HANDS_ON)) expect(handsOn(result), `${name}: ${who}`).toContain(line);
  }
}

test('an answer to the current MCP client has the code in its text and in any structured content', async () => {
  using world = await makeGraphWorld({ rows: TANA_ROWS });
  writeFiles(world.root, SHOP);
  const client: NewClient = await connect(world.root);
  // Lists the tools first, so that the client checks answers by their schemas.
  await client.listTools();
  await expectPages((asked) => client.callTool(asked));
});

test('an answer to the first MCP client has the code in its text and in any structured content', async () => {
  using world = await makeGraphWorld({ rows: TANA_ROWS });
  writeFiles(world.root, SHOP);
  const client = new FirstClient({ name: 'test', version: '1' });
  const { transport, end } = openStreams(world.root);
  await client.connect(transport as unknown as Transport);
  await client.listTools();
  await expectPages(async (asked) => (await client.callTool(asked)) as CallToolResult);
  await client.close();
  await end();
});
