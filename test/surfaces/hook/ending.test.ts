import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadTokenizer } from '../../../src/tokenizers/index.ts';
import { knap } from '../knap.ts';
import { commitAll, SHOP, shareWorld, writeFiles } from '../world.ts';
import { ENDINGS, EVENTS } from './events.ts';

const WEBHOOK = 'src/payments/webhook.ts';
const MAIL = 'src/mail/confirmation.ts';
const env = { HOME: join(tmpdir(), 'nobody') };
const root = shareWorld(SHOP, { git: true });

// The webhook and the mail change together; the last commit restores both.
beforeAll(async () => {
  for (let at = 0; at < 12; at++) {
    const note = at === 11 ? '' : `// ${at}\n`;
    writeFiles(root, { [WEBHOOK]: SHOP[WEBHOOK] + note, [MAIL]: SHOP[MAIL] + note });
    commitAll(root, `Change ${at} of both`);
  }
  await knap(root, ['index'], { env });
});

const clients = Object.keys(ENDINGS) as (keyof typeof ENDINGS)[];
let sessions = 0;
const newSession = () => `ending-${++sessions}`;
const run = (client: string, event: unknown, ...more: readonly string[]) =>
  knap(root, ['hook', client, '--after', '--within', '60000', '--verbose', ...more], {
    input: JSON.stringify(event),
    env,
  });
const begin = (session: string, client: keyof typeof ENDINGS = 'claude-code') =>
  run(client, EVENTS[client].record({ session, prompt: 'yes, go ahead', cwd: root }));
const end = (session: string, client: keyof typeof ENDINGS = 'claude-code', isAgain = false) =>
  run(client, ENDINGS[client].record({ session, cwd: root, isAgain }));

/** The answer to a turn that changes these files, where `before` was changed already. */
async function toldOf(changed: Readonly<Record<string, string>>, before: Readonly<Record<string, string>> = {}) {
  const session = newSession();
  writeFiles(root, before);
  try {
    await begin(session);
    writeFiles(root, changed);
    const { stdout, stderr } = await end(session);
    return stdout === '' ? stderr : ENDINGS['claude-code'].reasonIn(JSON.parse(stdout));
  } finally {
    writeFiles(root, SHOP);
  }
}

test('at the end of a turn each client is told once of files that usually change with those the turn changed', async () => {
  const turns = clients.map((client) => ({ client, session: newSession() }));
  for (const { client, session } of turns) await begin(session, client);
  writeFiles(root, { [WEBHOOK]: `${SHOP[WEBHOOK]}// changed\n` });
  const { count } = await loadTokenizer('o200k');
  try {
    for (const { client, session } of turns) {
      const reason = ENDINGS[client].reasonIn(JSON.parse((await end(session, client)).stdout));
      expect(reason).toContain(`- ${MAIL} (90 %): changed with ${WEBHOOK} in 13 of 13 commits`);
      expect(reason).toContain('- test/webhook.test.ts (');
      expect(reason).not.toContain('src/cart');
      expect(count(reason)).toBeLessThanOrEqual(150);
      expect(await end(session, client)).toMatchObject({ stdout: '', stderr: expect.stringContaining('already') });
    }
    const again = newSession();
    await begin(again);
    expect(await end(again, 'codex', true)).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('already continued'),
    });
  } finally {
    writeFiles(root, SHOP);
  }
});

const mine = { [WEBHOOK]: `${SHOP[WEBHOOK]}// mine\n` };
const cases: [name: string, changed: Record<string, string>, told: RegExp, before?: Record<string, string>][] = [
  ['nothing was changed', {}, /the turn changed nothing/],
  ['only the user had changed something', {}, /the turn changed nothing/, mine],
  [
    'the user had changed a file and the turn changed another',
    { 'docs/payments.md': '# P\n' },
    /the turn forgot nothing/,
    mine,
  ],
  [
    'the turn changed what the user had changed',
    { [WEBHOOK]: `${mine[WEBHOOK]}// ours\n` },
    /confirmation\.ts \(90 %\)/,
    mine,
  ],
];
for (const [name, changed, told, before] of cases)
  test(`the hook at the end of a turn answers ${told} if ${name}`, async () =>
    expect(await toldOf(changed, before)).toMatch(told));

test('the hook gives no answer to the end of a turn without --after or without a recorded beginning', async () => {
  const event = ENDINGS.codex.record({ session: newSession(), cwd: root });
  expect((await run('codex', event)).stderr).toContain('unknown');
  const plain = await knap(root, ['hook', 'codex', '--verbose'], { input: JSON.stringify(event), env });
  expect(plain).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('only with --after') });
});
