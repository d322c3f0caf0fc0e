import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HistoryReading } from '../../src/ports/source.ts';
import { createHistory, type HistoryOptions } from '../../src/sources/history/history.ts';
import { commit, folder, gitIn, headOf, repository, write } from './folder.ts';

const history = (root: string, options: Partial<HistoryOptions> = {}) => {
  const limits = { commitsMax: 100, messageCharactersMax: 60, filesPerCommitMax: 3 };
  const { news, ...rest } = createHistory({ root, ...limits, ...options });
  return { ...rest, news: (last: string | null, call: HistoryReading = {}) => news(last, call) };
};
const summary = async (root: string, last: string | null = null, options: Partial<HistoryOptions> = {}) => {
  const news = await history(root, options).news(last);
  return (
    news && {
      ...news,
      head: news.head?.length ?? null,
      commits: news.commits.map(({ message, paths }) => [message, ...paths]),
    }
  );
};

test('C17 C18 commits are read newest first with their time, message and files', async () => {
  const root = repository({ 'a.ts': '1', 'b c.ts': '1' });
  commit(root, { 'a.ts': '2' }, 'Change a\n\nBecause of this.');
  commit(root, {}, 'Nothing but words');
  commit(root, { 'ünï\ncode".ts': '', 'b c.ts': '2' }, 'Odd names');
  const head = headOf(root);
  const news = await history(root).news(null);
  expect(news).toMatchObject({ available: true, head, note: null, isReset: true });
  expect(news?.commits.map(({ message, paths, timeMs }) => [message, paths, timeMs])).toEqual([
    ['Odd names', ['b c.ts', 'ünï\ncode".ts'], Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['Nothing but words', [], Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['Change a\n\nBecause of this.', ['a.ts'], Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['first', ['a.ts', 'b c.ts'], Date.UTC(2026, 0, 2, 3, 4, 5)],
  ]);
});

test('C2 only new commits are read, and none if there are none', async () => {
  const root = repository({ 'a.ts': '1' });
  commit(root, { 'a.ts': '2' }, 'second');
  const last = headOf(root);
  expect(await history(root).news(last)).toBeNull();
  commit(root, { 'b.ts': '1' }, 'third');
  const head = headOf(root);
  expect(await history(root).news(last)).toMatchObject({ head, isReset: false, commits: [{ message: 'third' }] });
});

test('a history that git failed to read is read at the next run', async () => {
  const root = repository({ 'a.ts': '1' });
  const tree = gitIn(root, 'rev-parse', 'HEAD^{tree}').trim();
  const object = join(root, '.git/objects', tree.slice(0, 2), tree.slice(2));
  renameSync(object, `${object}-away`);
  const unread = await history(root).news(null);
  expect(unread).toMatchObject({
    head: null,
    isReset: false,
    commits: [],
    note: expect.stringMatching(/^git stopped early/),
  });
  renameSync(`${object}-away`, object);
  expect(await summary(root, unread!.head)).toMatchObject({ isReset: true, note: null, commits: [['first', 'a.ts']] });
});

test('a rewritten history is read again', async () => {
  const root = repository({ 'a.ts': '1' });
  commit(root, { 'a.ts': '2' }, 'second');
  const last = headOf(root);
  gitIn(root, 'reset', '-q', '--hard', 'HEAD~1');
  commit(root, { 'a.ts': '3' }, 'another second');
  expect(await summary(root, last)).toMatchObject({
    isReset: true,
    commits: [
      ['another second', 'a.ts'],
      ['first', 'a.ts'],
    ],
  });
  expect(await summary(root, '0'.repeat(40))).toMatchObject({ isReset: true, commits: [{}, {}] });
});

test('C2 after a branch switch only the different commits are read, and the old branch is named', async () => {
  const root = repository({ 'a.ts': '1' });
  commit(root, { 'a.ts': '2' }, 'second');
  const last = headOf(root);
  gitIn(root, 'reset', '-q', '--hard', 'HEAD~1');
  commit(root, { 'a.ts': '3' }, 'another second');
  const news = { isReset: false, dropped: [last], commits: [{ message: 'another second' }] };
  expect(await history(root).news(last, { canDrop: true })).toMatchObject(news);
  expect(await history(root).news('0'.repeat(40), { canDrop: true })).toMatchObject({ isReset: true });
});

test('merges are skipped, and other branches are not read', async () => {
  const root = repository({ 'a.ts': '1' });
  gitIn(root, 'checkout', '-q', '-b', 'side');
  commit(root, { 'b.ts': '1' }, 'on the side');
  gitIn(root, 'checkout', '-q', '-b', 'unseen');
  commit(root, { 'c.ts': '1' }, 'unseen');
  gitIn(root, 'checkout', '-q', 'main');
  gitIn(root, 'merge', '-q', '--no-ff', '-m', 'merged', 'side');
  expect((await summary(root))?.commits.toSorted()).toEqual([
    ['first', 'a.ts'],
    ['on the side', 'b.ts'],
  ]);
});

test('the history of a given commit holds that commit and earlier ones, no later one', async () => {
  const root = repository({ 'a.ts': '1' });
  commit(root, { 'a.ts': '2' }, 'second');
  expect((await summary(root, null, { rev: 'HEAD~1' }))?.commits).toEqual([['first', 'a.ts']]);
});

test('trailers of a message are dropped, and long messages are cut between characters', async () => {
  const root = repository(
    { 'a.ts': '1' },
    'Fix it\n\nWhy: this stays.\n\nSigned-off-by: A <a@b.c>\nCo-authored-by: B <b@b.c>\nChange-Id: I1234',
  );
  commit(root, {}, `${'x'.repeat(59)}👍${'y'.repeat(20)}`);
  expect((await summary(root))?.commits).toEqual([['x'.repeat(59)], ['Fix it\n\nWhy: this stays.', 'a.ts']]);
});

test('a commit of very many files keeps its message and no paths', async () => {
  const root = repository({ a: '1', b: '1', c: '1', d: '1' }, 'everything');
  expect((await summary(root))?.commits).toEqual([['everything']]);
});

test('history stops at the limit of commits, with a note', async () => {
  const root = repository({ 'a.ts': '1' });
  commit(root, { 'a.ts': '2' }, 'second');
  expect(await summary(root, null, { commitsMax: 1 })).toMatchObject({
    commits: [['second', 'a.ts']],
    note: 'only the newest 1 commits were read',
  });
});

test('a subfolder of a repository has the commits that changed it, with paths relative to it', async () => {
  const root = repository({ 'a.ts': '1', 'sub/b.ts': '1' });
  commit(root, { 'a.ts': '2' }, 'not here');
  commit(root, { 'a.ts': '3', 'sub/c.ts': '1' }, 'here too');
  expect((await summary(join(root, 'sub')))?.commits).toEqual([
    ['here too', 'c.ts'],
    ['first', 'b.ts'],
  ]);
});

test('a folder that no commit touches has no history, with a note', async () => {
  const root = repository({ 'a.ts': '', '.gitignore': 'tmp/\n' });
  write(root, { 'tmp/x.ts': '' });
  expect(await summary(join(root, 'tmp'))).toMatchObject({
    available: true,
    commits: [],
    note: 'no commit touches this folder',
  });
});

test('C20 without a repository, commits or git there is no history, and a note says so', async () => {
  const plain = folder({ 'a.ts': '' });
  expect(await summary(plain)).toEqual({
    available: false,
    head: null,
    note: 'no history: not in a git repository',
    isReset: false,
    commits: [],
  });
  const empty = folder({ 'a.ts': '' });
  gitIn(empty, 'init', '-q');
  expect(await summary(empty)).toMatchObject({
    available: true,
    head: null,
    note: 'no history: the repository has no commits yet',
  });
  const before = process.env.PATH;
  process.env.PATH = '/nonexistent';
  try {
    expect(await summary(empty)).toMatchObject({ available: false, note: 'no history: git could not be run' });
  } finally {
    process.env.PATH = before;
  }
});

test('a shallow or partial clone gives the commits it has, and fetches nothing', async () => {
  const root = repository({ 'a.ts': '1' });
  commit(root, { 'a.ts': '2' }, 'second');
  commit(root, { 'a.ts': '3' }, 'third');
  gitIn(root, 'config', 'uploadpack.allowFilter', 'true');
  const at = (name: string) => join(folder(), name);
  const shallow = at('shallow');
  gitIn(root, 'clone', '-q', '--depth', '2', `file://${root}`, shallow);
  const known = await summary(shallow);
  expect(known?.note).toBe('a shallow clone: only its latest commits are known');
  expect(known?.commits).toHaveLength(2);
  const blobless = at('blobless');
  gitIn(root, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${root}`, blobless);
  expect(await summary(blobless)).toMatchObject({
    note: 'a partial clone: what it lacks was not fetched',
    commits: [
      ['third', 'a.ts'],
      ['second', 'a.ts'],
      ['first', 'a.ts'],
    ],
  });
  const treeless = at('treeless');
  gitIn(root, 'clone', '-q', '--no-checkout', '--filter=tree:0', `file://${root}`, treeless);
  expect((await summary(treeless))?.note).toMatch(/^a partial clone: .*git stopped early/s);
});

test('work trees and submodules have their own history', async () => {
  const inner = repository({ 'lib.ts': '' }, 'inner');
  const root = repository({ 'a.ts': '' }, 'outer');
  gitIn(root, 'submodule', '--quiet', 'add', inner, 'mod');
  commit(root, {}, 'add the module');
  const tree = join(folder(), 'tree');
  gitIn(root, 'worktree', 'add', '-q', tree);
  expect((await summary(tree))?.commits).toEqual([
    ['add the module', '.gitmodules'],
    ['outer', 'a.ts'],
  ]);
  expect((await summary(join(root, 'mod')))?.commits).toEqual([['inner', 'lib.ts']]);
});

test('an abort signal ends git and the reading', async () => {
  const root = repository({ 'a.ts': '' });
  await expect(history(root).news(null, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
    'stopped',
  );
});
