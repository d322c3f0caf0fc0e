import type { ChildProcess } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../surfaces/http/server.ts';
import { knap, startKnap } from '../surfaces/knap.ts';
import { LIBRARY, SHOP } from '../worlds/library-and-shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { connected, newDatabase, onServer } from './databases.ts';
import { addTree } from './trees.ts';

let trees: World;
let env: Record<string, string>;
beforeAll(async () => {
  trees = makeWorld({});
  env = { KNAP_STORE: await newDatabase() };
});
afterAll(() => trees?.[Symbol.dispose]());

const run = (...args: string[]) => knap(trees.root, args, { env });
const work = () => run('index', '--queue', '--trees', trees.root, '--json');
const sql = (...statements: string[]) => onServer(env.KNAP_STORE!, ...statements);
/** What is said of a row: due, had by somebody, tried how often. */
const row = async (name: string) =>
  (
    await sql(
      `SELECT (due IS NOT NULL)::text, (worker IS NOT NULL)::text, attempts::text, coalesce(failure, '') FROM knap.queue WHERE workspace_name = '${name}'`,
    )
  )[0];

describe('workers index views from a queue', () => {
  test('a requested view is indexed once, by priority, by a worker that has its tree', async () => {
    addTree(trees.root, 'org/one', SHOP);
    addTree(trees.root, 'org/two', LIBRARY);
    for (const name of ['org/one', 'org/two@main', 'org/elsewhere'])
      expect(await run('index', '--enqueue', '--workspace', name)).toMatchObject({ code: 0 });
    await sql(`UPDATE knap.queue SET priority = 1 WHERE workspace_name = 'org/two'`);
    const { stdout, code } = await work();
    expect(code).toBe(0);
    expect([...stdout.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name)).toEqual(['org/two@main', 'org/one@main']);
    expect(await row('org/one')).toEqual(['false', 'false', '0', '']);
    expect(await row('org/elsewhere')).toEqual(['true', 'false', '0', '']);
    expect((await run('query', 'invoice total', '--workspace', 'org/two@main')).stdout).toContain('invoiceTotal');
    expect((await work()).stdout).toContain('"indexed": []');
  });

  test('a question about a view that was last checked an hour ago queues the view with priority', async () => {
    expect(await row('org/two')).toEqual(['false', 'false', '0', '']);
    await sql(`UPDATE knap.queue SET looked = now() - interval '1 hour' WHERE workspace_name = 'org/two'`);
    await run('query', 'invoice total', '--workspace', 'org/two@main');
    expect(await row('org/two')).toEqual(['true', 'false', '0', '']);
    expect(await sql(`SELECT priority FROM knap.queue WHERE workspace_name = 'org/two'`)).toEqual([[1]]);
  });

  test('a failed job is tried again later, three times at most', async () => {
    addTree(trees.root, 'org/bad', { ...SHOP, 'knap.config.yaml': 'nonsense: 1\n' });
    await run('index', '--enqueue', '--workspace', 'org/bad');
    for (const attempts of ['1', '2', '3']) {
      const { stdout, code } = await work();
      expect([code, stdout]).toEqual([2, expect.stringContaining('unknown key')]);
      expect((await row('org/bad'))!.slice(1)).toEqual(['false', attempts, expect.stringContaining('unknown key')]);
      expect((await work()).stdout, 'it waits').toContain('"failed": []');
      await sql(`UPDATE knap.queue SET due = now() WHERE workspace_name = 'org/bad' AND due IS NOT NULL`);
    }
    expect((await row('org/bad'))![0]).toBe('false');
    expect((await run('store', 'status')).stdout).toMatch(/queue: org\/bad@main +failed \(3\): .*unknown key/);
    await run('index', '--enqueue', '--workspace', 'org/bad');
    expect(await row('org/bad')).toEqual(['true', 'false', '0', '']);
    await sql(`DELETE FROM knap.queue WHERE workspace_name = 'org/bad'`);
  });

  test('a worker indexes no folder outside its trees, whatever name a view has', async () => {
    using outside = makeWorld(SHOP);
    symlinkSync(outside.root, join(trees.root, 'org/linked'));
    for (const name of ['../../etc', '/etc', 'org/linked']) await run('index', '--enqueue', '--workspace', name);
    expect((await work()).stdout).toContain('"indexed": []');
    await sql(`DELETE FROM knap.queue WHERE due IS NOT NULL`);
  });

  test('knap index --queue is refused without a store and without a folder of trees', async () => {
    for (const [args, said] of [
      [['index', '--queue', '--trees', '.'], 'Name the database'],
      [['index', '--queue', '--store', env.KNAP_STORE!], 'Name the folder of the work trees'],
    ] as const)
      expect(await knap(trees.root, args)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  });
});

test('when one of three workers is killed, another worker does its job, and every job is done once', async () => {
  const names = Array.from({ length: 6 }, (_, at) => `team/${at}`);
  for (const name of names) addTree(trees.root, name, { ...SHOP, 'src/own.ts': `export const own = '${name}';\n` });
  // Whoever takes the first has to wait for this writer, and so still has it when it is killed.
  await run('index', '--workspace', 'team/0@main', '--root', join(trees.root, 'team/0'));
  trees.write({ 'team/0/src/late.ts': 'export function lateFee(): number {\n  return 3;\n}\n' });
  const writer = await connected(env.KNAP_STORE!);
  await writer.query('BEGIN');
  await writer.query(`SELECT 1 FROM knap.workspaces WHERE name = 'team/0' FOR UPDATE`);
  for (const name of names) await run('index', '--enqueue', '--workspace', name);
  const workers = [1, 2, 3].map(() => startKnap(trees.root, ['index', '--queue', '--trees', '.', '--watch'], { env }));
  onTestFinished(() => workers.forEach((worker) => void worker.kill('SIGKILL')));
  let said = '';
  for (const worker of workers) worker.stdout!.on('data', (text) => (said += text));
  const indexed = () => [...said.matchAll(/^(team\/\d)@main: \d+ files/gm)].map(([, name]) => name);
  const holders = () => sql(`SELECT worker FROM knap.queue WHERE workspace_name = 'team/0' AND worker IS NOT NULL`);
  const due = async () => (await sql('SELECT 1 FROM knap.queue WHERE due IS NOT NULL')).length;
  await until(async () => (await holders()).length === 1);
  const [[holder]] = (await holders()) as [[string]];
  const victim = workers.find(({ pid }) => pid === Number(holder.split(':')[1]))!;
  await until(async () => (await due()) === 1);
  await ended(victim);
  await writer.query('COMMIT');
  // As if the time of its lease had passed.
  await sql(`UPDATE knap.queue SET leased_until = now() - interval '1 second' WHERE workspace_name = 'team/0'`);
  await until(async () => (await due()) === 0);
  // A line is printed after the row was changed.
  await until(() => indexed().length >= names.length);
  for (const worker of workers) await ended(worker);
  expect(indexed().sort()).toEqual(names);
  expect((await run('query', 'late fee', '--workspace', 'team/0@main')).stdout).toContain('lateFee');
  await writer.end();
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
