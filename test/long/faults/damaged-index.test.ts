import { test } from 'vitest';
import { changedRows, changedTables, cutOff, damagedPages } from '../../worlds/damage.ts';
import { damagedWorld } from '../../worlds/damaged-world.ts';

const world = damagedWorld();

test('hundreds of damaged pages, every table and index dropped: answers stay what they were', async () => {
  world.putBack();
  const damages = [...damagedPages(1000, 350), ...cutOff(20), ...changedRows(), ...changedTables(world.path)];
  for (const damage of damages) await world.checkAnswers(damage);
});

test('thousands of damaged pages: what is read is what was written, or nothing is', async () => {
  for (const damage of damagedPages(10_000, 4000)) await world.checkRows(damage);
});
