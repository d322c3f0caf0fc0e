import { expect, test } from 'vitest';
import { DEFAULTS } from '../../../src/config/defaults.ts';
import { FORMATTERS } from '../../../src/formats/index.ts';
import { makeGraphWorld } from '../../context/graph-world.ts';
import { TANA_ROWS } from '../../worlds/tana-world.ts';
import { makeWorld, SHOP } from '../world.ts';
import { connect, errorOf, textOf } from './connect.ts';
import { makeOwnWorld, sentTokens } from './sent.ts';

const BUDGETS = [300, 450, 700, 1000, 1600, 2500, 4000, 8000];
const FORMATS = FORMATTERS.map(({ name }) => name);
const QUESTIONS: [tool: string, args: Record<string, unknown>][] = [
  ['context_pack', { task: 'notes must not cost more than textsOf leaves of the budget' }],
  ['context_query', { query: 'who redacts what leaves' }],
  ['context_show', { targets: ['docs/guide/agents.md#resources'] }],
];

test('answers of context_pack, context_query and context_show cost at most their budget in every format', async () => {
  const client = await connect(await makeOwnWorld(['src/surfaces', 'docs/guide']));
  for (const [index, budget] of BUDGETS.entries())
    for (const [at, [name, args]] of QUESTIONS.entries())
      for (const [place, format] of FORMATS.entries()) {
        // Half of the combinations: each pair of budget, question and format occurs.
        if ((index + at + place) % 2 === 1) continue;
        const result = await client.callTool({ name, arguments: { ...args, budget, format } });
        expect(errorOf(result), `${name} ${budget} ${format}`).toBeUndefined();
        expect(await sentTokens(result), `${name} ${budget} ${format}`).toBeLessThanOrEqual(budget);
      }
});

test('an answer of an MCP tool without a budget costs at most the default', async () => {
  const client = await connect(await makeOwnWorld(['src/surfaces', 'docs/guide']));
  for (const [name, args] of QUESTIONS) {
    const sent = await sentTokens(await client.callTool({ name, arguments: args }));
    expect(sent, name).toBeLessThanOrEqual(DEFAULTS.mcp.budgetTokens);
    expect(sent, name).toBeGreaterThan(100);
  }
});

test('an answer of tana_context costs at most its budget in every format, notes included', async () => {
  using world = await makeGraphWorld({ rows: TANA_ROWS });
  const client = await connect(world.root);
  for (const maxTokens of [60, 300, 499, 1000, 4000])
    for (const format of FORMATS) {
      const result = await client.callTool({ name: 'tana_context', arguments: { query: 'Atlas', maxTokens, format } });
      expect(errorOf(result)).toBeUndefined();
      expect(await sentTokens(result), `${maxTokens} ${format}`).toBeLessThanOrEqual(maxTokens);
    }
});

test('context_pack with the tokenizer characters costs at most the budget given as maxTokens', async () => {
  const client = await connect(makeWorld(SHOP));
  const args = { task: 'fix handleWebhook', tokenizer: 'characters', maxTokens: 900 };
  const result = await client.callTool({ name: 'context_pack', arguments: args });
  expect(errorOf(result)).toBeUndefined();
  expect(await sentTokens(result, 'characters')).toBeLessThanOrEqual(900);
});

test('context_query accepts maxTokens and includeTypes, and an error uses the name the caller gave', async () => {
  const client = await connect(makeWorld(SHOP));
  const ask = (args: object) =>
    client.callTool({ name: 'context_query', arguments: { query: 'verify the signature', ...args } });
  const result = await ask({ maxTokens: 900, includeTypes: ['function'], tokenizer: 'characters' });
  expect(errorOf(result)).toBeUndefined();
  expect(await sentTokens(result, 'characters')).toBeLessThanOrEqual(900);
  expect(textOf(result)).toBe(textOf(await ask({ budget: 900, types: ['function'], tokenizer: 'characters' })));
  expect(errorOf(await ask({ maxTokens: -5 }))).toMatchObject({ message: 'maxTokens (-5): must be at least 0.' });
  expect(errorOf(await ask({ maxTokens: 5, budget: 5 }))).toMatchObject({
    message: 'maxTokens is another name of budget; give one of them.',
  });
});

test('context_show shows named lines whole without a budget, and refuses them above a given budget', async () => {
  const lines = Array.from({ length: 1500 }, (_, index) => `export const value${index} = ${index};`);
  const client = await connect(makeWorld({ ...SHOP, 'src/long.ts': `${lines.join('\n')}\n` }));
  const show = (args: object) =>
    client.callTool({ name: 'context_show', arguments: { targets: ['src/long.ts:1-1499'], ...args } });
  // A whole file is shown as an outline instead.
  const outlined = await show({ targets: ['src/long.ts'] });
  expect(textOf(outlined)).toMatch(/… \d+ more/);
  expect(await sentTokens(outlined)).toBeLessThanOrEqual(DEFAULTS.mcp.budgetTokens);
  const whole = await show({});
  expect(errorOf(whole)).toBeUndefined();
  expect(textOf(whole)).toContain(lines.at(-2));
  expect(await sentTokens(whole)).toBeGreaterThan(DEFAULTS.mcp.budgetTokens);
  expect(errorOf(await show({ budget: 4000 }))).toMatchObject({ code: 'BUDGET_TOO_SMALL' });
});

test('the text of an MCP answer contains the note on a redacted secret once, in every format', async () => {
  const secret = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`;
  const client = await connect(makeWorld({ ...SHOP, 'src/token.ts': `export const githubToken = '${secret}';\n` }));
  const calls: [string, Record<string, unknown>][] = [
    ['context_pack', { task: 'githubToken' }],
    ['context_query', { query: 'githubToken' }],
    ['context_show', { targets: ['src/token.ts'] }],
  ];
  for (const [name, args] of calls)
    for (const format of FORMATS) {
      const text = textOf(await client.callTool({ name, arguments: { ...args, format } }));
      expect(text.match(/look(s)? like a? ?secret/g), `${name} ${format}`).toHaveLength(1);
    }
});
