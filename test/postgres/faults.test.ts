import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { keyOf } from '../../src/stores/postgres/keys.ts';
import { commit, content, edge, everything, file, SHOP } from '../contracts/store-samples.ts';
import { type CountingProxy, countingProxy } from '../worlds/counting-proxy.ts';
import { connected, newDatabase, onServer } from './databases.ts';
import { newWorkspace, openStore } from './open-store.ts';

const ASKED = { hashes: ['ha'], terms: ['bill', 'total'], paths: ['src/a.py', 'src/b.py'] };
// Tests wait for what they do, not for a server that comes back.
const AT_ONCE = { reconnectDelaysMs: [0, 0] };

let proxy: CountingProxy;
beforeAll(async () => {
  proxy = await countingProxy(inject('postgresUrl'));
});
afterAll(() => proxy.close());

describe('a dropped connection does not lose a change', () => {
  test('a dropped connection is replaced by the next question', async () => {
    const store = await openStore({ url: proxy.url, ...AT_ONCE });
    await store.apply(SHOP);
    const before = await everything(store, ASKED);
    proxy.drop();
    expect(await everything(store, ASKED)).toEqual(before);
    proxy.drop();
    await store.apply({ meta: { key: 'v' } });
    expect((await store.opening()).meta.get('key')).toBe('v');
    await store.close();
    await expect.poll(() => proxy.connections()).toBe(0);
  });

  for (const after of [1, 4, 8, 12])
    test(`a connection dropped within a change, after ${after} statements, is replaced and the change is written once`, async () => {
      const store = await openStore({ url: proxy.url, ...AT_ONCE });
      await store.apply({ commits: [commit('c1', 1, ['a'])] });
      proxy.taken();
      proxy.dropAfter(after);
      await store.apply({ ...SHOP, commits: [commit('c2', 2, ['a'])], meta: { key: 'v' } });
      const whole = await openStore();
      await whole.apply({ commits: [commit('c1', 1, ['a'])] });
      await whole.apply({ ...SHOP, commits: [commit('c2', 2, ['a'])], meta: { key: 'v' } });
      expect(await everything(store, ASKED)).toEqual(await everything(whole, ASKED));
      await Promise.all([store.close(), whole.close()]);
    });

  test('when the database stays unreachable, an error names its address, and nothing of a change is written', async () => {
    const own = await countingProxy(inject('postgresUrl'));
    const workspace = newWorkspace();
    const store = await openStore({ url: own.url, workspace, ...AT_ONCE });
    await store.apply(SHOP);
    await own.close();
    const lost = { contents: [content('hc', 'lost')], upsert: [file('c', 'hc')] };
    for (const ask of [() => store.apply(lost), () => store.opening(), () => store.words({ postings: ['bill'] })])
      await expect(ask()).rejects.toMatchObject({
        code: 'STORE_AWAY',
        message: expect.stringMatching(
          /^The database cannot be reached: postgres:\/\/knap@127\.0\.0\.1:\d+\/postgres \(\w+\)\.$/,
        ),
      });
    await store.close();
    const next = await openStore({ workspace });
    expect((await next.opening()).files).toHaveLength(2);
    await next.apply(lost);
    expect((await next.opening()).files).toHaveLength(3);
    await next.close();
  });
});

test('a password in the URL may hold any character, plain or escaped, and a wrong one is refused', async () => {
  const workspace = newWorkspace();
  for (const url of [inject('postgresUrl'), decodeURIComponent(inject('postgresUrl'))]) {
    const store = await openStore({ url, workspace });
    await store.apply(SHOP);
    expect((await store.opening()).files).toHaveLength(2);
    await store.close();
  }
  const wrong = await openStore({ url: inject('postgresUrl').replace('100', '99') });
  await expect(wrong.opening()).rejects.toMatchObject({
    code: 'STORE_AWAY',
    message: expect.stringMatching(
      /^The database refuses the user or the password\. \(postgres:\/\/knap@127\.0\.0\.1:\d+\/postgres\)$/,
    ),
  });
  await wrong.close();
});

describe('several writers change a store without loss', () => {
  test('a writer waits for another of the same workspace and says so, and fails after its time to wait', async () => {
    const workspace = newWorkspace();
    const first = await openStore({ workspace });
    await first.apply(SHOP);
    const other = await connected(inject('postgresUrl'));
    await other.query('BEGIN');
    await other.query(`SELECT 1 FROM knap.workspaces WHERE workspace = ${keyOf(workspace)} FOR UPDATE`);
    let waited: (reason: string) => void = () => {};
    const reason = new Promise<string>((resolve) => {
      waited = resolve;
    });
    const second = await openStore({ workspace, onWait: waited });
    const writing = second.apply({ edges: [edge('src/a.py', 'src/b.py')] });
    expect(await reason).toBe(`another knap is writing the workspace ${workspace}, and is waited for`);
    expect((await first.opening()).files).toHaveLength(2);
    expect((await first.counts()).edges).toBe(1);
    await other.query('ROLLBACK');
    await writing;
    expect((await first.counts()).edges).toBe(2);
    const impatient = await openStore({ workspace, lockWaitMs: 20 });
    await other.query('BEGIN');
    await other.query(`SELECT 1 FROM knap.workspaces WHERE workspace = ${keyOf(workspace)} FOR UPDATE`);
    await expect(impatient.apply({ meta: { a: 'b' } })).rejects.toMatchObject({ code: 'STORE_BUSY' });
    await Promise.all([first.close(), second.close(), impatient.close(), other.end()]);
  });

  test('the next question of a reader that has the view open already finds what a writer added', async () => {
    const workspace = newWorkspace();
    const [writer, reader] = await Promise.all([openStore({ workspace }), openStore({ workspace })]);
    await writer!.apply(SHOP);
    expect((await reader!.opening()).files).toHaveLength(2);
    await writer!.apply({ contents: [content('hc', 'bill again')], upsert: [file('c', 'hc')] });
    const { postings } = await reader!.words({ postings: ['bill', 'again'] });
    expect(postings.map(({ contents }) => [...contents])).toEqual([[1, 2, 3], [3]]);
    await Promise.all([writer!.close(), reader!.close()]);
  });

  test('three writers of the same view at the same time lose no change', async () => {
    const workspace = newWorkspace();
    const stores = await Promise.all([1, 2, 3].map(() => openStore({ workspace, segmentsMax: 2 })));
    const numbers = Array.from({ length: 8 }, (_, n) => n);
    await Promise.all(
      stores.map(async (store, at) => {
        for (const n of numbers)
          await store.apply({
            contents: [content(`h${n}`, `shared word${n}`)],
            upsert: [file(`${at}/f${n}`, `h${n}`)],
            meta: { [`${at}`]: `${n}` },
          });
      }),
    );
    for (const store of stores) {
      const { files, meta } = await store.opening();
      expect(files).toHaveLength(24);
      expect([...meta.values()]).toEqual(['7', '7', '7']);
      const [shared] = (await store.words({ postings: ['share'] })).postings;
      expect(shared!.contents).toEqual(Uint32Array.from(numbers, (n) => n + 1));
      await store.close();
    }
  });
});

describe('the tables are made by knap', () => {
  test('four stores opened on an empty database at the same time make its tables without an error', async () => {
    const url = await newDatabase();
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore({ url })));
    await Promise.all(stores.map((store) => store.apply(SHOP)));
    for (const store of stores) {
      expect((await store.opening()).files).toHaveLength(2);
      await store.close();
    }
  });

  test('tables of a newer version of knap are not changed, and an error names both versions', async () => {
    const url = await newDatabase();
    await onServer(url, 'CREATE SCHEMA knap', `COMMENT ON SCHEMA knap IS 'knap tables, version 99'`);
    const store = await openStore({ url });
    for (const ask of [() => store.opening(), () => store.apply(SHOP)])
      await expect(ask()).rejects.toMatchObject({
        code: 'STORE_NEWER',
        message: expect.stringMatching(
          /^The tables in postgres:\S+ were made by a newer knap \(version 99; this one knows \d+\)\.$/,
        ),
      });
    await store.close();
    const tables = await onServer(url, `SELECT relname FROM pg_class WHERE relnamespace = 'knap'::regnamespace`);
    expect(tables).toEqual([]);
  });
});
