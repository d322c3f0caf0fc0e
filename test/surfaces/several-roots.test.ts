import { relative } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { LIBRARY, SHOP } from '../worlds/library-and-shop.ts';

import { startServing } from './http/start-serving.ts';
import { knap } from './knap.ts';
import { connect, errorOf, textOf } from './mcp/connect.ts';
import { shareWorld } from './world.ts';

const shop = shareWorld(SHOP);
const library = shareWorld(LIBRARY);
const there = (path: string) => `${relative(shop, library)}/${path}`;

describe('an agent can use two repositories over a single server', () => {
  const cases: [name: string, tool: string, input: () => Record<string, unknown>, said: () => string][] = [
    [
      'context_pack quotes a file of the second',
      'context_pack',
      () => ({ task: 'the total of an invoice' }),
      () => there('src/invoice.ts'),
    ],
    [
      'context_query finds a function of the second',
      'context_query',
      () => ({ query: 'invoiceTotal' }),
      () => there('src/invoice.ts'),
    ],
    [
      'context_show opens lines of the second',
      'context_show',
      () => ({ targets: [there('src/stock.ts:1-3')] }),
      () => 'function stockLeft',
    ],
    [
      'context_grep looks in a folder of the second',
      'context_grep',
      () => ({ pattern: 'stock', path: there('src') }),
      () => 'stockLeft',
    ],
    [
      'context_uses finds a definition in the second',
      'context_uses',
      () => ({ symbol: 'invoiceTotal' }),
      () => there('src/invoice.ts'),
    ],
  ];
  for (const [name, tool, input, said] of cases)
    test(`on an MCP server of two repositories, ${name}`, async () => {
      const client = await connect(shop, { beside: [library] });
      const result = (await client.callTool({ name: tool, arguments: input() })) as CallToolResult;
      expect([errorOf(result), textOf(result)]).toEqual([undefined, expect.stringContaining(said())]);
    });

  const outside: [name: string, path: () => string][] = [
    ['in a folder beside the second', () => `${relative(shop, library)}-other/a.ts`],
    ['above the second', () => there('../secret.ts')],
    ['above the first', () => '../secret.ts'],
    ['absolute, beside the second', () => `${library}-other/src/stock.ts`],
  ];
  for (const [name, path] of outside)
    test(`context_show refuses a path outside both repositories: ${name}`, async () => {
      const client = await connect(shop, { beside: [library] });
      const result = await client.callTool({ name: 'context_show', arguments: { targets: [path()] } });
      expect(errorOf(result as CallToolResult)?.code).toBe('OUTSIDE_ROOT');
    });
});

test('knap serve with two roots packs and shows files of the second root', async () => {
  const { url } = await startServing(shop, '--root', shop, '--root', library);
  const ask = async (route: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${url}${route}`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  };
  expect(await ask('/v1/pack', { task: 'the total of an invoice' })).toContain(there('src/invoice.ts'));
  expect(await ask('/v1/show', { targets: [there('src/stock.ts')] })).toContain('stockLeft');
});

describe('paths are relative to the current folder', () => {
  const cases: [name: string, args: () => string[], said: RegExp][] = [
    ['show', () => ['show', `${library}/src/stock.ts`], /stockLeft/],
    ['grep', () => ['grep', 'stock', '--path', `${library}/src`], /stockLeft/],
    ['uses', () => ['uses', 'invoiceTotal'], /invoice\.ts[\s\S]*checkout\.ts/],
  ];
  let roots: string[];
  beforeAll(() => {
    roots = ['--root', shop, '--root', library];
  });
  for (const [name, args, said] of cases)
    test(`knap ${name} with two roots, started in the second, finds its files`, async () => {
      const { stdout, stderr, code } = await knap(library, [...args(), ...roots]);
      expect([code, stderr]).toEqual([0, expect.anything()]);
      expect(stdout).toMatch(said);
    });
});
