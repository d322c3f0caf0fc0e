import { expect, inject, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { configSchema } from '../../src/config/schema.ts';
import { openParts } from '../../src/engine/parts/open-parts.ts';
import { sharedNames } from '../../src/engine/parts/shared-names.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import { commit, content, everything, file, SHOP } from '../contracts/store-samples.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { newWorkspace, openStore } from './open-store.ts';

const ASKED = { hashes: ['ha', 'hc'], terms: ['bill', 'total', 'name'], paths: ['src/a.py', 'c'] };

test('workspaces of one database see nothing of each other', async () => {
  const [one, other] = await Promise.all([openStore(), openStore()]);
  const empty = await everything(other, ASKED);
  await one.apply({ ...SHOP, commits: [commit('c1', 1, ['src/a.py'])], meta: { key: 'v' } });
  expect(await everything(other, ASKED)).toEqual(empty);
  await Promise.all([one.close(), other.close()]);
});

test('views of one workspace share contents, and nothing else', async () => {
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

test('contents that one view forgets stay for another, and go with the last', async () => {
  const workspace = newWorkspace();
  const options = { workspace, deadContentsMin: 0 };
  const [main, branch] = await Promise.all(['main', 'branch'].map((view) => openStore({ ...options, view })));
  await main!.apply(SHOP);
  await branch!.apply({ upsert: [file('src/a.py', 'ha')] });
  await main!.apply({ remove: ['src/a.py', 'src/b.py'] });
  expect([...(await branch!.known(['ha', 'hb']))]).toEqual(['ha', 'hb']);
  await branch!.apply({ remove: ['src/a.py'] });
  expect([...(await branch!.known(['ha', 'hb']))]).toEqual([]);
  await Promise.all([main!.close(), branch!.close()]);
});

test('a second clone parses nothing, a branch what differs', async () => {
  const workspace = newWorkspace();
  using first = makeWorld(READER, READER_PAST);
  using second = makeWorld(READER, READER_PAST);
  expect(await parsesOf(first, workspace)).toBeGreaterThan(5);
  expect(await parsesOf(second, workspace)).toBe(0);
  second.write({ 'src/new.ts': 'export const brandNew = 1;\n' });
  expect(await parsesOf(second, workspace)).toBe(1);
  expect(await parsesOf(first, workspace)).toBe(0);
});

const NAMES: [remote: string | null, named: string | undefined, workspace: string | RegExp, view: string | RegExp][] = [
  ['git@github.com:org/name.git', undefined, 'github.com/org/name', /:\/.*knap-world/],
  ['https://me:secret@GitHub.com/org/name.git', undefined, 'github.com/org/name', /:\//],
  ['ssh://git@host.example:2222/team/deep/name/', undefined, 'host.example/team/deep/name', /:\//],
  ['/srv/git/name.git', undefined, /^local\/.*knap-world/, /:\//],
  [null, undefined, /^local\/.*knap-world/, /:\//],
  ['git@github.com:org/name.git', 'mine', 'mine', /:\//],
  ['git@github.com:org/name.git', 'org/name@main', 'org/name', 'main'],
];
for (const [remote, named, workspace, view] of NAMES)
  test(`origin ${remote} and --workspace ${named} are called ${workspace}`, () => {
    using world = makeWorld({ a: 'a' }, [{ message: 'one', files: {} }]);
    if (remote !== null) world.git('remote', 'add', 'origin', remote);
    expect(sharedNames(world.root, named)).toEqual({
      workspace: typeof workspace === 'string' ? workspace : expect.stringMatching(workspace),
      view: typeof view === 'string' ? view : expect.stringMatching(view),
    });
  });

async function parsesOf(world: World, workspace: string): Promise<number> {
  const config = configSchema.parse({ store: inject('postgresUrl'), workspace });
  const parts = await openParts(world.root, config, () => Date.UTC(2100, 0, 1));
  let parsed = 0;
  const parse: typeof parts.parser.parse = (requests, ...more) => {
    parsed += requests.length;
    return parts.parser.parse(requests, ...more);
  };
  await indexWorkspace({ ...parts, parser: { ...parts.parser, parse } }, DEFAULTS.indexing);
  await parts.parser.close();
  await parts.store.close();
  return parsed;
}
