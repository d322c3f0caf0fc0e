import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/stores/index.ts';
import { commit } from './store-samples.ts';

const DAY = 86_400_000;
const COMMITS = [
  commit('d', 4 * DAY, ['a', 'c']),
  commit('c', 3 * DAY, ['b']),
  commit('b', 2 * DAY, ['a', 'b']),
  commit('a', DAY, ['a']),
];
const PATHS = ['a', 'b', 'c'];

const open = () => openSqliteStore({ path: ':memory:', churnHalfLifeDays: 2 });

async function told(store: ReturnType<typeof open>) {
  const touching = await store.commitsTouching(PATHS, 9);
  const { messages } = await store.words({ messages: ['touch', 'a', 'c', 'd'] });
  const shas = async (ids: Iterable<number>) => (await store.commits([...ids])).map(({ sha }) => sha).sort();
  return {
    history: (await store.opening()).history,
    files: await store.fileHistory(PATHS),
    touching: [...touching].map(([path, commits]) => [path, commits.map(({ sha }) => sha)]),
    messages: await Promise.all(messages.map(({ commits }) => shas(commits))),
  };
}

test('commits that left the history count nowhere, and count again when they come back', async () => {
  const [store, fresh] = [open(), open()];
  await store.apply({ commits: COMMITS });
  const all = await told(store);
  await store.apply({ dropped: ['c', 'd', 'unknown'] });
  await fresh.apply({ commits: COMMITS.slice(2) });
  expect(await told(store)).toEqual(await told(fresh));
  // A commit that left is not dropped twice.
  await store.apply({ dropped: ['d'], commits: [COMMITS[1]!] });
  await fresh.apply({ commits: [COMMITS[1]!] });
  expect(await told(store)).toEqual(await told(fresh));
  await store.apply({ commits: [COMMITS[0]!] });
  expect(await told(store)).toEqual(all);
  await store.apply({ dropped: ['a'] });
  await store.apply({ resetHistory: true, commits: COMMITS });
  expect(await told(store)).toEqual(all);
});
