import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LENSES } from '../../../src/lenses/index.ts';
import { makeGraphWorld } from '../../context/graph-world.ts';
import { TANA_ROWS } from '../../worlds/tana-world.ts';
import { makeWorld, SHOP } from '../world.ts';
import { connect, textOf } from './connect.ts';

const TOOLS_BYTES_MAX = 8000;
const ALL_TOOLS_BYTES_MAX = 10_000;

const NAMES = ['context_pack', 'context_query', 'context_show', 'context_grep', 'context_uses', 'context_status'];
const WITH_GRAPH = NAMES.toSpliced(-1, 0, 'tana_context');

test('the MCP tools are listed in less than 8 kB, in a fixed order, read-only and with a description', async () => {
  const root = makeWorld(SHOP);
  const client = await connect(root);
  const { tools } = await client.listTools();
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(TOOLS_BYTES_MAX);
  expect(tools.map(({ name }) => name)).toEqual(NAMES);
  expect(tools.map(({ inputSchema }) => inputSchema.required)).toEqual([
    undefined,
    ['query'],
    ['targets'],
    ['pattern'],
    ['symbol'],
    undefined,
  ]);
  expect((await (await connect(root, { era: 'legacy' })).listTools()).tools).toEqual(tools);
  for (const { title, description, annotations, inputSchema, outputSchema } of tools) {
    expect(title).toBeTruthy();
    expect(description).toMatch(/^Call /);
    expect(annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
    expect(inputSchema.type).toBe('object');
    for (const field of inputSchema.required ?? []) expect(inputSchema.properties).toHaveProperty(field);
    // With an output schema, some clients show the model only structured content.
    expect(outputSchema).toBeUndefined();
  }
});

test('context_pack does not offer out or manifest, and refuses out', async () => {
  const root = makeWorld(SHOP);
  const client = await connect(root);
  const [pack] = (await client.listTools()).tools;
  expect(Object.keys(pack?.inputSchema.properties ?? {})).toEqual(expect.arrayContaining(['task', 'budget', 'seen']));
  for (const field of ['out', 'manifest']) expect(pack?.inputSchema.properties).not.toHaveProperty(field);
  const refused = await client.callTool({ name: 'context_pack', arguments: { task: 'fix', out: join(root, 'x') } });
  expect(textOf(refused)).toContain('There is no field "out"');
  expect(existsSync(join(root, 'x'))).toBe(false);
});

test('every MCP tool except context_status states the default budget 4000', async () => {
  const client = await connect(makeWorld(SHOP));
  const { tools } = await client.listTools();
  const defaults = tools.map(({ name, inputSchema: { properties } }) => {
    const { budget, maxTokens } = (properties ?? {}) as Record<string, { default?: unknown }>;
    return [name, (budget ?? maxTokens)?.default];
  });
  expect(Object.fromEntries(defaults)).toEqual({
    ...Object.fromEntries(NAMES.map((name) => [name, 4000])),
    context_status: undefined,
  });
});

test('T35 tana_context states and applies the defaults of its fields, and applies the values given', async () => {
  using world = await makeGraphWorld({ rows: TANA_ROWS });
  const client = await connect(world.root);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(WITH_GRAPH);
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(ALL_TOOLS_BYTES_MAX);
  const { inputSchema } = tools.find(({ name }) => name === 'tana_context')!;
  expect(inputSchema.required).toEqual(['query']);
  const fields = Object.entries(inputSchema.properties ?? {}) as [string, { default?: unknown }][];
  expect(Object.fromEntries(fields.map(([name, field]) => [name, field.default]))).toEqual({
    query: undefined,
    depth: 2,
    maxTokens: 4000,
    lens: 'general',
    includeFields: true,
    format: 'markdown',
    workspace: 'main',
  });
  for (const { name } of LENSES) expect(JSON.stringify(inputSchema.properties?.lens)).toContain(name);
  const result = await client.callTool({ name: 'tana_context', arguments: { query: 'Atlas' } });
  expect(textOf(result)).toMatch(/general lens, 2 steps · workspace main/);
  expect(textOf(result)).toMatch(/of 4,000 tokens/);
  expect(textOf(result)).toContain('Letters stay where they are');
  const says = async (more: Record<string, unknown>) =>
    textOf(await client.callTool({ name: 'tana_context', arguments: { query: 'task-schema', ...more } }));
  expect(await says({ depth: 1 })).toContain('general lens, 1 step ');
  expect(await says({ maxTokens: 900 })).toMatch(/\d of (?:8|9)\d\d tokens/);
  expect(await says({ lens: 'coding' })).toContain('coding lens');
  expect(await says({ includeFields: false })).not.toContain('**Status:**');
  expect(await says({ format: 'xml' })).toMatch(/^<context query="task-schema"/);
  expect(await says({ workspace: 'mian' })).toContain('did you mean "main"?');
  expect(await says({ query: 'kP3_zT-w9QxB' })).toContain('There is no node with the id “kP3_zT-w9QxB”');
});

test('T35 tana_context answers from the only graph, from main of several, or from one that the query cites', async () => {
  using world = await makeGraphWorld({ rows: TANA_ROWS, workspaces: ['garden'] });
  const ask = async (root: string, query: string) =>
    textOf(await (await connect(root)).callTool({ name: 'tana_context', arguments: { query } }));
  expect(await ask(world.root, 'Atlas')).toContain('workspace garden');
  using both = await makeGraphWorld({ rows: TANA_ROWS, workspaces: ['main', 'team'] });
  expect(await ask(both.root, 'Atlas')).toContain('workspace main');
  expect(await ask(both.root, 'tana:team/proj-atlas')).toContain('workspace team');
});

test('context_pack with remember sends code again only when it has changed', async () => {
  const root = makeWorld(SHOP);
  const client = await connect(root);
  const pack = async (more: Record<string, unknown>) =>
    textOf(await client.callTool({ name: 'context_pack', arguments: { task: 'fix handleWebhook', ...more } }));
  const [first] = (await client.listTools()).tools;
  expect(first?.inputSchema.properties).toHaveProperty('remember');
  expect(await pack({ remember: true })).toContain('webhook without id');
  expect(await pack({ remember: true })).not.toContain('webhook without id');
  // A call without the field gets everything, because others may share the connection.
  expect(await pack({})).toContain('webhook without id');
  writeFileSync(join(root, 'src/payments/webhook.ts'), `// new\n${SHOP['src/payments/webhook.ts']}`);
  expect(await pack({ remember: true })).toContain('webhook without id');
});

test('errors of MCP tools name no command-line option or command', async () => {
  const client = await connect(makeWorld(SHOP));
  const calls: [name: string, args: Record<string, unknown>][] = [
    ['context_show', { targets: ['nowhere'] }],
    ['context_show', { targets: ['docs/payments.md'], brief: true, context: 10 }],
    ['context_show', { targets: ['docs/payments.md'], section: 'nowhere' }],
    ['context_pack', { task: 'x', since: '3h' }],
    ['context_pack', { diff: 'main' }],
    ['context_pack', {}],
    ['context_pack', { task: 'x', budget: 'much' }],
  ];
  for (const [name, args] of calls) {
    const text = textOf(await client.callTool({ name, arguments: args }));
    expect(text).toMatch(/^[A-Z_]+: /);
    expect(text).not.toMatch(/--[a-z]|knap [a-z]/);
  }
});

test('context_query without a result says so and is no error', async () => {
  const client = await connect(makeWorld(SHOP));
  const result = await client.callTool({ name: 'context_query', arguments: { query: 'zebra giraffe' } });
  expect(result.isError).toBeFalsy();
  // The same text has the note on what is missing.
  expect(textOf(result)).toBe('Nothing relevant was found.\nNote: no history: not in a git repository');
});

test('context_pack in a workspace without an index reports increasing progress', async () => {
  const client = await connect(makeWorld(SHOP, { git: true }));
  const seen: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
  await client.callTool(
    { name: 'context_pack', arguments: { task: 'fix handleWebhook' } },
    { onprogress: (progress) => seen.push(progress) },
  );
  expect(seen[0]?.message).toMatch(/^scan \d+/);
  const values = seen.map(({ progress }) => progress);
  expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b));
});
