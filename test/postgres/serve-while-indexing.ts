import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { load } from '../surfaces/http/load.ts';
import { post, read, send, until } from '../surfaces/http/server.ts';
import { startServingIn } from '../surfaces/http/start-serving.ts';
import { knap, startKnap } from '../surfaces/knap.ts';
import { SHOP } from '../surfaces/world.ts';
import { makeWorld } from '../worlds/world.ts';
import { onServer } from './databases.ts';
import { addTree } from './trees.ts';

/** Two servers on one database answer a load, from no tree at all, while a worker indexes so many changes. */
export async function serveWhileIndexing(store: string, rounds: number): Promise<void> {
  using trees = makeWorld({});
  using nowhere = makeWorld({});
  for (const name of ['org/shop', 'org/other']) addTree(trees.root, name, SHOP);
  const env = { KNAP_STORE: store, KNAP_WORKSPACE: 'org/shop@main' };
  const enqueue = (name: string) => knap(trees.root, ['index', '--enqueue', '--workspace', name], { env });
  const due = async () => (await onServer(store, 'SELECT 1 FROM knap.queue WHERE due IS NOT NULL')).length;
  for (const name of ['org/shop', 'org/other']) await enqueue(name);
  await knap(trees.root, ['index', '--queue', '--trees', '.'], { env });
  expect(await due()).toBe(0);

  const more = ['--workspace', 'org/shop@main', '--workspace', 'other=org/other@main'];
  const servers = await Promise.all([1, 2].map(() => startServingIn({ KNAP_STORE: store }, nowhere.root, ...more)));
  const worker = startKnap(trees.root, ['index', '--queue', '--trees', '.', '--watch'], { env });
  onTestFinished(() => void worker.kill('SIGKILL'));
  for (let at = 1; at <= rounds; at += 1) {
    const round = `number${at}`;
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
  expect(read(await post(`${url}/w/other/v1/query`, { query: `number${rounds}Round` })).text).not.toContain('Round()');
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
}
