import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store, StoreChange } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { commit, content, everything, file, SHOP, vectorsOf } from './store-samples.ts';

const ASKED = {
  hashes: ['ha', 'hc'],
  terms: ['paybill', 'ship', 'total', 'src'],
  paths: ['src/a.py', 'src/b.py', 'src/c.py'],
};

let store: Store;
beforeEach(async () => {
  store = openSqliteStore({ path: ':memory:' });
  await store.apply(SHOP);
});
afterEach(() => store.close());

// What was asked before is kept; a change of this kind must make it be read anew.
const changes: [name: string, change: StoreChange][] = [
  ['a new file', { contents: [content('hc', 'def ship\ntotal')], upsert: [file('src/c.py', 'hc')] }],
  ['a removed file', { remove: ['src/a.py'] }],
  ['a new commit', { commits: [commit('s1', 1000, ['src/a.py'], 'total of the bill')] }],
  [
    'vectors alone',
    { vectors: { model: { name: 'one', dimensions: 2 }, contents: [vectorsOf('ha', 'src/a.py', { units: 2 })] } },
  ],
];
for (const [name, change] of changes)
  test(`a store that was read before ${name} answers afterwards like one that was not`, async () => {
    const before = await everything(store, ASKED);
    await store.apply(change);
    const unasked = openSqliteStore({ path: ':memory:' });
    await unasked.apply(SHOP);
    await unasked.apply(change);
    const fresh = await everything(unasked, ASKED);
    await unasked.close();
    expect(fresh).not.toEqual(before);
    expect(await everything(store, ASKED)).toEqual(fresh);
  });

test('words read twice from a store give the same counts, in the order asked', async () => {
  const terms = ['total', 'paybill', 'nothing'];
  expect([...(await store.words({ unitCounts: ['paybill'] })).unitCounts]).toEqual([['paybill', 1]]);
  const counts = (await store.words({ unitCounts: terms })).unitCounts;
  expect([...counts]).toEqual([
    ['total', 2],
    ['paybill', 1],
    ['nothing', 0],
  ]);
  expect((await store.words({ unitCounts: terms })).unitCounts).toEqual(counts);
});
