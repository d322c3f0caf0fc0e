import { expect, test } from 'vitest';
import { makeWorld, SHOP } from '../world.ts';
import { load } from './load.ts';
import { serve } from './server.ts';

test('50 clients at once, each asking again and again, are all answered', async () => {
  const server = await serve(makeWorld(SHOP, { git: true }));
  const { times, faults } = await load(server.url, { clients: 50, hasMore: (asked) => asked < 3 });
  expect(faults).toEqual([]);
  expect(times.length).toBe(150);
  expect(server.load).toEqual({ running: 0, waiting: 0, listeners: 0 });
});
