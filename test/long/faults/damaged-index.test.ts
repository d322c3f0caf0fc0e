import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedAround, changedRows, changedTables, cutOff, damagedPages } from '../../worlds/damage.ts';
import { damagedWorld } from '../../worlds/damaged-world.ts';
import { READER } from '../../worlds/reader.ts';
import { makeWorld } from '../../worlds/world.ts';

// DAMAGES says how many pages are damaged, to be done sooner.
const PAGES = Number(process.env.DAMAGES ?? 350);
const world = damagedWorld();

test('answers stay the same with damaged pages, dropped tables and indexes, and changed files beside the index', async () => {
  world.putBack();
  const foreign = await foreignIndex();
  const pages = [...damagedPages(1000, PAGES), ...cutOff(20), ...changedRows()];
  const damages = [...pages, ...changedTables(world.path), ...changedAround(() => foreign)];
  for (const damage of damages) await world.checkAnswers(damage);
  console.log(`damages: ${damages.length}, changed answers: 0`);
});

test('with thousands of damaged pages, an index gives only the stored data or none', async () => {
  for (const damage of damagedPages(10_000, 4000)) await world.checkRows(damage);
});

async function foreignIndex(): Promise<Buffer> {
  using other = makeWorld(READER);
  const engine = await other.open();
  await engine.index();
  await engine.close();
  const bytes = readFileSync(join(other.root, '.knap/index.db'));
  expect(bytes.length).toBeGreaterThan(0);
  return bytes;
}
