import { expect, test } from 'vitest';
import { makeWorld, SHOP } from '../world.ts';
import { post, read, serve, until } from './server.ts';

const QUESTION = { task: 'fix the webhook confirmation' };

test('a stopping server answers its running questions and takes no new one', async () => {
  const held = Promise.withResolvers<void>();
  const server = await serve(makeWorld(SHOP), { limits: { stopMs: 60_000 } }, () => held.promise);
  const open = Array.from({ length: 3 }, () => post(`${server.url}/v1/pack`, QUESTION));
  await until(() => server.load.running === 3);
  const stopped = server.stop();
  held.resolve();
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200, 200]);
  await stopped;
  await expect(post(`${server.url}/v1/pack`, QUESTION)).rejects.toThrow(/ECONNREFUSED/);
});

test('a server that stops without time to wait refuses or cuts off its questions', async () => {
  const held = Promise.withResolvers<void>();
  const server = await serve(makeWorld(SHOP), { limits: { stopMs: 0, runningMax: 1 } }, () => held.promise);
  const open = Array.from({ length: 16 }, () => post(`${server.url}/v1/pack`, QUESTION));
  const ends = Promise.all(
    open.map((one) =>
      one.then(
        (reply) => read(reply).error?.code ?? 'answered',
        () => 'cut off',
      ),
    ),
  );
  await until(() => server.load.waiting > 0);
  await server.stop();
  held.resolve();
  for (const end of await ends) expect(['STOPPING', 'cut off']).toContain(end);
});

test('a server can be stopped twice at the same time', async () => {
  const server = await serve(makeWorld(SHOP));
  await Promise.all([server.stop(), server.stop()]);
});
