import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULTS } from '../../../src/config/defaults.ts';
import { loadTokenizer } from '../../../src/tokenizers/index.ts';
import { makeWorld, SHOP } from '../world.ts';
import { connect, ERAS, type Era } from './connect.ts';
import { makeOwnWorld } from './sent.ts';

const prompts: [name: string, args: Record<string, string>, holds: readonly string[]][] = [
  ['fix-bug', { report: 'handleWebhook throws' }, ['handleWebhook throws', 'Fix this bug']],
  [
    'fix-bug',
    { report: 'it breaks', log: 'Error: x\n    at handleWebhook (src/payments/webhook.ts:5:9)' },
    ['webhook.ts:5:9'],
  ],
  ['review-diff', {}, ['against HEAD']],
  ['explain-code', { target: 'src/payments/webhook.ts' }, ['Explain src/payments/webhook.ts']],
];
for (const era of Object.keys(ERAS) as Era[]) {
  test(`every MCP prompt gives a pack and an instruction (${era})`, async () => {
    const root = makeWorld(SHOP, { git: true });
    writeFileSync(join(root, 'src/payments/webhook.ts'), `${SHOP['src/payments/webhook.ts']}// changed\n`);
    const client = await connect(root, { era });
    for (const [name, args, holds] of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: args });
      const [context, instruction] = messages.map(({ content }) => (content.type === 'text' ? content.text : ''));
      expect(context, name).toContain(name === 'review-diff' ? '+// changed' : 'export async function handleWebhook');
      for (const text of holds) expect(instruction, name).toContain(text);
    }
  });
}

test('MCP prompts are listed with their arguments, and the path of explain-code is completed', async () => {
  const client = await connect(makeWorld(SHOP));
  const listed = (await client.listPrompts()).prompts;
  expect(listed.map(({ name, arguments: fields }) => [name, fields?.map((field) => field.name)])).toEqual([
    ['fix-bug', ['report', 'log']],
    ['review-diff', ['ref']],
    ['explain-code', ['target']],
  ]);
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: 'explain-code' },
    argument: { name: 'target', value: 'src/mail' },
  });
  expect(completion.values).toEqual(['src/mail/confirmation.ts']);
});

const wrong: [what: string, name: string, args: Record<string, string>, says: RegExp][] = [
  ['no such prompt', 'fix-bugs', {}, /did you mean "fix-bug"\?/],
  ['a missing argument', 'fix-bug', { report: ' ' }, /The prompt fix-bug needs the argument report/],
  ['an unknown argument', 'review-diff', { branch: 'main' }, /takes ref, not branch/],
  ['a ref nobody knows', 'review-diff', { ref: 'nowhere' }, /nowhere/],
];
test('an MCP prompt with a wrong name or argument gets an error with the reason', async () => {
  const client = await connect(makeWorld(SHOP, { git: true }));
  for (const [what, name, args, says] of wrong)
    await expect(client.getPrompt({ name, arguments: args }), what).rejects.toThrow(says);
});

test('an MCP prompt costs at most the default budget, and says that a long report or log was cut', async () => {
  const client = await connect(await makeOwnWorld(['src/surfaces']));
  const { count } = await loadTokenizer('o200k');
  const log = `${Array.from({ length: 20_000 }, (_, line) => `2026-01-01 12:00:00 line ${line} of it`).join('\n')}\nError: at textsOf (src/surfaces/mcp/fit-answer.ts:35:3)`;
  const report = 'the links cost more than they may. '.repeat(30_000);
  const asked: [name: string, args: Record<string, string>, holds: readonly string[]][] = [
    ['fix-bug', { report: 'too long', log }, ['Error: at textsOf', 'characters are left out']],
    ['fix-bug', { report, log }, ['the links cost', 'Error: at textsOf', 'characters are left out']],
    ['explain-code', { target: report }, ['the links cost', 'characters are left out']],
    ['explain-code', { target: 'x'.repeat(1_000_000) }, ['characters are left out']],
  ];
  for (const [name, args, holds] of asked) {
    const { messages } = await client.getPrompt({ name, arguments: args });
    const texts = messages.map(({ content }) => (content.type === 'text' ? content.text : ''));
    for (const text of holds) expect(texts[1], name).toContain(text);
    const sent = texts.reduce((sum, text) => sum + count(text), 0);
    expect(sent, name).toBeLessThanOrEqual(DEFAULTS.mcp.budgetTokens);
    // The pack gets the rest of the budget.
    if (name === 'fix-bug') expect(texts[0]).toMatch(/textsOf/);
  }
});

test('an MCP prompt repeats no secret and no control character of its arguments', async () => {
  const secret = `ghp_${'Zq8wE3rT7y'.repeat(4).slice(0, 36)}`;
  const client = await connect(makeWorld(SHOP, { git: true }));
  const hostile = `it breaks ${secret}\n\u001b]0;title\u0007\u001b[2J\u202ereversed\u009b31m`;
  for (const [name, args] of [
    ['fix-bug', { report: hostile, log: `at a (${hostile})` }],
    ['explain-code', { target: hostile }],
  ] as const) {
    const said = (await client.getPrompt({ name, arguments: args })).messages.map(({ content }) =>
      content.type === 'text' ? content.text : '',
    );
    expect(said[1], name).toContain('it breaks [redacted:');
    for (const text of said) expect(text, name).not.toContain(secret);
    expect(said[1], name).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  }
});
