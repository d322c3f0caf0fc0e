import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeWorld, SHOP } from '../world.ts';
import { post, send, serve, until } from './server.ts';

const TOKEN = 'a-token-of-some-length';
const LIMITS = { connectionsMax: 20, unauthorizedMax: 15 };

async function openSilent(url: string, count: number): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () =>
    connect(Number(port), hostname)
      .on('error', () => undefined)
      .resume(),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

test('silent connections block neither a caller with the token nor a health check', async () => {
  const server = await serve(makeWorld(SHOP), { token: TOKEN, limits: LIMITS });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const ask = () => post(`${server.url}/v1/lookup`, { name: 'Cart' }, { authorization: `Bearer ${TOKEN}` }, agent);
  const known = (await ask()).status;
  const silent = await openSilent(server.url, 30);
  await until(() => silent.filter(({ closed }) => closed).length === 15);
  expect((await send(`${server.url}/healthz`)).status).toBe(200);
  expect((await ask()).status).toBe(known);
  // The oldest connections are closed first.
  expect(silent.slice(0, 15).every(({ closed }) => closed)).toBe(true);
});

test('the server closes a connection that sends no header in time', async () => {
  const server = await serve(makeWorld(SHOP), { limits: { headersMs: 50 } });
  const [silent] = await openSilent(server.url, 1);
  await until(() => silent!.closed);
});
