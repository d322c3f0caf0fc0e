import { expect, test } from 'vitest';
import { sharedNames } from '../../src/engine/open/shared-names.ts';
import { commit, content, everything, file, SHOP } from '../contracts/store-samples.ts';
import { makeWorld } from '../worlds/world.ts';
import { newWorkspace, openStore } from './open-store.ts';

const ASKED = { hashes: ['ha', 'hc'], terms: ['bill', 'total', 'name'], paths: ['src/a.py', 'c'] };

test('what is stored in a workspace changes no answer of another workspace in the same database', async () => {
  const [one, other] = await Promise.all([openStore(), openStore()]);
  const empty = await everything(other, ASKED);
  await one.apply({ ...SHOP, commits: [commit('c1', 1, ['src/a.py'])], meta: { key: 'v' } });
  expect(await everything(other, ASKED)).toEqual(empty);
  await Promise.all([one.close(), other.close()]);
});

test('views of a workspace share contents and nothing else', async () => {
  const workspace = newWorkspace();
  const [main, branch] = await Promise.all(['main', 'branch'].map((view) => openStore({ workspace, view })));
  await main!.apply(SHOP);
  expect([...(await branch!.known(['ha', 'hb']))]).toEqual(['ha', 'hb']);
  expect((await branch!.opening()).files).toEqual([]);
  await branch!.apply({ contents: [content('hc', 'bill name')], upsert: [file('c', 'hc'), file('src/a.py', 'ha')] });
  const [postings] = (await branch!.words({ postings: ['bill'] })).postings;
  expect([...postings!.contents]).toEqual([1, 3]);
  expect([...(await main!.words({ postings: ['bill'] })).postings[0]!.contents]).toEqual([1, 2]);
  await branch!.apply({ remove: ['src/a.py'] });
  expect((await main!.opening()).files.map(({ path }) => path)).toEqual(['src/a.py', 'src/b.py']);
  await Promise.all([main!.close(), branch!.close()]);
});

test('a content is kept while any view has a file with it, and is removed with the last such file', async () => {
  const workspace = newWorkspace();
  const options = { workspace, keeping: { otherStates: 0, contentsMin: 1 } };
  const [main, branch] = await Promise.all(['main', 'branch'].map((view) => openStore({ ...options, view })));
  await main!.apply(SHOP);
  await branch!.apply({ upsert: [file('src/a.py', 'ha')] });
  await main!.apply({ remove: ['src/a.py', 'src/b.py'] });
  expect([...(await branch!.known(['ha', 'hb']))]).toEqual(['ha', 'hb']);
  await branch!.apply({ remove: ['src/a.py'] });
  expect([...(await branch!.known(['ha', 'hb']))]).toEqual([]);
  await Promise.all([main!.close(), branch!.close()]);
});

const NAMES: [remote: string | null, named: string | undefined, workspace: string | RegExp, view: string | null][] = [
  ['git@github.com:org/name.git', undefined, 'github.com/org/name', null],
  ['https://me:secret@GitHub.com/org/name.git', undefined, 'github.com/org/name', null],
  ['ssh://git@host.example:2222/team/deep/name/', undefined, 'host.example/team/deep/name', null],
  ['/srv/git/name.git', undefined, /^local\/.*knap-world/, null],
  [null, undefined, /^local\/.*knap-world/, null],
  ['git@github.com:org/name.git', 'mine', 'mine', null],
  ['git@github.com:org/name.git', 'org/name@main', 'org/name', 'main'],
];
for (const [remote, named, workspace, view] of NAMES)
  test(`origin ${remote} with --workspace ${named} gives the workspace ${workspace}`, () => {
    using world = makeWorld({ a: 'a' }, [{ message: 'one', files: {} }]);
    if (remote !== null) world.git('remote', 'add', 'origin', remote);
    expect(sharedNames(world.root, named)).toEqual({
      workspace: typeof workspace === 'string' ? workspace : expect.stringMatching(workspace),
      view,
    });
  });
