import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../../src/stores/postgres/schema.ts';
import { seeded } from '../../faults/fault-world.ts';
import { onServer } from '../../postgres/databases.ts';
import { knap, startKnap } from '../../surfaces/knap.ts';
import { type CountingProxy, countingProxy } from '../../worlds/counting-proxy.ts';
import { type PostgresServer, startPostgres } from '../../worlds/postgres.ts';
import { makeWorld, type World } from '../../worlds/world.ts';

const FIRST = Number(process.env.SEED ?? 1);
const KILLS = Number(process.env.KILLS ?? 60);
// Settings of a connection, the version twice, the lock, the steps, the comment, the ends of both transactions; some kills come too late.
const STATEMENTS = 9;
const PARTITIONS = 8;
const NEWEST = migrations(PARTITIONS).length;
const VICTIMS = ['knap', 'knap', 'the database', 'the network'] as const;

// What was committed before a crash is there after it, as on a server that somebody keeps data in.
const start = (port?: string) => startPostgres({ folder, port, settings: { synchronous_commit: 'on' } });
let folder: string;
let server: PostgresServer;
let proxy: CountingProxy;
let world: World;
let sound: unknown;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'knap-migrate-'));
  server = await start();
  proxy = await countingProxy(server.url);
  world = makeWorld({ a: 'a' });
  await databaseOf('sound', 0);
  await migrated(at(proxy.url, 'sound'));
  sound = await tablesOf('sound');
});
afterAll(async () => {
  await proxy?.close();
  await server?.stop();
  world?.[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

let killed = 0;
for (let seed = FIRST; seed < FIRST + KILLS; seed += 1) {
  const victim = VICTIMS[seeded(seed, 'victim', VICTIMS.length)]!;
  const from = seeded(seed, 'from', NEWEST);
  const after = seeded(seed, 'after', STATEMENTS);
  test(`seed ${seed}: store migrate from version ${from} that loses ${victim} after ${after} statements leaves the old tables or the new`, async () => {
    const name = `seed_${seed}`;
    await databaseOf(name, from);
    const before = await tablesOf(name);
    const migrating = startKnap(world.root, ['store', 'migrate'], { env: { KNAP_STORE: at(proxy.url, name) } });
    let stopping: Promise<void> | null = null;
    proxy.dropAfter(after, () => {
      killed += 1;
      if (victim === 'knap') migrating.kill('SIGKILL');
      else if (victim === 'the network') proxy.drop();
      else stopping = server.stop();
    });
    await once(migrating, 'close');
    proxy.dropAfter(Number.POSITIVE_INFINITY);
    if (stopping !== null) {
      await stopping;
      server = await start(new URL(server.url).port);
    }
    expect([before, sound]).toContainEqual(await tablesOf(name));
    await migrated(at(proxy.url, name));
    expect(await tablesOf(name)).toEqual(sound);
    if (from > 0) expect(await onServer(at(server.url, name), 'SELECT name FROM knap.workspaces')).toEqual([['kept']]);
    await onServer(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
  });
}
test('more than half of the kills of these tests happened during store migrate', () => {
  console.log(`store migrate: ${killed} of ${KILLS} came in time`);
  expect(killed).toBeGreaterThan(KILLS / 2);
});

const at = (url: string, name: string) => url.replace(/\/postgres$/, `/${name}`);

/** A database with the tables of an older knap, and a row in them. */
async function databaseOf(name: string, version: number): Promise<void> {
  await onServer(server.url, `CREATE DATABASE ${name}`);
  if (version === 0) return;
  const steps = migrations(PARTITIONS).slice(0, version).flat().join('; ');
  const label = `COMMENT ON SCHEMA knap IS 'knap tables, version ${version}'`;
  await onServer(
    at(server.url, name),
    steps,
    label,
    `INSERT INTO knap.workspaces (workspace, name) VALUES (1, 'kept')`,
  );
}

async function migrated(url: string): Promise<void> {
  const { code, stdout } = await knap(world.root, ['store', 'migrate'], { env: { KNAP_STORE: url } });
  expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`(?:to|version) ${NEWEST}\\.\n$`))]);
}

/** Everything the tables are: their version, columns, indexes and policies. */
async function tablesOf(name: string): Promise<unknown> {
  const questions = [
    `SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'knap'`,
    `SELECT table_name, column_name, data_type, column_default FROM information_schema.columns WHERE table_schema = 'knap' ORDER BY 1, 2`,
    `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'knap' ORDER BY 1`,
    `SELECT tablename, policyname, qual FROM pg_policies WHERE schemaname = 'knap' ORDER BY 1, 2`,
  ];
  return Promise.all(questions.map((text) => onServer(at(server.url, name), text)));
}
