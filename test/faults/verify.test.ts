import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/stores/index.ts';
import { sealOf } from '../../src/stores/sqlite/opening/driver.ts';
import { knap } from '../surfaces/knap.ts';
import { putBack } from '../worlds/damage.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld } from '../worlds/world.ts';

const world = makeWorld(SHOP, [{ message: 'Retry', files: { 'src/retry.ts': 'export const retry = 3;\n' } }]);
const index = join(world.root, '.knap/index.db');
let sound = Buffer.alloc(0);
beforeAll(async () => {
  expect((await knap(world.root, ['index'])).code).toBe(0);
  sound = readFileSync(index);
});
afterAll(() => world[Symbol.dispose]());

const verified = async (...more: string[]) => {
  const { code, stdout } = await knap(world.root, ['verify', '--json', ...more]);
  return { code, ...JSON.parse(stdout) };
};

test('C2 verify accepts an index that agrees with the disk, for all files and for a sample', async () => {
  putBack(index, sound);
  const all = await verified('--all');
  expect(all).toMatchObject({ code: 0, store: 'sqlite', files: 10, differences: [] });
  expect(all.checked).toMatchObject({ files: 10 });
  for (const count of Object.values(all.checked)) expect(count).toBeGreaterThan(0);
  const some = await verified('--sample', '3');
  expect(some).toMatchObject({ code: 0, checked: { files: 3 }, differences: [] });
  const { stdout } = await knap(world.root, ['verify', '--all']);
  expect(stdout).toMatch(/^10 of 10 files read again: .* compared; the index agrees with the disk\n$/);
});

// Rows that are sealed as ours are: what they say is wrong, and nothing but another reading of the files can tell.
const tampered: [kind: string, path: string, sql: string][] = [
  ['entities', 'src/payments/webhook.ts', "UPDATE symbols SET name = 'other' WHERE key = 'verifysignature'"],
  ['words', 'src/mail/smtp.ts', 'DELETE FROM path_words WHERE path = PATH'],
  ['document', 'docs/payments.md', "UPDATE documents SET card = replace(card, 'Payments', 'Payment')"],
  ['document', 'docs/payments.md', "DELETE FROM document_keys WHERE kind = 'name'"],
  ['edges', 'test/webhook.test.ts', 'DELETE FROM edges WHERE source = PATH'],
  ['edges', 'src/mail/confirmation.ts', 'UPDATE edges SET weight = 0.123 WHERE source = PATH'],
  ['meaning', 'src/mail/smtp.ts', 'DELETE FROM vectors WHERE path = PATH'],
  ['file', 'src/mail/smtp.ts', "UPDATE files SET role = 'generated' WHERE path = PATH"],
  [
    'lines',
    'src/mail/smtp.ts',
    'UPDATE contents SET line_count = 99 WHERE id = (SELECT content FROM files WHERE path = PATH)',
  ],
  [
    'text',
    'src/mail/smtp.ts',
    'UPDATE bodies SET text = (SELECT b.text FROM bodies b WHERE b.content <> bodies.content LIMIT 1) WHERE content = (SELECT content FROM files WHERE path = PATH)',
  ],
  [
    'facts',
    'src/mail/smtp.ts',
    'UPDATE bodies SET facts = (SELECT b.facts FROM bodies b WHERE b.content <> bodies.content LIMIT 1) WHERE content = (SELECT content FROM files WHERE path = PATH)',
  ],
];
for (const [kind, path, sql] of tampered)
  test(`verify names a difference of the kind ${kind} after ${sql.slice(0, 40)}…`, async () => {
    putBack(index, sound);
    const database = new DatabaseSync(index);
    database.function('seal_of', { deterministic: true, varargs: true }, sealOf);
    database.exec(sql.replaceAll('PATH', `(SELECT id FROM paths WHERE path = '${path}')`));
    database.close();
    const { code, differences } = await verified('--all');
    expect(code).toBe(2);
    expect(differences).toContainEqual(expect.objectContaining({ path, kind }));
  });

test('verify notices two contents that were stored in each other’s place', async () => {
  putBack(index, sound);
  const store = openSqliteStore({ path: index });
  const { files } = await store.opening();
  const [{ hash } = { hash: '' }] = files.filter(({ path }) => path === 'src/mail/smtp.ts');
  await store.close();
  const database = new DatabaseSync(index);
  database.function('seal_of', { deterministic: true, varargs: true }, sealOf);
  // Two contents in each other's place: everything that is kept by their numbers is wrong.
  database.exec(`UPDATE contents SET hash = 'x' WHERE hash = '${hash}'`);
  database.exec(`UPDATE contents SET hash = '${hash}' WHERE id = (SELECT min(id) FROM contents)`);
  database.close();
  const { code, differences } = await verified('--all');
  expect(code).toBe(2);
  expect(new Set(differences.map(({ kind }: { kind: string }) => kind))).toContain('words');
});

test('status counts by language and folder how files were read', async () => {
  using mixed = makeWorld({ 'src/a.ts': 'export const a = 1;\n', 'notes/b.txt': 'words\n', 'src/c.bin.txt': 'x\0y' });
  await knap(mixed.root, ['index']);
  const { stdout } = await knap(mixed.root, ['status', '--json']);
  const part = (name: string, structure: number, words: number, leftOut: number) => ({
    name,
    structure,
    words,
    leftOut,
  });
  expect(JSON.parse(stdout).reading).toEqual({
    languages: [part('text', 0, 1, 1), part('typescript', 1, 0, 0)],
    folders: [part('src', 1, 0, 1), part('notes', 0, 1, 0)],
  });
  const { stdout: text } = await knap(mixed.root, ['status']);
  expect(text).toMatch(/^folders +src 2 \(1 left out\), notes 1 \(1 by words alone\)$/m);
});

test('C6 C7 verify finds a changed file with the same size and time, and --full repairs it', async () => {
  putBack(index, sound);
  const path = join(world.root, 'src/retry.ts');
  const old = new Date('2026-01-01');
  utimesSync(path, old, old);
  await knap(world.root, ['index']);
  const before = statSync(path);
  writeFileSync(path, 'export const retry = 4;\n');
  utimesSync(path, before.atime, before.mtime);
  expect((await knap(world.root, ['index'])).stdout).toContain('(0 added, 0 changed, 0 removed)');
  const { code, stdout } = await knap(world.root, ['verify', '--all']);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^src\/retry\.ts: hash: has changed since it was indexed$/m);
  expect(stdout).toMatch(/1 differ: knap index --full makes the index again\n$/);
  expect((await knap(world.root, ['index', '--full'])).code).toBe(0);
  expect((await verified('--all')).code).toBe(0);
});
