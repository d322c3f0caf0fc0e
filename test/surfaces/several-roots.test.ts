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
    ['packs both', 'context_pack', () => ({ task: 'the total of an invoice' }), () => there('src/invoice.ts')],
    ['asks both', 'context_query', () => ({ query: 'invoiceTotal' }), () => there('src/invoice.ts')],
    [
      'opens what a pack named',
      'context_show',
      () => ({ targets: [there('src/stock.ts:1-3')] }),
      () => 'function stockLeft',
    ],
    [
      'looks for lines in one repository',
      'context_grep',
      () => ({ pattern: 'stock', path: there('src') }),
      () => 'stockLeft',
    ],
    [
      'looks for uses in both repositories',
      'context_uses',
      () => ({ symbol: 'invoiceTotal' }),
      () => there('src/invoice.ts'),
    ],
  ];
  for (const [name, tool, input, said] of cases)
    test(`the server ${name}`, async () => {
      const client = await connect(shop, { beside: [library] });
      const result = (await client.callTool({ name: tool, arguments: input() })) as CallToolResult;
      expect([errorOf(result), textOf(result)]).toEqual([undefined, expect.stringContaining(said())]);
    });

  const outside: [name: string, path: () => string][] = [
    ['beside both', () => `${relative(shop, library)}-other/a.ts`],
    ['by the other up', () => there('../secret.ts')],
    ['up alone', () => '../secret.ts'],
    ['absolute', () => `${library}-other/src/stock.ts`],
  ];
  for (const [name, path] of outside)
    test(`a path outside both repositories is refused: ${name}`, async () => {
      const client = await connect(shop, { beside: [library] });
      const result = await client.callTool({ name: 'context_show', arguments: { targets: [path()] } });
      expect(errorOf(result as CallToolResult)?.code).toBe('OUTSIDE_ROOT');
    });
});

test('a server answers for all of its roots', async () => {
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
    test(`${name} resolves paths from the current folder`, async () => {
      const { stdout, stderr, code } = await knap(library, [...args(), ...roots]);
      expect([code, stderr]).toEqual([0, expect.anything()]);
      expect(stdout).toMatch(said);
    });
});
