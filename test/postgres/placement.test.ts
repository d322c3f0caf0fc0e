import { expect, inject, test } from 'vitest';
import { commit, content, documentRow, edge, everything, file, SHOP, vectorsOf } from '../contracts/store-samples.ts';
import { countingProxy } from '../worlds/counting-proxy.ts';
import { newDatabase, onServer } from './databases.ts';
import { openStore } from './open-store.ts';

const OF_KNAP = `relnamespace = 'knap'::regnamespace`;

// What a distributed PostgreSQL asks for before it places rows by the workspace.
test('every table is cut by the workspace, and every index is led by it', async () => {
  const url = await newDatabase();
  const store = await openStore({ url });
  await store.apply(SHOP);
  await store.close();
  const tables = await onServer(
    url,
    `SELECT relname, pg_get_partkeydef(oid) FROM pg_class WHERE ${OF_KNAP} AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter(([, key]) => key !== 'HASH (workspace)')).toEqual([]);
  const indexes = await onServer(
    url,
    `SELECT c.relname, (SELECT attname FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = i.indkey[0])
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE ${OF_KNAP}`,
  );
  expect(indexes.length).toBeGreaterThan(100);
  expect(indexes.filter(([, first]) => first !== 'workspace')).toEqual([]);
  const others = await onServer(
    url,
    `SELECT conname FROM pg_constraint WHERE connamespace = 'knap'::regnamespace AND contype = 'f'
     UNION ALL SELECT relname FROM pg_class WHERE ${OF_KNAP} AND relkind = 'S'`,
  );
  expect(others, 'no foreign key and no sequence').toEqual([]);
});

test('every statement names the workspace for each table it touches', async () => {
  const proxy = await countingProxy(inject('postgresUrl'));
  const store = await openStore({ url: proxy.url, deadContentsMin: 0, segmentsMax: 1 });
  await store.apply({ ...SHOP, commits: [commit('c1', 1, ['src/a.py'])], meta: { key: 'v' } });
  await store.apply({
    contents: [content('hc', 'def more')],
    upsert: [documentRow('d.md', 'hc', { keys: [['name', 'd']] })],
    edges: [edge('d.md', 'src/a.py')],
    remove: ['src/a.py'],
    relinked: ['src/b.py'],
    resetHistory: true,
    commits: [commit('c2', 2, ['src/a.py'])],
    history: { available: true, head: 'c2', commits: 1, note: null, averageMessageLength: 1 },
    vectors: { model: { name: 'one', dimensions: 2 }, contents: [vectorsOf('hc', 'd.md')] },
  });
  await store.apply({ upsert: [file('x', 'hb')] });
  await everything(store, { hashes: ['ha', 'hb'], terms: ['bill'], paths: ['src/a.py', 'src/b.py'] });
  await store.askFor?.();
  const texts = [...new Set(proxy.texts())].filter((text) => text.includes('knap.'));
  await store.close();
  await proxy.close();
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.filter((text) => !isPlaced(text))).toEqual([]);
});

// A row is inserted with its workspace first; every other table is compared with one.
function isPlaced(text: string): boolean {
  const inserted = [...text.matchAll(/INSERT INTO knap\.\w+(?: AS \w+)? \((\w+)/g)];
  if (inserted.some(([, first]) => first !== 'workspace')) return false;
  const touched = text.match(/\b(?:FROM|JOIN|UPDATE) knap\.\w+/g) ?? [];
  return (text.match(/workspace = /g) ?? []).length >= touched.length;
}
