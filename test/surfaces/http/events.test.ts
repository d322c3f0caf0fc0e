import { expect, test } from 'vitest';
import { makeWorld, SHOP } from '../world.ts';
import { post, read, send, serve, until } from './server.ts';

test('a listener of /v1/events gets the progress of indexing', async () => {
  const server = await serve(makeWorld(SHOP));
  const stream = await fetch(`${server.url}/v1/events`);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe(': listening\n\n');
  const answered = post(`${server.url}/v1/pack`, { task: 'fix the webhook' });
  const first = (await reader.read()).value!;
  expect(first).toMatch(/^event: progress\ndata: \{"stage":"scan","done":\d+,"total":\d+\}\n\n/);
  expect((await answered).status).toBe(200);
  await reader.cancel();
  await until(() => server.load.listeners === 0);
});

test('/v1/events refuses a listener beyond the limit, until another listener leaves', async () => {
  const server = await serve(makeWorld(SHOP), { limits: { listenersMax: 1 } });
  const gone = new AbortController();
  await fetch(`${server.url}/v1/events`, { signal: gone.signal });
  const refused = await send(`${server.url}/v1/events`);
  expect(refused.status).toBe(429);
  expect(read(refused).error.code).toBe('TOO_MANY_LISTENERS');
  gone.abort();
  await until(() => server.load.listeners === 0);
  const again = await fetch(`${server.url}/v1/events`);
  expect(again.status).toBe(200);
  await again.body!.cancel();
});

test('the server answers packs while a listener of /v1/events never reads', async () => {
  const server = await serve(makeWorld(SHOP));
  const deaf = await fetch(`${server.url}/v1/events`);
  for (let round = 0; round < 5; round++)
    expect((await post(`${server.url}/v1/pack`, { task: `fix the webhook ${round}` })).status).toBe(200);
  await deaf.body!.cancel();
});

test('a server that stops ends the stream of a listener of /v1/events', async () => {
  const server = await serve(makeWorld(SHOP));
  const stream = await fetch(`${server.url}/v1/events`);
  const whole = stream.text();
  await server.stop();
  expect(await whole).toContain(': listening');
});
