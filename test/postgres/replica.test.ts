import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PostgresStoreOptions } from '../../src/stores/shared-stores.ts';
import { content, file, SHOP } from '../contracts/store-samples.ts';
import { knap } from '../surfaces/knap.ts';
import { type CountingProxy, countingProxy } from '../worlds/counting-proxy.ts';
import { makeWorld } from '../worlds/world.ts';
import { newDatabase, onServer } from './databases.ts';
import { newWorkspace, openStore } from './open-store.ts';

// A copy as a replica is one, that follows when it is told to.
let [primary, copy]: CountingProxy[] = [];
let [primaryUrl, copyUrl] = ['', ''];
beforeAll(async () => {
  [primaryUrl, copyUrl] = [await newDatabase(), await newDatabase()];
  [primary, copy] = [await countingProxy(primaryUrl), await countingProxy(copyUrl)];
  const store = await openStore({ url: primaryUrl });
  await store.apply(SHOP);
  await store.close();
  await follow();
});
afterAll(async () => {
  await Promise.all([primary!.close(), copy!.close()]);
});

const MORE = { contents: [content('hc', 'more bill')], upsert: [file('c', 'hc')] };

test('questions read from the replica; the primary gives only the version and takes requests', async () => {
  const { store, workspace, notes } = await onReplica();
  copy!.taken();
  const before = primary!.texts().length;
  expect((await store.opening()).files).toHaveLength(2);
  expect((await store.words({ postings: ['bill'] })).postings[0]!.contents).toHaveLength(2);
  await store.askFor?.();
  expect(copy!.taken().statements).toBeGreaterThanOrEqual(2);
  const asked = primary!
    .texts()
    .slice(before)
    .filter((text) => text.includes('knap.'));
  expect(asked.every((text) => /^(?:SELECT version FROM knap\.views|UPDATE knap\.queue)/.test(text))).toBe(true);
  expect([asked.length, notes]).toEqual([2, []]);
  await store.close();
  expect(workspace).not.toBe('');
});

test('a question waits for a delayed replica, then is answered with a note until the replica is current again', async () => {
  const { store, workspace, notes } = await onReplica({ replicaWaitMs: 20, replicaPollMs: 10 });
  const writer = await openStore({ url: primaryUrl, workspace });
  await writer.apply(MORE);
  expect((await store.opening()).files).toHaveLength(2);
  expect(notes).toEqual([
    expect.stringMatching(/^the replica postgres:\/\/knap@127\S+ is behind: this is the view before/),
  ]);
  await follow();
  expect((await store.opening()).files).toHaveLength(3);
  expect(notes).toEqual([]);
  await store.close();

  const patient = await openStore({
    url: primary!.url,
    readUrl: copy!.url,
    workspace,
    replicaWaitMs: 60_000,
    replicaPollMs: 5,
  });
  await writer.apply({ remove: ['c'] });
  const opening = patient.opening();
  await follow();
  expect((await opening).files).toHaveLength(2);
  await Promise.all([writer.close(), patient.close()]);
});

test('the primary answers with a note if the replica is unreachable or has no tables, and the replica is used again later', async () => {
  const { store, notes } = await onReplica({ replicaRetryMs: 0 });
  expect((await store.opening()).files).toHaveLength(2);
  const away = await countingProxy(copyUrl);
  await away.close();
  for (const readUrl of [away.url, await newDatabase()]) {
    const other = await onReplica({ readUrl, replicaRetryMs: 60_000 });
    expect((await other.store.opening()).files).toHaveLength(2);
    expect((await other.store.words({ postings: ['bill'] })).postings[0]!.contents).toHaveLength(2);
    expect(other.notes).toEqual([
      expect.stringMatching(/^the replica postgres:\S+ cannot be used: the primary answers$/),
    ]);
    await other.store.close();
  }
  copy!.drop();
  await store.opening();
  await expect.poll(async () => ((await store.opening()).files.length === 2 ? notes : null)).toEqual([]);
  copy!.taken();
  await store.opening();
  expect(copy!.taken().statements).toBe(1);
  await store.close();
});

test('without the primary the replica answers, and notes that it may be outdated', async () => {
  const gone = await countingProxy(primaryUrl);
  await gone.close();
  const { store, notes } = await onReplica({ url: gone.url });
  expect((await store.opening()).files).toHaveLength(2);
  expect(notes).toEqual([expect.stringMatching(/^the primary does not answer: the replica \S+ may be behind$/)]);
  await store.close();
});

test('with KNAP_READ_URL knap index does not use the replica; a question does, and notes when it is behind', async () => {
  const workspace = newWorkspace();
  using world = makeWorld({ 'src/a.ts': 'export function payInvoice() { return 1; }\n' });
  const env = { KNAP_STORE: primary!.url, KNAP_READ_URL: copy!.url, KNAP_WORKSPACE: `${workspace}@main` };
  copy!.taken();
  const indexed = await knap(world.root, ['index'], { env });
  expect([indexed.code, indexed.stderr, copy!.taken().statements]).toEqual([0, '', 0]);
  await follow();
  const asked = await knap(world.root, ['pack', 'payInvoice', '--verbose'], { env });
  expect([asked.code, asked.stdout]).toEqual([0, expect.stringContaining('export function payInvoice')]);
  expect(asked.stderr).not.toMatch(/replica|primary/);
  expect(copy!.taken().statements).toBeGreaterThan(3);
  world.write({ 'src/b.ts': 'export function payLater() { return payInvoice(); }\n' });
  await knap(world.root, ['index'], { env });
  const behind = await knap(world.root, ['pack', 'payInvoice', '--verbose'], { env });
  expect(behind.stderr).toMatch(/note: the replica postgres:\S+ is behind/);
  // A tree of one's own borrows from the replica what that has.
  const own = await knap(world.root, ['pack', 'payLater', '--verbose'], { env: { ...env, KNAP_WORKSPACE: workspace } });
  expect(own.stdout).toContain('export function payLater');
});

test('the configuration of a repository cannot set a replica', async () => {
  using world = makeWorld({ 'knap.config.yaml': 'readUrl: postgres://evil@example.invalid/db\n' });
  const { code, stderr } = await knap(world.root, ['status']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be set by a repository')]);
});

async function onReplica(options: Partial<PostgresStoreOptions> = {}) {
  const workspace = newWorkspace();
  const writer = await openStore({ url: primaryUrl, workspace });
  await writer.apply(SHOP);
  await writer.close();
  await follow();
  const notes: string[] = [];
  const onNote = (note: string, holds: boolean) => {
    const left = notes.filter((one) => one !== note);
    notes.splice(0, notes.length, ...left, ...(holds ? [note] : []));
  };
  const near = { url: primary!.url, readUrl: copy!.url, primaryWaitMs: 60_000 };
  const store = await openStore({ ...near, workspace, onNote, ...options });
  return { store, workspace, notes };
}

/** Makes the copy what the primary is now, all at once. */
async function follow(): Promise<void> {
  const tables = await onServer(
    primaryUrl,
    `SELECT relname FROM pg_class WHERE relnamespace = 'knap'::regnamespace AND relkind = 'p'`,
  );
  // The tables are made by the first who asks.
  const maker = await openStore({ url: copyUrl });
  await maker.opening();
  await maker.close();
  const statements = ['BEGIN'];
  for (const [table] of tables) {
    const rows = await onServer(primaryUrl, `SELECT coalesce(json_agg(t), '[]')::text FROM knap.${table} t`);
    const json = rows[0]![0]!.replaceAll("'", "''");
    statements.push(`DELETE FROM knap.${table}`);
    statements.push(`INSERT INTO knap.${table} SELECT * FROM json_populate_recordset(NULL::knap.${table}, '${json}')`);
  }
  await onServer(copyUrl, ...statements, 'COMMIT');
}
