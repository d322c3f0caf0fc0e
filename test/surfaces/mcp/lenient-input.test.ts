import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeWorld, SHOP } from '../world.ts';
import { connect, textOf } from './connect.ts';

const asking = (client: Awaited<ReturnType<typeof connect>>) => async (name: string, args: Record<string, unknown>) =>
  textOf(await client.callTool({ name, arguments: args }));

test('an MCP connection gets the note on left-out files once and the note on a secret again', async () => {
  const secret = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`;
  const root = makeWorld({
    ...SHOP,
    'certs/server.key': 'x\n',
    'src/token.ts': `export const githubToken = '${secret}';\n`,
  });
  const ask = asking(await connect(root));
  const LEFT_OUT = /1 file left out/;
  expect(await ask('context_query', { query: 'githubToken' })).toMatch(LEFT_OUT);
  for (const [name, args] of [
    ['context_query', { query: 'githubToken' }],
    ['context_grep', { pattern: 'githubToken' }],
    ['context_show', { targets: ['src/token.ts'] }],
  ] as const)
    expect(await ask(name, args), name).not.toMatch(LEFT_OUT);
  expect(await ask('context_query', { query: 'githubToken' })).toContain('looks like a secret');
  expect(await ask('context_status', {})).toMatch(LEFT_OUT);
  expect(await asking(await connect(root))('context_query', { query: 'githubToken' })).toMatch(LEFT_OUT);
});

test('context_show prints the id of the lines it shows', async () => {
  const client = await connect(makeWorld(SHOP));
  const shown = await client.callTool({
    name: 'context_show',
    arguments: { targets: ['src/payments/webhook.ts:3-7'] },
  });
  expect(textOf(shown)).toMatch(/^# `src\/payments\/webhook\.ts:3-7@[0-9a-f]{6}`$/m);
});

test('context_show accepts an absolute path in the workspace, also by a link to the root, and refuses others', async () => {
  const root = makeWorld(SHOP);
  const link = join(makeWorld({}), 'link');
  symlinkSync(root, link);
  const client = await connect(root, { named: link });
  const shows = async (target: string) =>
    textOf(await client.callTool({ name: 'context_show', arguments: { targets: [target] } }));
  for (const path of [
    `${root}/src/payments/webhook.ts:3-7`,
    `${link}/src/payments/webhook.ts#L3-L7`,
    `file://${root}/src/payments/webhook.ts:3`,
  ])
    expect(await shows(path), path).toMatch(/^# `src\/payments\/webhook\.ts:3/m);
  expect(await shows(`${link}/src/payments/webhok.ts`)).toContain('near are "src/payments/webhook.ts"');
  for (const path of ['/etc/passwd', `${root}/../x.ts`, `${root}-other/a.ts`, 'file:///etc/passwd', '/none', '~/a.ts'])
    expect(await shows(path), path).toMatch(/^OUTSIDE_ROOT: .* is not inside the workspace/);
});

test('context_query prints sources below its results only with includeSources', async () => {
  const ask = asking(await connect(makeWorld(SHOP)));
  expect(await ask('context_query', { query: 'handleWebhook' })).not.toContain('Sources');
  expect(await ask('context_query', { query: 'handleWebhook', includeSources: true })).toContain('Sources');
});

// Arguments of models that did not read the schema; each is understood.
const MEANT: readonly [tool: string, args: Record<string, unknown>, holds: string, lacks?: string][] = [
  ['context_grep', { pattern: 'Webhook', under: ['src/payments'] }, 'src/payments/webhook.ts', 'webhook.test'],
  ['context_grep', { query: 'Webhook', path: 'src/payments' }, 'src/payments/webhook.ts', 'webhook.test'],
  [
    'context_grep',
    { pattern: 'webhook', case_insensitive: true, include: '*.test.ts' },
    'webhook.test.ts',
    'payments.md',
  ],
  ['context_pack', { query: 'fix handleWebhook', max_tokens: 900 }, 'webhook without id'],
  ['context_pack', { task: 'fix handleWebhook', include: ['test'], path: 'test' }, 'a webhook sends', 'without id'],
  ['context_query', { q: 'handleWebhook', type: 'Function', top_k: 1 }, 'webhook without id'],
  ['context_show', { target: 'handleWebhook' }, 'webhook without id'],
  ['context_show', { file: 'src/payments/webhook.ts:3-7' }, 'webhook without id'],
  ['context_show', { targets: '["src/payments/webhook.ts:3-7"]' }, 'webhook without id'],
  ['context_show', { targets: ['"src/payments/webhook.ts:3-7"'] }, 'webhook without id'],
  ['context_show', { targets: ['b/src/payments/webhook.ts'] }, 'webhook without id'],
  ['context_show', { targets: ['src/payments/*.ts'] }, 'webhook without id', 'No document'],
  ['context_show', { targets: ['docs/payments.md, src/payments/webhook.ts'] }, 'webhook without id', 'No document'],
  ['context_pack', { task: 'fix it', guesses: ['handleWebhook'] }, 'webhook without id'],
  ['context_uses', { name: 'handleWebhook', kinds: 'tests' }, 'webhook.test.ts', 'Defined'],
  ['context_search', { query: 'handleWebhook' }, 'webhook without id'],
  ['knap_read', { path: 'src/payments/webhook.ts' }, 'webhook without id'],
  ['find_references', { symbol: 'handleWebhook' }, 'Defined in'],
];
test('MCP tools accept synonyms of fields and tools, and note unknown fields in the answer', async () => {
  const ask = asking(await connect(makeWorld(SHOP)));
  for (const [tool, args, holds, lacks] of MEANT) {
    const text = await ask(tool, args);
    expect(text, `${tool} ${JSON.stringify(args)}`).toContain(holds);
    if (lacks !== undefined) expect(text, `${tool} ${JSON.stringify(args)}`).not.toContain(lacks);
    expect(text).not.toContain('There is no field');
  }
  const aside = await ask('context_grep', { pattern: 'Webhook', zebra: 1 });
  expect(aside).toContain('src/payments/webhook.ts');
  expect(aside).toMatch(/Note: There is no field "zebra"; there are pattern, regex, .*under.*\. It was ignored/);
  expect(await ask('context_status', { zebra: 1 })).toContain('files');
  const partly = await ask('context_show', { targets: ['../other/a.ts', 'src/payments/webhook.ts:3-7'] });
  expect(partly).toContain('webhook without id');
  expect(partly).toContain('Note: targets: ../other/a.ts is not inside the workspace');
});
