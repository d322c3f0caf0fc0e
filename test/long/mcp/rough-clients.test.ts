import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Status } from '../../../src/ports/status.ts';
import { makeWorld, SHOP } from '../../surfaces/world.ts';
import { CLI, call, goneWithin, INITIALIZE, isAlive, manyFiles, memoryOf, startServer } from './server.ts';

const FILES = 4000;
const HANDSHAKE_MS = 300;
const GONE_MS = 1000;
const MEMORY_MB = 600;

test('knap mcp answers the handshake within 300 ms in a workspace of 4,000 files', async () => {
  const root = makeWorld(manyFiles(FILES));
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const started = performance.now();
    const { child, ask, read } = startServer(root);
    read();
    await ask(INITIALIZE);
    times.push(performance.now() - started);
    child.stdin.end();
    await once(child, 'exit');
  }
  expect(Math.min(...times)).toBeLessThan(HANDSHAKE_MS);
});

test('knap mcp ends within a second when its client is killed during a call', async () => {
  const root = makeWorld(manyFiles(FILES));
  // A client of its own that starts the server, asks, and tells us its server.
  const script = `
    const { spawn } = require('node:child_process');
    const server = spawn(process.execPath, [${JSON.stringify(CLI)}, 'mcp', ${JSON.stringify(root)}], { stdio: ['pipe', 'pipe', 'ignore'] });
    const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    send(${JSON.stringify(INITIALIZE)});
    server.stdout.once('data', () => {
      send(${JSON.stringify(call(1, 'context_pack', { task: 'fix part7of3' }))});
      console.log(server.pid);
    });`;
  const client = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    client.kill('SIGKILL');
  });
  const [line] = (await once(client.stdout, 'data')) as [Buffer];
  const server = Number(line.toString());
  await setTimeout(1000);
  expect(isAlive(server)).toBe(true);
  client.kill('SIGKILL');
  expect(await goneWithin(server, GONE_MS)).toBe(true);
});

test('a cancelled MCP call stops indexing, and the next call is answered', async () => {
  const files = FILES * 4;
  const { ask, send, read } = startServer(makeWorld(manyFiles(files)));
  read();
  await ask(INITIALIZE);
  send(call(1, 'context_pack', { task: 'fix part7of3' }));
  // Before the first answer: after it, a server reads the rest for later calls.
  await setTimeout(500);
  send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  const indexed = async (id: number) => {
    const { result } = await ask(call(id, 'context_status', { format: 'json' }));
    const { content } = result as unknown as { content: [{ text: string }] };
    return (JSON.parse(content[0].text) as Status).coverage.files;
  };
  // What was being parsed just then is still stored.
  await setTimeout(5000);
  const stopped = await indexed(2);
  await setTimeout(3000);
  expect(await indexed(3)).toBe(stopped);
  expect(stopped).toBeLessThan(files / 2);
  const { result } = await ask(call(4, 'context_pack', { task: 'fix part7of3' }));
  expect(result?.isError).toBeFalsy();
});

test('an MCP message of 20 MB gives a tool error, one of 100 MB a protocol error, and the next call is answered', async () => {
  const { child, ask, read } = startServer(makeWorld(SHOP));
  read();
  await ask(INITIALIZE);
  const large = await ask(call(1, 'context_pack', { task: 'x'.repeat(20 * 1024 * 1024) }));
  expect(large.result).toMatchObject({ isError: true, _meta: { 'knap/error': { code: 'TOO_LARGE' } } });
  const huge = await ask(call(2, 'context_pack', { task: 'x'.repeat(100 * 1024 * 1024) }));
  expect(huge.error?.data).toMatchObject({ code: 'TOO_LARGE' });
  expect((await ask(call(3, 'context_query', { query: 'cart' }))).result?.isError).toBeFalsy();
  expect(memoryOf(child)).toBeLessThan(MEMORY_MB);
});

test('knap mcp stops reading from a client that never reads, stays within 600 MB, and ends with the client', async () => {
  const { child, send } = startServer(makeWorld(SHOP));
  send(INITIALIZE);
  let refused = 0;
  // Refusals are short: it takes many until nobody's reading them is felt.
  for (let id = 1; id <= 100_000; id++)
    if (!send(call(id, 'context_pack', { task: `fix handleWebhook ${'x'.repeat(500)}` }))) refused++;
  await setTimeout(5000);
  expect(refused).toBeGreaterThan(0);
  // Most of what we sent still waits on our side.
  expect(child.stdin.writableLength).toBeGreaterThan(1024 * 1024);
  expect(memoryOf(child)).toBeLessThan(MEMORY_MB);
  child.stdin.destroy();
  child.stdout.destroy();
  expect(await goneWithin(child.pid!, GONE_MS)).toBe(true);
});
