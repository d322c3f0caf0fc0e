import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nothingYet } from '../../../src/operations/operation.ts';
import { pack } from '../../../src/operations/pack.ts';
import { answerQuestion } from '../../../src/surfaces/serving/answer-question.ts';
import { serveWorkspace } from '../../../src/surfaces/serving/serve-workspace.ts';
import { makeWorld, SHOP } from '../world.ts';

const at = (root: string) => ({ root, userFile: undefined, cwd: root, env: { HOME: join(root, '.home') } });

test('a served workspace makes its index at the first call, and answers with a file saved later', async () => {
  const root = makeWorld(SHOP);
  const workspace = serveWorkspace(at(root));
  expect(existsSync(join(root, '.knap'))).toBe(false);
  const [first, second] = await Promise.all([workspace.call(), workspace.call()]);
  const asked = { task: 'fix handleWebhook' };
  const answers = await Promise.all([first, second].map((call) => answerQuestion(pack, asked, async () => call)));
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect(existsSync(join(root, '.knap'))).toBe(true);
  // The answering thread hears of a saved file.
  writeFileSync(join(root, 'src/unicorn.ts'), 'export function unicornParade() {\n  return 7;\n}\n');
  const told = async () => (await answerQuestion(pack, { task: 'fix `unicornParade`' }, async () => first)).text;
  while (!(await told()).includes('return 7'));
  expect((await (await first.engine()).status()).notes.join()).not.toContain('watch');
  // A served pack writes no pack folder.
  expect(existsSync(join(root, '.knap/packs'))).toBe(false);
  await workspace.close();
});

test('a call that does not wait for the index is answered with a note that the index is not ready', async () => {
  const root = makeWorld(SHOP);
  const workspace = serveWorkspace(at(root));
  const { notes } = await answerQuestion(pack, { task: 'fix handleWebhook' }, () => workspace.call({ indexWaitMs: 0 }));
  expect(notes.join('\n')).toMatch(/the index is (being made|not up to date yet)/);
  expect(nothingYet(['the index is being made: 300 of 3754 files so far; ask again'])).toMatch(
    /300 of 3754 files .* ask again/,
  );
  const later = await answerQuestion(pack, { task: 'fix handleWebhook' }, () => workspace.call());
  expect(later.notes.join('\n')).not.toMatch(/the index is/);
  await workspace.close();
});

test('a served workspace reports a wrong configuration, and reads it again after it is mended', async () => {
  const root = makeWorld({ ...SHOP, 'knap.config.yaml': 'budgets: 3\n' });
  const workspace = serveWorkspace(at(root));
  await expect(workspace.call()).rejects.toMatchObject({ code: 'BAD_CONFIG' });
  writeFileSync(join(root, 'knap.config.yaml'), 'budget: 3000\n');
  expect((await workspace.call()).config.budget).toBe(3000);
  await workspace.close();
});
