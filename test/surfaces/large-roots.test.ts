import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pack } from '../../src/operations/pack.ts';
import { answerQuestion } from '../../src/surfaces/serving/answer-question.ts';
import { serveWorkspace } from '../../src/surfaces/serving/serve-workspace.ts';
import { knap } from './knap.ts';
import { makeWorld, SHOP } from './world.ts';

const PACK = ['pack', 'fix the webhook', '--format', 'markdown'];

test('knap pack in a home folder is refused until the user agrees once with --yes', async () => {
  const root = makeWorld(SHOP);
  const env = { HOME: root };
  const refused = await knap(root, PACK, { env });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(`${root} is your home folder, and everything in it would be indexed.`);
  expect(refused.stderr).toContain('--yes');
  expect(existsSync(`${root}/.knap/index.db`)).toBe(false);
  expect((await knap(root, [...PACK, '--yes'], { env })).stdout).toContain('webhook');
  // A user who agreed once is not asked again.
  expect((await knap(root, PACK, { env })).code).toBe(0);
});

test('knap pack --root / is refused with the advice --yes', async () => {
  const { code, stderr } = await knap(makeWorld(SHOP), [...PACK, '--root', '/']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^knap: \/ is the whole disk.*\n.*--yes/)]);
});

test.each([
  { isConfirmed: false, answered: false },
  { isConfirmed: true, answered: true },
])(
  'a server started in a home folder answers only if the user confirmed the folder: $isConfirmed',
  async ({ isConfirmed, answered }) => {
    const root = makeWorld(SHOP);
    const workspace = serveWorkspace({
      root,
      userFile: undefined,
      cwd: root,
      env: { HOME: root },
      workers: 0,
      isConfirmed,
    });
    const asked = answerQuestion(pack, { task: 'fix the webhook' }, () => workspace.call());
    if (answered) expect((await asked).text).toContain('webhook');
    else await expect(asked).rejects.toThrow('is your home folder');
    await workspace.close();
  },
);
