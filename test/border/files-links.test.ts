import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { registeredGraphs } from '../../src/engine/graphs/registered-graphs.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { commit, folder, gitIn, repository } from '../indexing/folder.ts';
import { knap } from '../surfaces/knap.ts';
import { SHOP } from '../worlds/shop.ts';

const SECRET = 'aws_key = [hunter2-of-somebody-else\n';
const PACK = ['pack', 'stripe webhook', '--format', 'markdown', '--verbose'];

/** A workspace, and a folder beside it that belongs to somebody else. */
function world() {
  const base = folder({ 'outside/secret.txt': SECRET, 'outside/keep': '' });
  const root = join(base, 'repo');
  mkdirSync(root);
  for (const [path, text] of Object.entries(SHOP)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const outside = join(base, 'outside');
  return {
    root,
    outside,
    untouched: () => [readdirSync(outside).sort(), readFileSync(join(outside, 'secret.txt'), 'utf8')],
  };
}

type Place = (root: string, outside: string) => void;
const link =
  (at: string, to: string): Place =>
  (root, outside) => {
    mkdirSync(join(root, at, '..'), { recursive: true });
    symlinkSync(join(outside, to), join(root, at));
  };

describe('knap does not write through a link in the state folder, and packs are still answered', () => {
  const cases: [name: string, place: Place][] = [
    ['.knap, to a folder', link('.knap', '.')],
    ['.knap, to a missing path', link('.knap', 'made-by-knap')],
    ['the index, to a new file', link('.knap/index.db', 'made-by-knap')],
    ['the index, to a file', link('.knap/index.db', 'secret.txt')],
    ['the log of the index', link('.knap/index.db-wal', 'made-by-knap')],
    ['the journal of the index', link('.knap/index.db-journal', 'secret.txt')],
    ['the ignore file', link('.knap/.gitignore', 'made-by-knap')],
  ];
  for (const [name, place] of cases)
    test(`knap pack does not write through a link in the state folder, and still answers: ${name}`, async () => {
      const { root, outside, untouched } = world();
      const before = untouched();
      place(root, outside);
      const { code, stdout, stderr } = await knap(root, PACK);
      expect([code, stdout.includes('handleWebhook')]).toEqual([0, true]);
      if (!name.includes('ignore')) expect(stderr).toMatch(/remove it, and knap makes one\.\n/);
      expect(untouched()).toEqual(before);
    });
});

describe('knap neither writes nor lists folders behind a link', () => {
  const cases: [name: string, at: string, args: string[]][] = [
    ['pack with a link as the folder of packs', '.knap/packs', ['pack', 'stripe webhook']],
    ['packs list with a link as the folder of packs', '.knap/packs', ['packs', 'list']],
    ['packs open with a link as the folder of packs', '.knap/packs', ['packs', 'open']],
    ['packs prune with a link as the folder of packs', '.knap/packs', ['packs', 'prune', '--keep', '0']],
    ['import with a link as the folder of graphs', '.knap/graphs', ['import', 'logseq', 'notes']],
    ['packs prune with a link as the state folder', '.knap', ['packs', 'prune', '--keep', '0']],
  ];
  for (const [name, at, args] of cases)
    test(`a command fails and leaves the folder behind a link as it was: ${name}`, async () => {
      const { root, outside, untouched } = world();
      mkdirSync(join(outside, '20260101-000000-theirs'));
      mkdirSync(join(root, 'notes/pages'), { recursive: true });
      writeFileSync(join(root, 'notes/pages/a.md'), '- a\n');
      const before = untouched();
      link(at, '.')(root, outside);
      const { code, stderr } = await knap(root, args);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^knap: .*is no folder of its own: remove it, and knap makes one\./);
      expect(untouched()).toEqual(before);
    });
});

test('a .ctxignore that is a link is left out with a note, and its text is not printed', async () => {
  const { root, outside } = world();
  link('.ctxignore', 'secret.txt')(root, outside);
  const { code, stdout, stderr } = await knap(root, PACK);
  expect(code).toBe(0);
  expect(stdout + stderr).not.toMatch(/hunter2/);
  expect(stderr).toContain('note: .ctxignore is a link, which is not followed here, and was left out\n');
});

test('a configuration file of a repository that is a link is refused with one line; one of the user is read', async () => {
  const { root, outside } = world();
  writeFileSync(join(outside, 'config.yaml'), 'budget: 1234\n');
  link('knap.config.yaml', 'config.yaml')(root, outside);
  const { code, stderr } = await knap(root, PACK);
  expect([code, stderr]).toEqual([
    2,
    `knap: ${join(root, 'knap.config.yaml')} is a link, which is not followed here.\n`,
  ]);
  const own = world();
  writeFileSync(join(own.outside, 'config.yaml'), 'budget: 1234\n');
  link('.home/.config/knap/config.yaml', 'config.yaml')(own.root, own.outside);
  const packed = await knap(
    own.root,
    [...PACK, '--json'].filter((word) => !['--format', 'markdown'].includes(word)),
  );
  expect(JSON.parse(packed.stdout).usage.budget).toBe(1234);
});

test('knap init --force replaces a linked .ctxignore and leaves the file behind the link unchanged', async () => {
  const { root, outside, untouched } = world();
  const before = untouched();
  link('.ctxignore', 'secret.txt')(root, outside);
  expect((await knap(root, ['init', '--force'])).code).toBe(0);
  expect(untouched()).toEqual(before);
  expect(lstatSync(join(root, '.ctxignore')).isFile()).toBe(true);
});

/** Whether the state of a root is taken for its own: what was indexed before is known without indexing again. */
const isKnown = async (root: string): Promise<boolean> =>
  !/never/.test((await knap(root, ['status'])).stdout) &&
  JSON.parse((await knap(root, ['status', '--json'])).stdout).lastIndexedMs !== null;

test('an index copied with its folder is rebuilt, and an index moved with its folder is kept', async () => {
  const { root } = world();
  await knap(root, ['index']);
  expect(await isKnown(root)).toBe(true);
  const copy = `${root}-copy`;
  cpSync(root, copy, { recursive: true });
  expect(await isKnown(copy)).toBe(false);
  expect((await knap(copy, PACK)).stdout).toContain('handleWebhook');
  expect(await isKnown(copy)).toBe(true);
  renameSync(root, `${root}-moved`);
  expect(await isKnown(`${root}-moved`)).toBe(true);
});

test('a journal beside a file that is no index is removed without being applied', () => {
  const root = folder();
  const path = join(root, 'index.db');
  // A journal that names another one is reason enough for SQLite to remove that, wherever it lies.
  writeFileSync(path, 'x'.repeat(8192));
  writeFileSync(`${path}-journal`, 'y'.repeat(4096));
  writeFileSync(`${path}-replacing`, 'z'.repeat(4096));
  const store = openSqliteStore({ path });
  expect(existsSync(`${path}-journal`)).toBe(false);
  expect(lstatSync(`${path}-replacing`).size).toBe(0);
  return store.close();
});

test('an index committed to a repository is not used in a clone, and the message gives the remedy', async () => {
  const origin = repository(SHOP);
  await knap(origin, ['index']);
  gitIn(origin, 'add', '-f', '.knap/index.db');
  commit(origin, {}, 'with the index');
  const clone = join(folder(), 'clone');
  gitIn(origin, 'clone', '-q', origin, clone);
  expect(existsSync(join(clone, '.knap/index.db'))).toBe(true);
  expect(await isKnown(clone)).toBe(false);
  const { code, stderr } = await knap(clone, PACK);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('nothing it brought is used: git rm -r --cached .knap\n'),
  ]);
});

test('a graph copied with its state folder is not listed in the copy', async () => {
  const root = folder({ 'pages/a.md': '- about the *webhook*\n' });
  expect((await knap(root, ['import', 'logseq', '.'])).code).toBe(0);
  expect(registeredGraphs(root, {})).toMatchObject([{ alias: 'main', source: 'logseq', path: root }]);
  const copy = `${root}-copy`;
  cpSync(root, copy, { recursive: true });
  onTestFinished(() => rmSync(copy, { recursive: true }));
  expect(registeredGraphs(copy, {})).toEqual([]);
});
