import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { editConfigFile } from '../../src/config/config-file.ts';
import { findNearestWord } from '../../src/config/did-you-mean.ts';
import { findRoot, makeStateFolder } from '../../src/config/workspace-folders.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'knap-state-')));
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('the folder .knap is private and ignored by git, also when several calls make it at the same time', async () => {
  const folders = await Promise.all([makeStateFolder(base), makeStateFolder(base), makeStateFolder(base)]);
  expect(new Set(folders)).toEqual(new Set([join(base, '.knap')]));
  expect(statSync(join(base, '.knap')).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(base, '.knap/.gitignore'), 'utf8')).toBe('*\n');
});

test('the root is the named folder, else the repository around the current folder, else the current folder', () => {
  mkdirSync(join(base, 'repo/.git'), { recursive: true });
  mkdirSync(join(base, 'repo/a/b'), { recursive: true });
  mkdirSync(join(base, 'plain/a'), { recursive: true });
  writeFileSync(join(base, 'file'), '');
  expect(findRoot(join(base, 'repo/a/b'), undefined)).toBe(join(base, 'repo'));
  expect(findRoot(join(base, 'plain/a'), undefined)).toBe(join(base, 'plain/a'));
  expect(findRoot(join(base, 'repo'), 'a')).toBe(join(base, 'repo/a'));
  expect(() => findRoot(base, 'nowhere')).toThrow('There is no folder nowhere.');
  expect(() => findRoot(base, 'file')).toThrow('file is not a folder.');
});

const near: [word: string, nearest: string | null][] = [
  ['budgett', 'budget'],
  ['bugdet', 'budget'],
  ['max-file', 'max-files'],
  ['format', 'format'],
  ['zebra', null],
  ['x', null],
];
for (const [word, expected] of near)
  test(`the word ${word} is corrected to ${expected ?? 'nothing'}`, () =>
    expect(findNearestWord(word, ['budget', 'format', 'max-files'])).toBe(expected));

test('editing a configuration keeps its comments, its order and its permissions', async () => {
  const file = join(base, 'knap.config.yaml');
  writeFileSync(file, '# ours\nbudget: 8000 # small\n\nhistory: true\n', { mode: 0o600 });
  await editConfigFile(file, (document) => document.set('maxFiles', 5));
  expect(readFileSync(file, 'utf8')).toBe('# ours\nbudget: 8000 # small\n\nhistory: true\nmaxFiles: 5\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
