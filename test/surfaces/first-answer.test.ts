import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { pack } from '../../src/operations/pack.ts';
import { answerQuestion } from '../../src/surfaces/serving/answer-question.ts';
import { serveWorkspace } from '../../src/surfaces/serving/serve-workspace.ts';
import { EVENTS, eventOf } from './hook/events.ts';
import { knap } from './knap.ts';
import { SHOP, shareWorld } from './world.ts';

// One file more than the first answer indexes as a whole.
const MANY = DEFAULTS.first.wholeFilesMax + 1;
const many = Array.from({ length: MANY }, (_, at) => [`src/many/part-${at}.ts`, `export const part${at} = 1;\n`]);
const root = shareWorld({ ...SHOP, ...Object.fromEntries(many) }, { git: true });
const PACK = ['pack', 'the webhook sends two confirmations', '--format', 'markdown'];
const PART = /the index is being made: this answer uses the likeliest \d+ of \d+ files/;
const isWhole = async () => !/^whole +not yet: \d+ files are left/m.test((await knap(root, ['status'])).stdout);
const forget = () => rmSync(`${root}/.knap`, { recursive: true, force: true });

test('in a pipe the first pack answers from a part of the files, and later packs complete the index', async () => {
  forget();
  const { code, stdout } = await knap(root, PACK);
  expect([code, stdout]).toEqual([0, expect.stringMatching(PART)]);
  expect(stdout).toContain('src/payments/webhook.ts');
  expect(await isWhole()).toBe(false);
  // Each pack goes on with the index for a moment.
  while (!(await isWhole())) await knap(root, PACK);
  expect((await knap(root, PACK)).stdout).not.toMatch(PART);
});

test('on a terminal the first pack answers from a part of the files, then completes the index', async () => {
  forget();
  const { stdout, stderr } = await knap(root, PACK, { isTerminal: true });
  expect(stdout).toMatch(PART);
  expect(stderr).toMatch(/The answer is above\. The rest of the index takes about \d+ s and is kept; Ctrl-C is safe\./);
  expect(stderr).toMatch(/The index is complete now; ask again for a better answer\.\n$/);
  expect(await isWhole()).toBe(true);
  expect((await knap(root, PACK, { isTerminal: true })).stderr).not.toContain('The answer is above');
});

test('on a terminal the first grep answers, says that the index is being completed, and completes it', async () => {
  forget();
  const { stdout, stderr } = await knap(root, ['grep', 'handleWebhook'], { isTerminal: true });
  expect(stdout).toContain('src/payments/webhook.ts');
  expect(stderr).toMatch(/The answer is above\. The rest of the index .+ and is kept; Ctrl-C is safe\./);
  expect(await isWhole()).toBe(true);
});

test('knap pack --complete answers from the whole index', async () => {
  forget();
  expect((await knap(root, [...PACK, '--complete'])).stdout).not.toMatch(PART);
  expect(await isWhole()).toBe(true);
});

test('a server finishes the index in the background and answers questions meanwhile', async () => {
  forget();
  const workspace = serveWorkspace({ root, userFile: undefined, cwd: root, env: { HOME: join(root, '.home') } });
  const ask = async (task: string) => (await answerQuestion(pack, { task }, () => workspace.call())).text;
  const engine = await (await workspace.call()).engine();
  // Waits for the first files, however slow the machine is.
  const patient = () => workspace.call({ indexWaitMs: undefined });
  expect((await answerQuestion(pack, { task: 'the webhook confirms twice' }, patient)).text).toMatch(PART);
  expect(await ask('what does part7 do')).toContain('part-7.ts');
  while ((await engine.status()).coverage.left !== undefined);
  expect(await ask('the webhook confirms twice')).not.toMatch(PART);
  await workspace.close();
});

test('a hook on a tree without an index adds code of the files that match best', async () => {
  forget();
  const input = JSON.stringify(eventOf({ session: 's', prompt: 'fix handleWebhook', cwd: root }));
  const env = { HOME: join(tmpdir(), 'nobody') };
  const { stdout, stderr } = await knap(root, ['hook', 'claude-code', '--within', '60000', '--verbose'], {
    input,
    env,
  });
  expect(stderr).toBe('');
  expect(EVENTS['claude-code'].contextIn(JSON.parse(stdout))).toContain('webhook.ts');
});
