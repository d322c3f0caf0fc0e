import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeWorld, SHOP } from '../world.ts';
import { connect, ERAS, type Era } from './connect.ts';

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
  test(`prompts carry a pack (${era})`, async () => {
    const root = makeWorld(SHOP, { git: true });
    writeFileSync(join(root, 'src/payments/webhook.ts'), `${SHOP['src/payments/webhook.ts']}// changed\n`);
    const client = await connect(root, { era });
    for (const [name, args, holds] of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: args });
      const [context, instruction] = messages.map(({ content }) => (content.type === 'text' ? content.text : ''));
      expect(context, name).toContain('export async function handleWebhook');
      for (const text of holds) expect(instruction, name).toContain(text);
    }
  });
}

test('prompts are listed with what they take, and complete paths', async () => {
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
  ['no such prompt', 'fix-bugs', {}, /did you mean fix-bug\?/],
  ['a missing argument', 'fix-bug', { report: ' ' }, /report: is missing/],
  ['an unknown argument', 'review-diff', { branch: 'main' }, /takes ref, not branch/],
  ['a ref nobody knows', 'review-diff', { ref: 'nowhere' }, /nowhere/],
];
test('a prompt that is asked for wrongly is refused in words', async () => {
  const client = await connect(makeWorld(SHOP, { git: true }));
  for (const [what, name, args, says] of wrong)
    await expect(client.getPrompt({ name, arguments: args }), what).rejects.toThrow(says);
});
