import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../src/reading/git.ts';
import { post, until } from '../surfaces/http/server.ts';
import { startServingIn } from '../surfaces/http/start-serving.ts';
import { finished, knap, startKnap } from '../surfaces/knap.ts';
import { makeWorld, SHOP } from '../surfaces/world.ts';

function makePipe(root: string, at: string): void {
  rmSync(join(root, at), { force: true });
  mkdirSync(dirname(join(root, at)), { recursive: true });
  execFileSync('mkfifo', [join(root, at)]);
}

const PLACES = [
  'objects/info/alternates',
  'refs/heads/main',
  'objects/info/commit-graph',
  'packed-refs',
  'index',
  'logs/HEAD',
];

test.each(PLACES)('git is not asked where .git/%s is a pipe, and the complaint says so', async (at) => {
  const root = makeWorld(SHOP, { git: true });
  makePipe(root, `.git/${at}`);
  const { ok, complaint } = await git(root, ['log', '--all']);
  expect([ok, complaint]).toEqual([false, `.git/${at} is a pipe, a socket or a device`]);
});

test('a repository whose branch file is a pipe is packed without history, with a note', async () => {
  const root = makeWorld(SHOP, { git: true });
  makePipe(root, '.git/refs/heads/main');
  const { code, stdout, stderr } = await knap(root, ['pack', 'fix `handleWebhook`', '--format', 'markdown', '-v']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('src/payments/webhook.ts')]);
  expect(stderr).toContain('no history: .git/refs/heads/main is a pipe');
});

// A pipe that only git meets: it waits for as long as it is let.
const waitingGit = (root: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('git\0') &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(root)
      );
    } catch {
      return false;
    }
  });

// Wakes who waits for a writer of the pipe; fails while nobody does.
function openForWriting(pipe: string): void {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENXIO' });
  }
}

test.runIf(existsSync('/proc/self/cmdline'))(
  'a server that is ended leaves no git process and no temporary files, not even of a killed command',
  async () => {
    const root = makeWorld(SHOP, { git: true });
    const temporary = makeWorld({});
    const env = { TMPDIR: temporary };
    makePipe(root, 'src/.gitignore');
    const command = startKnap(root, ['query', 'webhook'], { env });
    await until(() => waitingGit(root).length > 0);
    command.kill('SIGKILL');
    await finished(command);
    const [left] = readdirSync(temporary);
    expect(left).toMatch(/^knap-git-/);
    // Nobody can end what waits for a killed process: somebody must write, again for each git that opens the pipe.
    await until(() => {
      openForWriting(join(root, 'src/.gitignore'));
      return waitingGit(root).length === 0;
    });
    const { child, url } = await startServingIn(env, root);
    const asked = post(`${url}/v1/pack`, { task: 'webhook' }).catch(() => null);
    await until(() => waitingGit(root).length > 0);
    expect(readdirSync(temporary)).not.toContain(left);
    const ended = finished(child);
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    await Promise.all([ended, asked]);
    await until(() => waitingGit(root).length === 0);
    expect(readdirSync(temporary)).toEqual([]);
  },
);
