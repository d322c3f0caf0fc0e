import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { load } from '../../surfaces/http/load.ts';
import { startServing } from '../../surfaces/http/start-serving.ts';
import { knap } from '../../surfaces/knap.ts';
import { makeWorld, SHOP } from '../../surfaces/world.ts';
import { startPostgres } from '../../worlds/postgres.ts';

const CLIENTS = 3;

test('two servers on one database answer while a third knap indexes, and tell what is new', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const root = makeWorld(SHOP, { git: true });
  // In their user's own configuration, as whoever runs them would say it.
  const config = `${root}.json`;
  writeFileSync(config, JSON.stringify({ store: server.url, workspace: 'org/shop@main' }));
  onTestFinished(() => rmSync(config));
  const named = ['--config', config];
  const [one, other] = await Promise.all([startServing(root, ...named), startServing(root, ...named)]);
  let isIndexed = false;
  const hasMore = (asked: number) => asked < 4 || !isIndexed;
  const loads = [one, other].map(({ url }) => load(url, { clients: CLIENTS, hasMore }));
  for (const round of [1, 2, 3]) {
    writeFileSync(
      join(root, `src/refund-${round}.ts`),
      `export function refundQuickly${round}() {\n  return ${round};\n}\n`,
    );
    const { code, stderr } = await knap(root, ['index', ...named]);
    expect([code, stderr]).toEqual([0, '']);
  }
  isIndexed = true;
  for (const { times, faults } of await Promise.all(loads)) {
    expect(faults).toEqual([]);
    expect(times.length).toBeGreaterThanOrEqual(4 * CLIENTS);
  }
  for (const { url } of [one, other]) {
    const body = JSON.stringify({ query: 'refundQuickly3' });
    const response = await fetch(`${url}/v1/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await response.text()).toContain('src/refund-3.ts');
  }
});
