import { beforeAll, describe, expect, test } from 'vitest';
import { REDACTION_RULES } from '../../src/reading/redaction/redact.ts';
import { keyOf } from '../../src/stores/postgres/keys.ts';
import { migrations, RULE_CHANGES } from '../../src/stores/postgres/schema.ts';
import { commit, content, everything, file, SHOP } from '../contracts/store-samples.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld } from '../worlds/world.ts';
import { newDatabase, onServer } from './databases.ts';
import { openStore } from './open-store.ts';

// The version of tables that this code makes.
const NEWEST = migrations(1).length;
const ASKED = { hashes: ['ha'], terms: ['bill', 'total'], paths: ['src/a.py', 'src/b.py'] };
const FULL = { ...SHOP, commits: [commit('c1', 1, ['src/a.py'])], meta: { key: 'v' } };

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});

async function command(...args: readonly string[]) {
  using world = makeWorld({ a: 'a' });
  return await knap(world.root, ['store', ...args], { env: { KNAP_STORE: url } });
}

test('knap store migrate upgrades the tables of an older knap, and roles keep their access', async () => {
  const older = await newDatabase();
  const role = `member_${process.pid}`;
  await onServer(older, migrations(2)[0]!.join('; '), `COMMENT ON SCHEMA knap IS 'knap tables, version 1'`);
  await onServer(older, `CREATE ROLE ${role}`, `INSERT INTO knap.members VALUES (1, '${role}'), (2, 'gone')`);
  using world = makeWorld({ a: 'a' });
  const { stdout } = await knap(world.root, ['store', 'migrate'], { env: { KNAP_STORE: older } });
  expect(stdout).toBe(`From version 1 to ${NEWEST}.\n`);
  expect(await onServer(older, `SELECT has_table_privilege('${role}', 'knap.queue', 'UPDATE')::text`)).toEqual([
    ['true'],
  ]);
});

test('knap store migrate removes rows made under older redaction rules and queues their views', async () => {
  const older = await newDatabase();
  const store = await openStore({ url: older, workspace: 'org/one' });
  await store.apply(FULL);
  await store.close();
  const queued = `INSERT INTO knap.queue (workspace, view, workspace_name, view_name) VALUES (1, 1, 'org/one', 'main')`;
  await onServer(older, queued, `COMMENT ON SCHEMA knap IS 'knap tables, version 3'`);
  const [before] = await onServer(older, 'SELECT forgot FROM knap.workspaces');
  using world = makeWorld({ a: 'a' });
  await knap(world.root, ['store', 'migrate'], { env: { KNAP_STORE: older } });
  for (const table of ['contents', 'commits', 'postings', 'views'])
    expect(await onServer(older, `SELECT count(*)::text FROM knap.${table}`)).toEqual([['0']]);
  expect(await onServer(older, 'SELECT forgot FROM knap.workspaces')).not.toEqual([before]);
  expect(await onServer(older, 'SELECT (due IS NOT NULL)::text FROM knap.queue')).toEqual([['true']]);
  // Whoever changes the rules adds a step that does this.
  expect(RULE_CHANGES).toBeGreaterThanOrEqual(REDACTION_RULES - 1);
});

describe('a shared store is administered with knap store', () => {
  test('knap store migrate makes the tables once, and knap store status counts contents and files', async () => {
    expect((await command('status')).stdout).toMatch(/tables +version 0, 0\.0 MB/);
    expect((await command('migrate')).stdout).toBe(`From version 0 to ${NEWEST}.\n`);
    expect((await command('migrate')).stdout).toBe(`Already at version ${NEWEST}.\n`);
    const store = await openStore({ url, workspace: 'org/one' });
    await store.apply(FULL);
    await store.close();
    const { stdout } = await command('status');
    expect(stdout).toMatch(/database +postgres:\/\/knap@127\.0\.0\.1:\d+\/knap_\d+_\d+\n/);
    expect(stdout).toMatch(/org\/one +2 contents\norg\/one@main +2 files, of 20/);
  });

  test('knap store vacuum removes a view unchanged for 91 days, with the contents that only that view has', async () => {
    const [main, old] = await Promise.all(
      ['main', 'old'].map((view) => openStore({ url, workspace: 'org/two', view })),
    );
    await main!.apply(SHOP);
    await old!.apply({ contents: [content('hc', 'bill of old')], upsert: [file('c', 'hc'), file('src/a.py', 'ha')] });
    const before = await everything(main!, ASKED);
    const at = `WHERE workspace = ${keyOf('org/two')} AND view = ${keyOf('old')}`;
    await onServer(url, `UPDATE knap.views SET changed = now() - interval '91 days' ${at}`);
    expect((await command('vacuum')).stdout).toBe('forgot org/two@old\n');
    expect((await command('vacuum')).stdout).toBe('No view is that old.\n');
    expect([...(await main!.known(['ha', 'hb', 'hc']))]).toEqual(['ha', 'hb']);
    expect(await everything(main!, ASKED)).toEqual(before);
    await Promise.all([main!.close(), old!.close()]);
  });

  test('knap store drop-workspace removes a workspace from every table, and it can be made again', async () => {
    const store = await openStore({ url, workspace: 'org/three' });
    const empty = await everything(store, ASKED);
    await store.apply(FULL);
    expect((await command('drop-workspace', 'org/three')).stdout).toBe('dropped org/three\n');
    const tables = await onServer(
      url,
      `SELECT relname FROM pg_class WHERE relnamespace = 'knap'::regnamespace AND relkind = 'p'`,
    );
    for (const [table] of tables)
      expect(await onServer(url, `SELECT 1 FROM knap.${table} WHERE workspace = ${keyOf('org/three')}`), table).toEqual(
        [],
      );
    expect(await everything(store, ASKED)).toEqual(empty);
    await store.apply(FULL);
    expect((await store.opening()).files).toHaveLength(2);
    await store.close();
    const { code, stderr } = await command('drop-workspace', 'org/none');
    expect([code, stderr]).toEqual([2, expect.stringContaining('The store has no workspace "org/none"')]);
  });

  test('knap store status without a database asks for --store', async () => {
    using world = makeWorld({ a: 'a' });
    const { code, stderr } = await knap(world.root, ['store', 'status']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name the database with --store postgres://')]);
  });
});

describe('a role has access only to its workspaces', () => {
  const asRole = (role: string) => url.replace(/\/\/[^@]*@/, `//${role}:secret@`);

  test('a role reads and changes only the workspaces granted to it', async () => {
    await onServer(url, `CREATE ROLE alice LOGIN PASSWORD 'secret'`, `CREATE ROLE team`, `GRANT team TO alice`);
    const owners = await Promise.all(
      ['org/hers', 'org/theirs', 'org/teams'].map((workspace) => openStore({ url, workspace })),
    );
    for (const store of owners) await store.apply(FULL);
    expect((await command('grant', 'alice', '--workspace', 'org/hers')).stdout).toBe(
      'alice sees and changes org/hers\n',
    );
    await command('grant', 'team', '--workspace', 'org/teams');

    const [hers, theirs, teams] = await Promise.all(
      ['org/hers', 'org/theirs', 'org/teams'].map((workspace) => openStore({ url: asRole('alice'), workspace })),
    );
    const all = await everything(owners[0]!, ASKED);
    expect(await everything(hers!, ASKED)).toEqual(all);
    expect(await everything(teams!, ASKED)).toEqual(all);
    await hers!.apply({ contents: [content('hc', 'hers')], upsert: [file('c', 'hc')] });
    expect((await owners[0]!.opening()).files).toHaveLength(3);

    expect((await theirs!.opening()).files).toEqual([]);
    expect((await theirs!.words({ postings: ['bill'] })).postings[0]!.contents).toHaveLength(0);
    expect(await theirs!.texts(['ha'])).toEqual(new Map());
    await expect(theirs!.apply(SHOP)).rejects.toMatchObject({ code: 'STORE_AWAY' });

    expect((await command('revoke', 'alice', '--workspace', 'org/hers')).code).toBe(0);
    expect((await hers!.opening()).files).toEqual([]);
    await Promise.all([...owners, hers!, theirs!, teams!].map((store) => store.close()));
  });

  test('a role cannot read another workspace by SQL, by a partition, or by granting itself access', async () => {
    const tables = await onServer(
      url,
      `SELECT relname, relkind::text FROM pg_class WHERE relnamespace = 'knap'::regnamespace AND relkind IN ('r', 'p')`,
    );
    const strange = keyOf('org/theirs');
    for (const [table, kind] of tables) {
      const looking = onServer(asRole('alice'), `SELECT 1 FROM knap.${table} WHERE workspace = ${strange}`);
      if (kind === 'p') expect(await looking, table).toEqual([]);
      else await expect(looking, table).rejects.toThrow('permission denied');
    }
    const granting = onServer(asRole('alice'), `INSERT INTO knap.members VALUES (${strange}, 'alice')`);
    await expect(granting).rejects.toThrow('permission denied');
  });

  test('a read-only role can ask questions and changes nothing', async () => {
    await onServer(url, `CREATE ROLE reader LOGIN PASSWORD 'secret'`);
    const pushed = { 'src/pay.ts': 'export function payInvoice() { return 1; }\n' };
    using world = makeWorld(pushed, [{ message: 'Pay', files: {} }]);
    await knap(world.root, ['index', '--ref', 'main', '--workspace', 'org/read', '--store', url]);
    const granted = await command('grant', 'reader', '--read-only', '--workspace', 'org/read');
    expect(granted.stdout).toBe('reader sees org/read\n');
    const as = (workspace: string, ...args: string[]) =>
      knap(world.root, args, { env: { KNAP_STORE: asRole('reader'), KNAP_WORKSPACE: workspace } });
    for (const workspace of ['org/read', 'org/read@main'])
      expect((await as(workspace, 'pack', 'payInvoice')).stdout).toContain('export function payInvoice');
    world.write({ 'src/late.ts': 'export const late = 1;\n' });
    const writing = await as('org/read@main', 'index');
    expect([writing.code, writing.stderr]).toEqual([1, expect.stringContaining('does not let this user do that')]);
    expect((await as('org/read', 'index')).stdout).toContain('(1 added, 0 changed, 0 removed)');
    expect(await onServer(url, `SELECT name FROM knap.files WHERE workspace = ${keyOf('org/read')}`)).toEqual([
      ['src/pay.ts'],
    ]);
  });

  test('knap store grant refuses an unknown role and names it', async () => {
    const { code, stderr } = await command('grant', 'nobody-here', '--workspace', 'org/hers');
    expect([code, stderr]).toEqual([2, expect.stringContaining('The database has no role "nobody-here"')]);
  });
});
