import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsePatch } from '../../src/pipeline/hunks/parse-patch.ts';
import { findChangesAgainst } from '../../src/sources/history/changes-against.ts';
import { commit, folder, gitIn, repository, write } from './folder.ts';

const OPTIONS = { parsePatch, fileBytesMax: 1000 };
const changesIn = async (root: string, ref: string) =>
  (await findChangesAgainst(root, ref, OPTIONS)).map(({ path, status, lines: touched }) => ({
    path,
    status,
    lines: touched,
  }));
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

test('diff: the work tree differs from a ref by changed lines, added, deleted, renamed and untracked files', async () => {
  const root = repository({
    'a.ts': lines(9),
    'gone.ts': 'x\n',
    'old name.ts': lines(20),
    'same.ts': 'x',
    'b.png': Buffer.from([0, 1]),
    '.gitignore': '*.log\n',
  });
  write(root, {
    'a.ts': lines(9).replace('line 3\n', 'line 3\nMORE\nAND MORE\n'),
    'new "q".ts': 'one\ntwo\n',
    'x.log': 'ignored',
    'b.png': Buffer.from([0, 2]),
    'huge.ts': 'x'.repeat(2000),
  });
  rmSync(join(root, 'gone.ts'));
  renameSync(join(root, 'old name.ts'), join(root, 'new name.ts'));
  gitIn(root, 'add', '-A', 'new name.ts', 'old name.ts');
  expect(await changesIn(root, 'HEAD')).toEqual([
    { path: 'a.ts', status: 'modified', lines: [[4, 5]] },
    { path: 'b.png', status: 'modified', lines: [] },
    { path: 'gone.ts', status: 'deleted', lines: expect.anything() },
    { path: 'huge.ts', status: 'added', lines: [] },
    { path: 'new "q".ts', status: 'added', lines: [[1, 2]] },
    { path: 'new name.ts', status: 'renamed', lines: [] },
  ]);
});

test('diff: the work tree is compared with an older commit, a tag or a branch', async () => {
  const root = repository({ 'a.ts': lines(3) });
  gitIn(root, 'tag', 'v1');
  commit(root, { 'a.ts': `${lines(3)}line 4\n` }, 'second');
  const expected = [{ path: 'a.ts', status: 'modified', lines: [[4, 4]] }];
  for (const ref of ['HEAD~1', 'v1', gitIn(root, 'rev-parse', 'v1').trim()])
    expect(await changesIn(root, ref)).toEqual(expected);
  expect(await changesIn(root, 'main')).toEqual([]);
});

test('diff: two refs are compared from their common commit, and staged changes are listed', async () => {
  const root = repository({ 'a.ts': lines(3), 'b.ts': lines(3) });
  gitIn(root, 'tag', 'v1');
  commit(root, { 'a.ts': `${lines(3)}line 4\n` }, 'second');
  gitIn(root, 'checkout', '-q', '-b', 'side', 'v1');
  commit(root, { 'b.ts': `zero\n${lines(3)}` }, 'third');
  write(root, { 'b.ts': 'not asked for\n', 'new.ts': 'x\n' });
  gitIn(root, 'add', 'new.ts');
  const [a, b] = [
    { path: 'a.ts', status: 'modified', lines: [[4, 4]] },
    { path: 'b.ts', status: 'modified', lines: [[1, 1]] },
  ];
  expect(await changesIn(root, 'v1..main')).toEqual([a]);
  expect(await changesIn(root, 'main...side')).toEqual([b]);
  expect(await changesIn(root, 'v1..')).toEqual([b]);
  expect(await changesIn(root, 'main..side')).toEqual([{ ...a, lines: [[3, 3]] }, b]);
  expect(await changesIn(root, 'staged')).toEqual([{ path: 'new.ts', status: 'added', lines: [[1, 1]] }]);
});

test('diff: a subfolder lists only changes inside it, with paths relative to it', async () => {
  const root = repository({ 'a.ts': 'x\n', 'sub/b.ts': 'x\n' });
  write(root, { 'a.ts': 'y\n', 'sub/b.ts': 'y\n', 'sub/new.ts': 'y\n' });
  const changes = await changesIn(join(root, 'sub'), 'HEAD');
  expect(changes).toEqual([
    { path: 'b.ts', status: 'modified', lines: [[1, 1]] },
    { path: 'new.ts', status: 'added', lines: [[1, 1]] },
  ]);
});

test('diff: settings of a repository do not change the answer', async () => {
  const root = repository({ 'a.ts': 'x\n' });
  for (const [key, value] of [
    ['diff.noprefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['color.ui', 'always'],
    ['diff.external', 'false'],
  ] as const)
    gitIn(root, 'config', key, value);
  writeFileSync(join(root, 'a.ts'), 'y\n');
  expect(await changesIn(root, 'HEAD')).toEqual([{ path: 'a.ts', status: 'modified', lines: [[1, 1]] }]);
});

const REFUSED: [name: string, ref: string][] = [
  ['unknown', 'no-such-branch'],
  ['an option', '--output=/tmp/knap-owned'],
  ['a short option', '-p'],
  ['empty', ''],
  ['with a newline', 'HEAD\nmain'],
  ['a file', 'a.ts'],
  ['a range to nowhere', 'HEAD..no-such-branch'],
  ['a range of options', '--output=/tmp/x..HEAD'],
];
for (const [name, ref] of REFUSED) {
  test(`a ref that git does not know is refused: ${name}`, async () => {
    const root = repository({ 'a.ts': '' });
    await expect(findChangesAgainst(root, ref, OPTIONS)).rejects.toMatchObject({ code: 'NO_SUCH_REF' });
  });
}

test('C20 without a repository a diff is refused', async () => {
  await expect(findChangesAgainst(folder(), 'HEAD', OPTIONS)).rejects.toMatchObject({ code: 'NO_GIT' });
  const empty = folder({ 'a.ts': '' });
  gitIn(empty, 'init', '-q');
  await expect(findChangesAgainst(empty, 'HEAD', OPTIONS)).rejects.toMatchObject({ code: 'NO_SUCH_REF' });
});
