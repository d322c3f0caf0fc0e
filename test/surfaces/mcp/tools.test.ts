import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { makeGraphWorld } from '../../context/graph-world.ts';
import { TANA_ROWS } from '../../worlds/tana-world.ts';
import { makeWorld, SHOP } from '../world.ts';
import { connect, linksOf, textOf } from './connect.ts';

const TOOLS_BYTES_MAX = 12 * 1024;

const NAMES = ['context_pack', 'context_query', 'context_show', 'tana_context', 'context_status'];

// The same calls for everything that holds of every tool.
const CALLS: [tool: string, args: Record<string, unknown>][] = [
  ['context_pack', { task: 'fix handleWebhook in src/payments/webhook.ts', budget: 4000 }],
  ['context_query', { query: 'who sends the confirmation' }],
  ['context_show', { targets: ['docs/payments.md'] }],
  ['context_status', {}],
];

test('the list of tools is short, ordered, read-only and says when to call what', async () => {
  const root = makeWorld(SHOP);
  const client = await connect(root);
  const { tools } = await client.listTools();
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(TOOLS_BYTES_MAX);
  expect(tools.map(({ name }) => name)).toEqual(NAMES);
  expect((await (await connect(root, { era: 'legacy' })).listTools()).tools).toEqual(tools);
  for (const { title, description, annotations, inputSchema, outputSchema } of tools) {
    expect(title).toBeTruthy();
    expect(description).toMatch(/^Call /);
    expect(annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
    expect(inputSchema.type).toBe('object');
    expect(outputSchema?.type).toBe('object');
  }
});

test('what only works at this machine is not offered, and is refused', async () => {
  const root = makeWorld(SHOP);
  const client = await connect(root);
  const [pack] = (await client.listTools()).tools;
  expect(Object.keys(pack?.inputSchema.properties ?? {})).toEqual(expect.arrayContaining(['task', 'budget', 'seen']));
  for (const field of ['out', 'manifest']) expect(pack?.inputSchema.properties).not.toHaveProperty(field);
  const refused = await client.callTool({ name: 'context_pack', arguments: { task: 'fix', out: '/tmp/x' } });
  expect(textOf(refused)).toContain('There is no field "out"');
});

for (const [name, args] of CALLS) {
  test(`${name} gives its text once, and data whose every field its schema names`, async () => {
    const client = await connect(makeWorld(SHOP, { git: true }));
    const { tools } = await client.listTools();
    const schema = tools.find((tool) => tool.name === name)?.outputSchema;
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError).toBeFalsy();
    expect(faultsOf(schema, result.structuredContent)).toEqual([]);
    expect(textOf(result).length).toBeGreaterThan(50);
    // A line of what is quoted, wherever one is.
    for (const line of ['await sendConfirmation(event.order)', 'Stripe retries a webhook for three days'])
      expect(JSON.stringify(result.structuredContent)).not.toContain(line);
  });
}

test('T35 tana_context: a topic, two steps, 4000 tokens, the general lens, fields, markdown, the graph main', async () => {
  using world = await makeGraphWorld({ rows: TANA_ROWS });
  const client = await connect(world.root);
  const { inputSchema, outputSchema } = (await client.listTools()).tools.find(({ name }) => name === 'tana_context')!;
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
  const result = await client.callTool({ name: 'tana_context', arguments: { query: 'Atlas' } });
  expect(faultsOf(outputSchema, result.structuredContent)).toEqual([]);
  expect(result.structuredContent).toMatchObject({
    meta: { workspace: 'main', lens: 'general', depth: { asked: 2 }, tokens: { budget: 4000 } },
    nodes: expect.arrayContaining([expect.objectContaining({ name: 'Atlas', score: 1, distance: 0 })]),
  });
  expect(textOf(result)).toContain('Letters stay where they are');
  expect(JSON.stringify(result.structuredContent)).not.toContain('Letters stay where they are');
});

test('every block is also a link with its name, its type, its lines, its hash and why it is there', async () => {
  const client = await connect(makeWorld(SHOP));
  const result = await client.callTool({ name: 'context_pack', arguments: { task: 'fix handleWebhook' } });
  const { blocks } = result.structuredContent as {
    blocks: { path: string; startLine: number; endLine: number; hash: string }[];
  };
  const links = linksOf(result);
  expect(blocks.length).toBeGreaterThan(0);
  expect(links.map(({ uri }) => uri.replace(/^knap:\/\/[^/]+\//, ''))).toEqual(
    blocks.map(({ path, startLine, endLine, hash }) => `${path}?lines=${startLine}-${endLine}&hash=${hash}`),
  );
  expect(links[0]).toMatchObject({ name: 'src/payments/webhook.ts', mimeType: 'text/x-typescript' });
  expect(links[0]?.description).toContain('handleWebhook');
  for (const link of links) expect((await client.readResource({ uri: link.uri })).contents).toHaveLength(1);
});

test('nothing found is an answer, not an error', async () => {
  const client = await connect(makeWorld(SHOP));
  const result = await client.callTool({ name: 'context_query', arguments: { query: 'zebra giraffe' } });
  expect(result.isError).toBeFalsy();
  expect(result.content).toEqual([{ type: 'text', text: 'Nothing relevant was found.' }]);
});

test('an unindexed workspace tells how far it is, and progress only grows', async () => {
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

function faultsOf(schema: unknown, data: unknown) {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(closed(schema) as object);
  validate(data);
  return validate.errors ?? [];
}

// A schema that takes nothing but what it names.
function closed(schema: unknown): unknown {
  if (Array.isArray(schema) || typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties'
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]))
        : closed(value),
    ]),
  );
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner;
}
