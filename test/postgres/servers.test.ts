import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { load } from '../surfaces/http/load.ts';
import { post, read, send, until } from '../surfaces/http/server.ts';
import { startServingIn } from '../surfaces/http/start-serving.ts';
import { knap, startKnap } from '../surfaces/knap.ts';
import { SHOP } from '../surfaces/world.ts';
import { makeWorld } from '../worlds/world.ts';
import { newDatabase, onServer } from './databases.ts';

const ROUNDS = ['first', 'second', 'third'];

test('two servers without a tree answer from one database, without a fault, while a worker indexes', async () => {
  const store = await newDatabase();
  using trees = makeWorld({});
  using nowhere = makeWorld({});
  for (const name of ['org/shop', 'org/other']) addTree(trees.root, name);
  const env = { KNAP_STORE: store, KNAP_WORKSPACE: 'org/shop@main' };
  const enqueue = (name: string) => knap(trees.root, ['index', '--enqueue', '--workspace', name], { env });
  const due = async () => (await onServer(store, 'SELECT 1 FROM knap.queue WHERE due IS NOT NULL')).length;
  for (const name of ['org/shop', 'org/other']) await enqueue(name);
  await knap(trees.root, ['index', '--queue', '--trees', '.'], { env });
  expect(await due()).toBe(0);

  const more = ['--workspace', 'other=org/other@main'];
  const servers = await Promise.all([1, 2].map(() => startServingIn(env, nowhere.root, ...more)));
  const worker = startKnap(trees.root, ['index', '--queue', '--trees', '.', '--watch'], { env });
  onTestFinished(() => void worker.kill('SIGKILL'));
  for (const round of ROUNDS) {
    writeFileSync(
      join(trees.root, 'org/shop/src/round.ts'),
      `export function ${round}Round(): number {\n  return 1;\n}\n`,
    );
    await enqueue('org/shop@main');
    let isWorking = true;
    const asking = servers.map(({ url }) => load(url, { clients: 2, hasMore: (asked) => isWorking || asked < 4 }));
    await until(async () => (await due()) === 0);
    isWorking = false;
    const told = await Promise.all(asking);
    expect(told.flatMap(({ faults }) => faults)).toEqual([]);
    expect(told.every(({ times }) => times.length >= 8)).toBe(true);
    for (const { url } of servers) {
      const { text } = read(await post(`${url}/v1/query`, { query: `${round}Round` }));
      expect(text, 'what was indexed last is asked next').toContain(`function ${round}Round`);
    }
  }
  const { url } = servers[0]!;
  expect(read(await post(`${url}/w/other/v1/query`, { query: 'thirdRound' })).text).not.toContain(
    'function thirdRound',
  );
  expect((await send(`${url}/readyz`)).status).toBe(200);
  const { text } = await send(`${url}/metrics`);
  const gauges = Object.fromEntries(
    [...text.matchAll(/^(knap_(?:store|queue)_\w+) (\d+)$/gm)].map((one) => one.slice(1)),
  );
  expect(gauges).toEqual({
    knap_store_up: '1',
    knap_store_connections: expect.stringMatching(/^[1-9]/),
    knap_store_waiting: '0',
    knap_queue_due: '0',
    knap_queue_taken: '0',
    knap_queue_given_up: '0',
  });
});

function addTree(trees: string, name: string): void {
  const world = makeWorld(SHOP);
  mkdirSync(dirname(join(trees, name)), { recursive: true });
  renameSync(world.root, join(trees, name));
}
