import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knap } from '../../surfaces/knap.ts';
import { changedAround, cutOff, damagedPages } from '../../worlds/damage.ts';
import { changedGraphRows, damagedGraph } from '../../worlds/damaged-graph.ts';
import { makeWorld } from '../../worlds/world.ts';

// DAMAGES says how many pages are damaged, to be done sooner.
const PAGES = Number(process.env.DAMAGES ?? 350);
const graph = damagedGraph();

test('hundreds of damaged pages, rows and tables of a graph, all that lies beside it changed: answers stay what they were', async () => {
  const foreign = await foreignGraph();
  // A sound graph that somebody marks as made here cannot be told from one: unlike an index, there is no tree that contradicts it.
  const around = changedAround(() => foreign).slice(0, -1);
  const damages = [...damagedPages(5000, PAGES), ...cutOff(20), ...changedGraphRows(), ...around];
  let told = 0;
  for (const damage of damages) told += Number(await graph.check(damage));
  console.log(`damages: ${damages.length}, told: ${told}, changed answers: 0`);
});

test('what says where a graph came from is damaged: it answers as before', async () => {
  const maker = graph.path.replace(/\.db$/, '.json');
  const sound = readFileSync(maker);
  for (const bytes of [
    '',
    '{',
    'null',
    '{"source":"tana"}',
    '\0'.repeat(500),
    sound.toString().replace('tana', 'tuna'),
  ]) {
    graph.putBack();
    writeFileSync(maker, bytes);
    await graph.check({ name: JSON.stringify(bytes), spoil: () => undefined });
  }
  writeFileSync(maker, sound);
});

async function foreignGraph(): Promise<Buffer> {
  using other = makeWorld({
    'a.txt': 'x\n',
    '.home/export.json': '{"docs":[{"id":"Other","props":{"name":"Other"}}]}',
  });
  expect((await knap(other.root, ['import', 'tana', '.home/export.json'])).code).toBe(0);
  return readFileSync(join(other.root, '.knap/graphs/main.db'));
}
