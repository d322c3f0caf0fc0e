import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { MAIN } from './knap.ts';
import { makeWorld, SHOP } from './world.ts';

// Only the `script` of util-linux takes these arguments to run a command on a terminal.
const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

// Starts the command on a terminal and answers its question.
async function answer(
  root: string,
  keys: string | NodeJS.Signals,
): Promise<{ code: unknown; seen: string; raw: string }> {
  const command = `stty cols 100; echo pid=$$; exec ${process.execPath} ${MAIN} pack`;
  const env = { ...process.env, HOME: `${root}/.home`, NO_COLOR: '1' };
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: root, env });
  let seen = '';
  let raw = '';
  let isAnswered = false;
  child.stdout.on('data', (chunk: Buffer) => {
    raw += chunk.toString('utf8');
    seen = stripVTControlCharacters(raw);
    if (isAnswered || !seen.includes('What are you about to do?')) return;
    isAnswered = true;
    if (keys in constants.signals) process.kill(Number(/pid=(\d+)/.exec(seen)![1]), keys);
    else child.stdin.write(keys);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, seen, raw };
}

describe.skipIf(!hasScript)('a person who gives no task is asked for one on the terminal', () => {
  test('knap pack without a task asks for one on the terminal and packs what is typed', async () => {
    const { code, seen } = await answer(makeWorld(SHOP), 'fix the webhook\r');
    expect(code).toBe(0);
    expect(seen).toMatch(/knap {2}fix the webhook.*src\/payments\/webhook\.ts.*PACK\.md/s);
  });
  test('an empty line typed as the task is refused', async () => {
    const { code, seen } = await answer(makeWorld(SHOP), '\r');
    expect([code, seen]).toEqual([2, expect.stringContaining('knap: There is no task.')]);
  });
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    test(`${signal} during the question for a task exits with ${status}, shows the cursor again and leaves an empty line`, async () => {
      const { code, raw } = await answer(makeWorld(SHOP), signal);
      const left = raw.slice(raw.lastIndexOf('\u001b[?25l'));
      expect([code, left]).toEqual([status, expect.stringContaining('\r\u001b[K\u001b[?25h')]);
    });
  test('Ctrl-C at the question for a task exits with 130 and prints no error', async () => {
    const { code, seen } = await answer(makeWorld(SHOP), '\u0003');
    expect([code, seen]).toEqual([130, expect.not.stringContaining('knap:')]);
  });
});
