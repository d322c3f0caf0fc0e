import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { findPack, packNames, prunePacks } from '../../src/bundle/pack-folders.ts';
import { writeNamedFolder, writePackFolder } from '../../src/bundle/write-folder.ts';
import { withoutRights } from '../worlds/without-rights.ts';
import { samplePack } from './sample-pack.ts';

const base = mkdtempSync(join(tmpdir(), 'knap-bundle-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const AT = new Date(2026, 10, 15, 9, 43, 0).getTime();
const NAME = '20261115-094300-fix-the-stripe-webhook';
const bundle = { pack: samplePack(), text: '# Context Pack\n', edges: [] };
let packs = '';
let count = 0;
beforeEach(() => {
  packs = join(base, String(count++), 'packs');
});

test('a pack folder holds all its files and no others', async () => {
  expect(await writePackFolder(packs, bundle, AT)).toBe(join(packs, NAME));
  expect(readdirSync(packs)).toEqual([NAME]);
  expect(readdirSync(join(packs, NAME)).sort()).toEqual([
    'FILES.md',
    'GRAPH.md',
    'PACK.md',
    'TASK.md',
    'ctx.json',
    'ctx.tgz',
    'excerpts',
  ]);
  expect(readFileSync(join(packs, NAME, 'PACK.md'), 'utf8')).toBe('# Context Pack\n');
});

test('twenty packs made within one second get twenty folders', async () => {
  const folders = await Promise.all(Array.from({ length: 20 }, () => writePackFolder(packs, bundle, AT)));
  expect(new Set(folders).size).toBe(20);
  expect(readdirSync(packs).sort()).toEqual(folders.map((folder) => folder.slice(packs.length + 1)).sort());
  expect((await packNames(packs))[0]).toBe(`${NAME}-20`);
});

test('nothing is left of a pack folder when one of its pages cannot be written', async () => {
  // A title of its own cannot break the writing, so the pack is given a page that cannot be made.
  const broken = { ...bundle, text: null as unknown as string };
  await expect(writePackFolder(packs, broken, AT)).rejects.toThrow();
  expect(readdirSync(packs)).toEqual([]);
});

test('a folder named by the caller is created, may be empty, and is never overwritten', async () => {
  mkdirSync(packs, { recursive: true });
  mkdirSync(join(packs, 'empty'));
  expect(await writeNamedFolder(join(packs, 'new'), bundle, AT)).toBe(join(packs, 'new'));
  expect(await writeNamedFolder(join(packs, 'empty'), bundle, AT)).toBe(join(packs, 'empty'));
  writeFileSync(join(packs, 'new', 'PACK.md'), 'mine');
  await expect(writeNamedFolder(join(packs, 'new'), bundle, AT)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  writeFileSync(join(packs, 'file'), 'mine');
  await expect(writeNamedFolder(join(packs, 'file'), bundle, AT)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect(readFileSync(join(packs, 'new', 'PACK.md'), 'utf8')).toBe('mine');
  expect(readdirSync(packs).sort()).toEqual(['empty', 'file', 'new']);
});

test('a folder below a file is refused with an error that names the file', async () => {
  mkdirSync(join(packs, '..'), { recursive: true });
  writeFileSync(packs, '');
  const message = expect.stringContaining(packs);
  await expect(writePackFolder(packs, bundle, AT)).rejects.toMatchObject({ code: 'CANNOT_WRITE', message });
});

test('a folder without the right to write gives an error that names the folder', async () => {
  mkdirSync(packs, { recursive: true });
  chmodSync(packs, 0o500);
  const written = withoutRights([base], () => writePackFolder(packs, bundle, AT));
  const message = expect.stringContaining(packs);
  await expect(written).rejects.toMatchObject({ code: 'CANNOT_WRITE', message });
});

test('an unfinished pack folder of two hours ago is removed, one of seconds ago is not', async () => {
  mkdirSync(join(packs, '.knap-writing-old'), { recursive: true });
  mkdirSync(join(packs, '.knap-writing-now'), { recursive: true });
  utimesSync(join(packs, '.knap-writing-old'), AT / 1000 - 7200, AT / 1000 - 7200);
  utimesSync(join(packs, '.knap-writing-now'), AT / 1000 - 5, AT / 1000 - 5);
  await writePackFolder(packs, bundle, AT);
  expect(existsSync(join(packs, '.knap-writing-old'))).toBe(false);
  expect(existsSync(join(packs, '.knap-writing-now'))).toBe(true);
});

test('pruning keeps the newest packs and removes only packs', async () => {
  for (const name of ['20260101-000000-a', '20260102-000000-b', '20260102-000000-b-2', '20260102-000000-b-10', 'mine'])
    mkdirSync(join(packs, name), { recursive: true });
  expect(await packNames(packs)).toEqual([
    '20260102-000000-b-10',
    '20260102-000000-b-2',
    '20260102-000000-b',
    '20260101-000000-a',
  ]);
  expect(await prunePacks(packs, 2)).toEqual(['20260102-000000-b', '20260101-000000-a']);
  expect(readdirSync(packs).sort()).toEqual(['20260102-000000-b-10', '20260102-000000-b-2', 'mine']);
});

test('packs of the same second are ordered by the number of the folder, not by a number in the task', async () => {
  const names = ['20260102-000000-fix-issue-12-2', '20260102-000000-fix-issue-12', '20260102-000000-fix-issue-3'];
  for (const name of names) mkdirSync(join(packs, name), { recursive: true });
  expect(await packNames(packs)).toEqual(names);
});

test('pruning reports as removed only packs that existed', async () => {
  mkdirSync(join(packs, '20260101-000000-a'), { recursive: true });
  expect(await prunePacks(packs, ['20260101-000000-a', '20260101-000000-gone'])).toEqual(['20260101-000000-a']);
});

test('a pack is found by "latest", number, name, or the beginning of its date or words; an unknown one is an error', async () => {
  for (const name of ['20260101-000000-login', '20260102-000000-cart'])
    mkdirSync(join(packs, name), { recursive: true });
  for (const [word, name] of [
    ['latest', 'cart'],
    ['2', 'login'],
    ['20260101', 'login'],
    ['log', 'login'],
    ['20260102-000000-cart', 'cart'],
  ])
    expect(await findPack(packs, word!)).toContain(name);
  await expect(findPack(packs, 'zebra')).rejects.toMatchObject({ code: 'NO_SUCH_PACK' });
  await expect(findPack(join(packs, 'none'), 'latest')).rejects.toMatchObject({ code: 'NO_SUCH_PACK' });
});
