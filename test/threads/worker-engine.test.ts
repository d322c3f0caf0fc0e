import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/schema.ts';
import { createWorkerEngine } from '../../src/engine/worker-engine/worker-engine.ts';
import type { Call } from '../../src/operations/operation.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { startServer } from '../../src/surfaces/http/start-server.ts';
import { send, until } from '../surfaces/http/server.ts';

const root = mkdtempSync(join(tmpdir(), 'knap-worker-engine-'));
afterAll(() => rmSync(root, { recursive: true }));

function spinning(patienceMs = 100): Engine {
  const threadUrl = new URL('./spinning-engine.ts', import.meta.url);
  const engine = createWorkerEngine(
    { options: { root }, config: {} as Config },
    { threadUrl, patienceMs, closingMs: 100 },
  );
  onTestFinished(() => engine.close());
  return engine;
}
const textOf = async (engine: Engine, task: string) => (await engine.pack({ task })).text;

test('an engine thread that does not respond to an abort is ended, and a new one answers the other callers', async () => {
  const engine = spinning();
  const given = new AbortController();
  const asked = engine.with({ signal: given.signal }).pack({ task: 'spin' });
  const behind = textOf(engine, 'behind');
  given.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  expect(await behind).toBe('behind');
  expect(await textOf(engine, 'after')).toBe('after');
});

test('an aborted call fails with the given reason, and its engine answers the next call', async () => {
  const engine = spinning(60_000);
  const given = new AbortController();
  const asked = engine.with({ signal: given.signal }).pack({ task: 'wait' });
  given.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  expect(await textOf(engine, 'after')).toBe('after');
});

test('a question that ends every engine thread gives an error, and the next question is answered', async () => {
  const engine = spinning();
  await expect(textOf(engine, 'end')).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(await textOf(engine, 'after')).toBe('after');
});

test('closing an engine rejects the question its thread is busy with, and every later one', async () => {
  const engine = spinning(60_000);
  const asked = expect(textOf(engine, 'spin')).rejects.toThrow('The engine is closed.');
  await engine.close();
  await asked;
  await expect(textOf(engine, 'more')).rejects.toThrow('The engine is closed.');
});

test('a server with a busy engine answers health checks and can be stopped', async () => {
  const engine = spinning(60_000);
  const { config } = await loadConfig({ root, env: {} });
  const call = async (): Promise<Call> => ({
    ...{ root, cwd: root, userFile: '', now: Date.now, config },
    engine: async () => engine,
  });
  const workspace = { call, close: () => engine.close() };
  const server = await startServer(workspace, { host: '127.0.0.1', port: 0, limits: { stopMs: 50 } });
  const pending = server.index().catch((error: Error) => error.message);
  let isAnswered = false;
  const asked = send(`${server.url}/v1/pack`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"task":"spin"}',
  }).finally(() => {
    isAnswered = true;
  });
  asked.catch(() => undefined);
  expect(await pending).toBeUndefined();
  await until(() => server.load.running === 1);
  const { status, text } = await send(`${server.url}/healthz`);
  expect([status, text, isAnswered]).toEqual([200, '{"status":"ok"}', false]);
  await server.stop();
  expect((await asked.catch(() => ({ status: 0 }))).status).not.toBe(200);
});
