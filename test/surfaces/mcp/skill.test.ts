import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTokenizer } from '../../../src/tokenizers/index.ts';
import { knap } from '../knap.ts';
import { makeWorld, SHOP } from '../world.ts';
import { connect, textOf } from './connect.ts';

const SKILL = readFileSync(join(import.meta.dirname, '../../../skills/knap/SKILL.md'), 'utf8');
const FENCED = [...SKILL.matchAll(/^```\n(.*?)^```$/gms)].flatMap(([, text = '']) => text.trim().split('\n'));
// The files and names of the skill's examples.
const WORLD = {
  ...SHOP,
  'src/a.ts': `${'// a line\n'.repeat(60)}export class Shop {\n  pay(): void {}\n}\n`,
  'crash.log': 'Error: webhook without id\n    at handleWebhook (src/payments/webhook.ts:5:11)\n',
};

test('the skill costs fewer than 700 tokens', async () =>
  expect((await loadTokenizer('o200k')).count(SKILL)).toBeLessThan(700));

test('every tool, field and value the skill names exists, and every call and command in it succeeds', async () => {
  const root = makeWorld(WORLD, { git: true });
  const client = await connect(root);
  const { tools } = await client.listTools();
  const names = [...tools.map(({ name }) => name), 'tana_context'];
  const fields = new Map(tools.flatMap(({ inputSchema }) => Object.entries(inputSchema.properties ?? {})));
  const values = [...fields.values()].flatMap((field) => (field as { enum?: readonly string[] }).enum ?? []);
  const named = [...SKILL.replaceAll(/^```\n.*?^```$/gms, '').matchAll(/`"?([a-z_]+)"?(?:: [^`]*)?`/g)];
  expect(named.length).toBeGreaterThan(10);
  expect(
    named
      .map(([, word]) => word)
      .filter((word = '') => !names.includes(word) && !fields.has(word) && !values.includes(word)),
  ).toEqual([]);

  const calls = FENCED.flatMap((line) => [...line.matchAll(/^(\w+) (\{.*\})$/g)]);
  const commands = FENCED.filter((line) => line.startsWith('knap '));
  expect([calls.length > 1, calls.length + commands.length]).toEqual([true, FENCED.length]);
  for (const [, name = '', given = ''] of calls) {
    const answer = await client.callTool({ name, arguments: JSON.parse(given) });
    expect({ text: answer.isError ? textOf(answer) : '' }).toEqual({ text: '' });
  }
  for (const command of commands) {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const { code, stderr } = await knap(root, words.slice(1));
    expect({ command, code: code === 3 ? 0 : code, stderr: code === 0 ? '' : stderr }).toMatchObject({
      command,
      code: 0,
    });
  }
});
