import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { finished, knap } from '../knap.ts';
import { makeWorld, SHOP } from '../world.ts';
import { post, read, send, until } from './server.ts';
import { startServing } from './start-serving.ts';

test('knap serve finishes running answers after SIGTERM and exits with 0', async () => {
  const root = makeWorld(SHOP, { git: true });
  // Started anywhere, for the folder it is given.
  const { child, url } = await startServing(makeWorld({}), root, '--mcp');
  expect(new URL(url).hostname).toBe('127.0.0.1');
  const { text } = read(await post(`${url}/v1/pack`, { task: 'fix the webhook confirmation' }));
  expect(text).toContain('handleWebhook');
  const open = await Promise.all([1, 2].map(() => beginQuestion(`${url}/v1/show`)));
  const ended = finished(child);
  child.kill('SIGTERM');
  await until(() => isRefused(url));
  const replies = await Promise.all(open.map((finish) => finish({ targets: ['docs/payments.md'] })));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await ended).code).toBe(0);
});

// Sends the head of a question; the returned function sends its body.
async function beginQuestion(url: string): Promise<(question: unknown) => Promise<IncomingMessage>> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' };
  const asked = request(url, { method: 'POST', headers, agent: false });
  const replied = once(asked, 'response') as Promise<[IncomingMessage]>;
  // The returned function reports a connection that was cut meanwhile.
  replied.catch(() => undefined);
  asked.flushHeaders();
  await once(asked, 'continue');
  return async (question) => {
    asked.end(JSON.stringify(question));
    const [reply] = await replied;
    return reply.resume();
  };
}

const isRefused = (url: string): Promise<boolean> =>
  send(`${url}/v1/status`).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  );

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends an idle knap serve with exit status 0, also with a listener`, async () => {
    const { child, url } = await startServing(makeWorld(SHOP));
    const listening = await fetch(`${url}/v1/events`);
    const ended = finished(child);
    child.kill(signal);
    const { code, stdout } = await ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    await listening.body?.cancel().catch(() => undefined);
  });
}

test('knap serve that waits for a locked index answers health checks and ends on a second signal', async () => {
  const root = makeWorld(SHOP);
  expect((await knap(root, ['index'])).code).toBe(0);
  // Another process locks the index, so the server waits for it.
  const other = new DatabaseSync(join(root, '.knap/index.db'));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  writeFileSync(join(root, 'src/new.ts'), 'export const news = 1;\n');
  const { child, url } = await startServing(root);
  const asked = post(`${url}/v1/pack`, { task: 'fix the webhook confirmation' }).then(
    ({ status }) => status,
    () => 0,
  );
  const [health, ready] = await Promise.all([send(`${url}/healthz`), send(`${url}/readyz`)]);
  expect([health.status, health.text, ready.status]).toEqual([200, '{"status":"ok"}', 503]);
  const ended = finished(child);
  child.kill('SIGTERM');
  // After one signal the server waits for running answers; after a second one it does not.
  while ((await send(`${url}/healthz`).catch(() => null)) !== null);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(143);
  expect(await asked).not.toBe(200);
});

test('knap serve refuses a token that is too short', async () => {
  const root = makeWorld(SHOP);
  const env = { SERVE_TOKEN: 'short' };
  const { code, stderr } = await knap(root, ['serve', '--port', '0', '--token-env', 'SERVE_TOKEN'], { env });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('SERVE_TOKEN holds no valid token') });
});

const wrong: [args: readonly string[], says: RegExp][] = [
  [['--host', '0.0.0.0'], /Other machines can reach 0\.0\.0\.0: require a token with --token-env/],
  [['--host', '192.168.1.1'], /require a token/],
  [['--token-env', 'NOT_SET'], /NOT_SET holds no valid token/],
  [['--token-env', 'a b'], /--token-env \("a b"\): must be the name of a variable/],
  [['--port', '70000'], /--port \(70000\): must be at most 65535/],
  [['--port', 'x'], /--port/],
  [['--root', 'nope'], /There is no folder nope/],
  [['--host', 'no.such.host.invalid', '--token-env', 'GOOD'], /cannot listen on/],
];
for (const [args, says] of wrong) {
  test(`knap serve ${args.join(' ')} is refused with the reason`, async () => {
    const env = { GOOD: 'a-token-of-some-length' };
    const { code, stderr } = await knap(makeWorld(SHOP), ['serve', ...args], { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });
}

test('knap serve refuses a port that is already in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await knap(makeWorld(SHOP), ['serve', '--port', String(port)]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`Port ${port} is in use`) });
});
