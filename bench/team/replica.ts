import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { configSchema } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { startPostgres } from '../../test/worlds/postgres.ts';
import { spread, subjects } from '../serving/worlds.ts';

// Asks a streaming replica: node bench/team/replica.ts --tree DIR [--programs /usr/lib/postgresql/15/bin] [--tasks 20].
// Starts a primary and a copy of it by pg_basebackup; indexes DIR into the primary and asks both; changes files and measures how far
// the replica is behind when the index is done; then stops the primary, and promotes the replica and writes to it.
const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    programs: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
    tasks: { type: 'string', default: '20' },
  },
});
const { tree, programs } = values;
if (tree === undefined) throw new Error('usage: replica.ts --tree DIR [--programs DIR] [--tasks 20]');
const WORKSPACE = 'bench/tree@main';
const tasks = subjects(tree, Number(values.tasks));
const folder = mkdtempSync(join(tmpdir(), 'knap-replica-'));
const [first, second] = ['primary', 'replica'].map((name) => join(folder, name)) as [string, string];
for (const made of [first, second]) mkdirSync(made);
// The servers may run as another user, who needs access to their data.
execFileSync('chmod', ['755', folder, first, second]);
const primary = await startPostgres({ folder: first, programs, settings: { wal_level: 'replica' } });
let replica: typeof primary | null = null;
try {
  await indexed(primary.url);
  replica = await follow();
  await askBoth(primary.url, replica.url);
  await changeAndFollow(primary.url, replica.url);
  await primary.stop();
  await askAlone(primary.url, replica.url);
  const promoting = await connected(replica.url);
  await one(promoting, 'SELECT pg_promote()');
  await promoting.end();
  writeFileSync(join(tree, 'knap-bench-new.py'), 'def after_promotion():\n    return 1\n');
  await indexed(replica.url);
  const engine = await open({ store: replica.url });
  const { results } = await engine.query({ query: 'after_promotion' });
  console.log(`promoted: indexed and asked again, first result ${results[0]?.entity.id}`);
  await engine.close();
} finally {
  rmSync(join(tree, 'knap-bench-new.py'), { force: true });
  await replica?.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function follow() {
  const { hostname, port, username, password } = new URL(primary.url);
  const { uid, gid } = statSync(join(first, 'data'));
  chownSync(second, uid, gid);
  const env = { PATH: process.env.PATH, PGPASSWORD: decodeURIComponent(password) };
  const flags = [
    '-D',
    join(second, 'data'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-h',
    hostname,
    '-p',
    port,
    '-U',
    username,
  ];
  const started = performance.now();
  const made = spawnSync(join(programs, 'pg_basebackup'), flags, { uid, gid, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`pg_basebackup failed: ${made.error?.message ?? made.stderr}`);
  const server = await startPostgres({ folder: second, programs, settings: { hot_standby: 'on' } });
  console.log(`the replica was made and started in ${Math.round(performance.now() - started)} ms`);
  return server;
}

async function askBoth(url: string, readUrl: string): Promise<void> {
  const told: string[][] = [];
  for (const settings of [{ store: url }, { store: url, readUrl }]) {
    const engine = await open(settings);
    const answers: string[] = [];
    const times: number[] = [];
    for (const task of tasks) {
      const started = performance.now();
      const { candidates } = await engine.explain({ task });
      times.push(performance.now() - started);
      answers.push(JSON.stringify(candidates.slice(0, 10).map(({ id, score }) => [id, score])));
    }
    await engine.close();
    told.push(answers);
    console.log(`${'readUrl' in settings ? 'with the replica' : 'the primary alone'}: ${spread(times)}`);
  }
  const same = tasks.filter((_, at) => told[0]![at] === told[1]![at]);
  console.log(`the same ten best with the same scores: ${same.length} of ${tasks.length}`);
}

// Measures how long after the end of indexing the replica has all of it.
async function changeAndFollow(url: string, readUrl: string): Promise<void> {
  const lags: number[] = [];
  const [near, far] = await Promise.all([connected(url), connected(readUrl)]);
  for (let round = 0; round < 10; round += 1) {
    writeFileSync(join(tree!, 'knap-bench-new.py'), `def round_${round}():\n    return ${round}\n`);
    await indexed(url);
    const started = performance.now();
    const written = await one(near, 'SELECT pg_current_wal_lsn()::text');
    while ((await one(far, `SELECT pg_last_wal_replay_lsn() >= '${written}'`)) !== true) await sleep(1);
    lags.push(performance.now() - started);
    const engine = await open({ store: url, readUrl });
    const { results } = await engine.query({ query: `round_${round}` });
    if (!results.some(({ entity }) => entity.id.includes(`round_${round}`))) console.log(`round ${round} is not found`);
    await engine.close();
  }
  await Promise.all([near.end(), far.end()]);
  console.log(`behind by ${spread(lags)}`);
}

async function askAlone(url: string, readUrl: string): Promise<void> {
  const engine = await open({ store: url, readUrl });
  const started = performance.now();
  const { pack, text } = await engine.pack({ task: tasks[0]! });
  console.log(
    `the primary is killed: a pack of ${text.length} characters after ${Math.round(performance.now() - started)} ms`,
  );
  console.log(`  notes: ${JSON.stringify(pack.notes)}`);
  await engine.close();
}

async function indexed(store: string): Promise<void> {
  const engine = await createEngine({ root: tree!, changesNamedView: true }, settingsOf({ store }));
  await engine.index();
  await engine.close();
}

function open(settings: Readonly<Record<string, string>>): Promise<Engine> {
  return createEngine({ root: folder }, settingsOf(settings));
}

function settingsOf(settings: Readonly<Record<string, string>>) {
  return configSchema.parse({ ...settings, workspace: WORKSPACE });
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

async function one(client: Client, text: string): Promise<unknown> {
  return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows[0]?.[0];
}
