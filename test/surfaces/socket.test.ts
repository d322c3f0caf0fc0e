import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { command, startServer } from './beside-server.ts';
import { makeWorld, SHOP } from './world.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(root: string, fileKilobytes?: number) {
  const { child, end } = await startServer(root, fileKilobytes);
  ends.push(end);
  return child;
}

/** The process that answers a command; null if the command answers itself. */
async function whoAnswers(root: string, more: readonly string[] = []): Promise<number | null> {
  const { stderr, stdout } = await command(root, ['grep', 'sendConfirmation', '--verbose', ...more]);
  expect(stdout).toContain('sendConfirmation');
  const pid = /answered by the server of this workspace, process (\d+)/.exec(stderr)?.[1];
  return pid === undefined ? null : Number(pid);
}

const prompt = (session: string) =>
  JSON.stringify({
    ...{ hook_event_name: 'UserPromptSubmit', session_id: session },
    prompt: 'fix handleWebhook in src/payments/webhook.ts',
  });

describe('a command answered by a server prints the same bytes with the same status', () => {
  const commands: [args: readonly string[], input?: string][] = [
    [['pack', 'fix the stripe webhook confirmation', '--format', 'markdown']],
    [
      ['pack', '--error', '-', '--format', 'xml'],
      'Error: webhook without id\n    at handleWebhook (src/payments/webhook.ts:5:9)',
    ],
    [['pack', '--error=-', '--format', 'xml'], 'Error: webhook without id'],
    [['query', 'where are confirmations sent', '--json']],
    [['explain', 'fix the webhook']],
    [['show', 'docs/payments.md']],
    [['show', 'nowhere.md']],
    [['grep', 'sendConfirmation']],
    [['uses', 'handleWebhook']],
    [['search', 'payments', '--json']],
    [['pack', 'webhook', '--aim', 'nonsense']],
    [['pack']],
  ];
  test('commands, their errors and the hook print the same with the same status by a server as alone', async () => {
    const root = makeWorld(SHOP, { git: true });
    await command(root, ['index']);
    const { pid } = await serve(root);
    expect(await whoAnswers(root)).toBe(pid);
    for (const [args, input] of commands) {
      const answers = [true, false].map((alone) => command(root, args, { input, alone }));
      const [alone, served] = await Promise.all(answers);
      expect(served, args.join(' ')).toEqual(alone);
    }
    const [alone, served] = [true, false].map((alone) =>
      command(root, ['hook', 'claude-code', '--within', '60000'], { input: prompt(String(alone)), alone }),
    );
    expect(await served).toEqual(await alone);
    expect((await served!).stdout).toContain('handleWebhook');
    // Some thirty processes, on a machine that may be busy.
  }, 180_000);
});

test('a command with another configuration than the server answers by itself', async () => {
  const root = makeWorld(SHOP);
  await serve(root);
  const file = `${root}.yaml`;
  writeFileSync(file, 'budget: 700\n');
  const { stdout } = await command(root, ['pack', 'webhook', '--config', file, '--format', 'json']);
  expect(JSON.parse(stdout).usage.budget).toBe(700);
  expect(await whoAnswers(root, ['--config', file])).toBe(null);
});

test('knap index never uses a server', async () => {
  const root = makeWorld(SHOP);
  await serve(root);
  const { code, stderr } = await command(root, ['index', '--verbose']);
  expect([code, stderr.includes('answered by the server')]).toEqual([0, false]);
});

test('a second server leaves the socket to the first, also when the second ends', async () => {
  const root = makeWorld(SHOP);
  const { pid } = await serve(root);
  const second = await serve(root);
  second.kill('SIGINT');
  await new Promise((resolve) => second.on('close', resolve));
  expect(await whoAnswers(root)).toBe(pid);
});

test('the next server replaces the socket of a killed server', async () => {
  const root = makeWorld(SHOP);
  const killed = await serve(root);
  killed.kill('SIGKILL');
  await new Promise((resolve) => killed.on('close', resolve));
  expect(existsSync(join(root, '.knap/socket'))).toBe(true);
  expect(await whoAnswers(root)).toBe(null);
  const { pid } = await serve(root);
  expect(await whoAnswers(root)).toBe(pid);
});

test('a server with a full disk still answers, and the existing index is kept', async () => {
  const root = makeWorld(SHOP);
  await command(root, ['index']);
  const { ino } = statSync(join(root, '.knap/index.db'));
  const { pid } = await serve(root, 4);
  writeFileSync(join(root, 'src/late.ts'), 'export function lateWebhook() {\n  return 1;\n}\n');
  const args = ['pack', 'lateWebhook', '--format', 'markdown'];
  const served = await command(root, args);
  expect([served.code, served.stdout.includes('export function lateWebhook')]).toEqual([0, true]);
  expect(served.stdout).toContain('the index is only in memory and is built again for each run');
  expect(await whoAnswers(root)).toBe(pid);
  expect(statSync(join(root, '.knap/index.db')).ino).toBe(ino);
  expect((await command(root, args, { alone: true })).stdout).toContain('export function lateWebhook');
});

test('a server that ends removes its socket', async () => {
  const root = makeWorld(SHOP);
  const child = await serve(root);
  expect(existsSync(join(root, '.knap/socket'))).toBe(true);
  child.kill('SIGINT');
  await new Promise((resolve) => child.on('close', resolve));
  expect(existsSync(join(root, '.knap/socket'))).toBe(false);
});

test('a server whose socket path is too long answers commands on Linux and not elsewhere', async () => {
  const world = makeWorld(SHOP);
  const root = join(world, 'a'.repeat(60), 'b'.repeat(60), 'shop');
  mkdirSync(dirname(root), { recursive: true });
  for (const [path, text] of Object.entries(SHOP)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { pid } = await serve(root);
  expect(await whoAnswers(root, ['--root', root])).toBe(process.platform === 'linux' ? pid : null);
});

describe('a command does not use a foreign socket', () => {
  const strangers: [name: string, greeting: string | null, change?: (root: string) => void][] = [
    ['a socket of another version', '{"knap":"0.0.0 other"}\n'],
    ['a socket that sends nothing', null],
    ['a socket of another program', 'HTTP/1.1 200 OK\n\n'],
    ['a socket in a folder that others may write to', '{}\n', (root) => chmodSync(join(root, '.knap'), 0o777)],
  ];
  for (const [name, greeting, change] of strangers)
    test(`a command ignores ${name}`, async () => {
      const root = makeWorld(SHOP);
      mkdirSync(join(root, '.knap'), { mode: 0o700 });
      const heard: string[] = [];
      await listen(join(root, '.knap/socket'), greeting, heard);
      change?.(root);
      const { code, stdout } = await command(root, ['grep', 'sendConfirmation']);
      expect([code, heard]).toEqual([0, []]);
      expect(stdout).toContain('sendConfirmation');
    });

  test('a command ignores a link to another socket', async () => {
    const root = makeWorld(SHOP);
    mkdirSync(join(root, '.knap'), { mode: 0o700 });
    const heard: string[] = [];
    await listen(`${root}.sock`, '{"knap":"0.0.0 other"}\n', heard);
    symlinkSync(`${root}.sock`, join(root, '.knap/socket'));
    expect((await command(root, ['grep', 'sendConfirmation'])).stdout).toContain('sendConfirmation');
    expect(heard).toEqual([]);
  });
});

describe('a server may end while it answers a command', () => {
  // A server that greets like knap and ends after a part of its answer.
  async function dying(said: string): Promise<string> {
    const root = makeWorld(SHOP);
    const { end } = await startServer(root);
    const greeting = await new Promise<Buffer>((resolve) => {
      const socket = connect(join(root, '.knap/socket')).once('data', (line) => {
        socket.destroy();
        resolve(line);
      });
    });
    await end();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.end(said));
      socket.write(greeting);
    });
    ends.push(() => new Promise((closed) => server.close(closed)));
    await new Promise<void>((resolve) => server.listen(join(root, '.knap/socket'), resolve));
    return root;
  }

  test('a command does the work itself if the server ends before its answer', async () => {
    const { code, stdout } = await command(await dying(''), ['grep', 'sendConfirmation']);
    expect([code, stdout.includes('sendConfirmation')]).toEqual([0, true]);
  });

  test('a command fails and says so if the server ends within its answer', async () => {
    const { code, stdout, stderr } = await command(await dying('{"out":"half"}\n'), ['grep', 'sendConfirmation']);
    expect([code, stdout, stderr]).toEqual([
      1,
      'half',
      'knap: the server stopped while it answered; run the command again\n',
    ]);
  });
});

function listen(path: string, greeting: string | null, heard: string[]): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      if (greeting !== null) socket.write(greeting);
      socket.on('data', (chunk) => heard.push(String(chunk)));
      socket.on('error', () => undefined);
    });
    ends.push(() => new Promise((closed) => server.close(closed)));
    server.listen(path, () => resolve(server));
  });
}
