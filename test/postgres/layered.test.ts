import { expect, inject, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { Store, StoreChange } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { layerStores, openSharedContents } from '../../src/stores/shared-stores.ts';
import type { ContentsKept } from '../../src/stores/upkeep.ts';
import { expectAnswersOfMemory } from '../contracts/any-changes.ts';
import { STORE_CASES } from '../contracts/store-cases.ts';
import { content, everything, file, SHOP, vectorsOf } from '../contracts/store-samples.ts';
import { VECTOR_CASES } from '../contracts/vector-cases.ts';
import { newWorkspace, openStore } from './open-store.ts';

const ASKED = { hashes: ['ha', 'hb'], terms: ['bill', 'total', 'name'], paths: ['src/a.py', 'c'] };
// The rest is answered by the store of this machine alone.
const OF_CONTENTS = /^(?:files|contents|texts|statistics|counts|postings|definitions|vectors|unit counts)/;

for (const [title, changes, ask, expected] of [...STORE_CASES, ...VECTOR_CASES].filter(([name]) =>
  OF_CONTENTS.test(name),
))
  test(`a view with borrowed contents gives the right answer: ${title}`, async () => {
    const store = await overAll({ churnHalfLifeDays: 1 });
    for (const change of changes) await store.apply(change);
    expect(await ask(store)).toEqual(expected);
    await store.close();
  });

test('any sequence of changes gives the same answers in memory and in a view with borrowed contents', () =>
  expectAnswersOfMemory(overAll, 8));

test('a view borrows vectors from a shared store if the same model made them for the same path', async () => {
  const workspace = newWorkspace();
  const [others, over] = [await openStore({ workspace, view: 'others' }), await layered(workspace)];
  const model = { name: 'one', dimensions: 2 };
  const vectors = { model, contents: [vectorsOf('ha', 'src/a.py'), vectorsOf('hb', 'elsewhere.py')] };
  await others.apply({ ...SHOP, vectors });
  await over.apply({ upsert: SHOP.upsert!, vectors: { model, contents: [] } });
  expect((await over.unembedded()).map(({ hash }) => hash)).toEqual(['hb']);
  const [a] = (await over.opening()).files;
  expect((await over.vectors([a!.content])).get(a!.content)).toEqual((await others.vectors([1])).get(1));
  await over.apply({ vectors: { model: { name: 'two', dimensions: 2 }, contents: [] } });
  expect((await over.unembedded()).map(({ hash }) => hash)).toEqual(['ha', 'hb']);
  await Promise.all([others.close(), over.close()]);
});

test('a view over a shared store answers while the store keeps its contents, and reports damage when it forgets them', async () => {
  const workspace = newWorkspace();
  const others = await openStore({ workspace, view: 'others', keeping: { otherStates: 0, contentsMin: 0 } });
  const extra = ['hx', 'hy', 'hz'];
  await others.apply(SHOP);
  await others.apply({
    contents: extra.map((hash) => content(hash, 'bill')),
    upsert: extra.map((hash) => file(hash, hash)),
  });
  const over = await layered(workspace);
  await over.apply({ upsert: SHOP.upsert! });
  const before = await everything(over, ASKED);
  await others.apply({ remove: extra });
  expect(await others.known(['ha', 'hb', ...extra])).toEqual(new Set(['ha', 'hb']));
  expect(await everything(over, ASKED)).toEqual(before);
  await others.apply({ remove: ['src/a.py', 'src/b.py'], contents: [content('hc', 'new')], upsert: [file('c', 'hc')] });
  expect(await others.known(['ha', 'hb'])).toEqual(new Set());
  await expect(over.words({ postings: ['bill'] })).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
  // Stored again they have other numbers.
  await others.apply(SHOP);
  await expect(over.words({ postings: ['bill'] })).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
  await Promise.all([others.close(), over.close()]);
});

test('the list of borrowed contents joins its pages at forty, and begins a new page for the next content', async () => {
  const workspace = newWorkspace();
  const [others, over] = [await openStore({ workspace, view: 'others' }), await layered(workspace)];
  const hashes = Array.from({ length: 43 }, (_, index) => `h${index}`);
  await others.apply({ contents: hashes.map((hash) => content(hash, 'bill')) });
  for (const hash of hashes) await over.apply({ upsert: [file(hash, hash)] });
  const { meta } = await over.opening();
  const pages = Array.from({ length: 4 }, (_, index) => meta.get(`lent.page.${index}`)?.split('\n').length);
  expect([pages, meta.get('lent.page.3')]).toEqual([[41, 1, 1, 1], '']);
  expect((await over.contents(hashes)).size).toBe(hashes.length);
  await Promise.all([others.close(), over.close()]);
});

async function layered(workspace: string, options: Options = {}): Promise<Store> {
  const shared = await openSharedContents({ ...DEFAULTS.postgres, url: inject('postgresUrl'), workspace });
  return layerStores(openSqliteStore({ path: ':memory:', ...options }), shared);
}

interface Options {
  churnHalfLifeDays?: number;
  keeping?: ContentsKept;
  segmentsMax?: number;
}

// What a change shows has been stored by somebody else before, and is not brought again.
async function overAll(options: Options): Promise<Store> {
  const workspace = newWorkspace();
  const others = await openStore({ workspace, view: 'others' });
  const over = await layered(workspace, options);
  return {
    ...over,
    apply: async (change) => {
      const brought = change.contents ?? [];
      const shown = new Set((change.upsert ?? []).map(({ hash }) => hash));
      if (brought.length === 0 || !brought.every(({ hash }) => shown.has(hash))) return over.apply(change);
      await others.apply({ contents: brought });
      await over.apply({ ...change, contents: [], upsert: inOrderOf(brought, change.upsert!) });
    },
    close: async () => {
      await Promise.all([others.close(), over.close()]);
    },
  };
}

// Contents are numbered as they come: here with the rows that show them.
function inOrderOf(contents: NonNullable<StoreChange['contents']>, rows: NonNullable<StoreChange['upsert']>) {
  const place = new Map(contents.map(({ hash }, at) => [hash, at]).reverse() as [string, number][]);
  const last = [...new Map(rows.map((row) => [row.path, row])).values()];
  return last.toSorted((a, b) => (place.get(a.hash) ?? 0) - (place.get(b.hash) ?? 0));
}
