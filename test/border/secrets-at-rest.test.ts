import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { SCHEMA_VERSION } from '../../src/stores/sqlite/opening/schema.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld, SHOP } from '../surfaces/world.ts';
import { leaksOf } from './planted.ts';
import { secretCases } from './secret-cases.ts';

test('K25 no table of the index, no answer and no pack on the disk holds a planted secret', async () => {
  // Every third, which are enough to meet each table, each source and each way of writing.
  const cases = secretCases('open', 1).filter((_, at) => at % 3 === 0);
  expect(cases.length).toBeGreaterThan(120);
  const found = await leaksOf(cases);
  const told = Object.entries(found).flatMap(([where, leaks]) => leaks.map(({ text }) => `${where}: ${text}`));
  expect(told).toEqual([]);
});

test('the first command after an upgrade overwrites secrets that older rules missed, and names packs that may hold them', async () => {
  const root = makeWorld(SHOP);
  for (const task of ['fix the webhook', 'total of a cart']) await knap(root, ['pack', task]);
  const index = join(root, '.knap/index.db');
  setVersion(index, SCHEMA_VERSION - 1);
  const file = openSync(index, 'r');
  onTestFinished(() => closeSync(file));
  const [pack = '', other = ''] = readdirSync(join(root, '.knap/packs'));
  const manifest = join(root, '.knap/packs', pack, 'ctx.json');
  const { secretRules: _, ...older } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify(older));
  const first = await knap(root, ['query', 'webhook']);
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('src/payments/webhook.ts')]);
  expect(first.stderr).toMatch(
    /An older knap made this index.*1 kept packs were redacted by the older rules: .*knap packs prune --outdated/,
  );
  expect((await knap(root, ['query', 'webhook'])).stderr).not.toContain('overwritten');
  const bytes = Buffer.alloc(fstatSync(file).size);
  readSync(file, bytes, 0, bytes.length, 0);
  expect([bytes.length > 4096, bytes.every((byte) => byte === 0)]).toEqual([true, true]);
  expect(readdirSync(join(root, '.knap')).filter((name) => name.endsWith('-damaged'))).toEqual([]);
  expect((await knap(root, ['packs'])).stdout).toContain('1 made with older rules on secrets');
  expect((await knap(root, ['packs', 'prune', '--outdated'])).stdout).toBe(`removed ${pack}\n`);
  expect(readdirSync(join(root, '.knap/packs'))).toEqual([other]);
});

test('an index of an older version is kept while a process has it open, and is removed afterwards', async () => {
  const root = makeWorld(SHOP);
  await knap(root, ['index']);
  const index = join(root, '.knap/index.db');
  setVersion(index, SCHEMA_VERSION - 1);
  const user = new DatabaseSync(index);
  user.exec('PRAGMA journal_mode = WAL; CREATE TABLE used (x)');
  expect((await knap(root, ['query', 'webhook'])).code).toBe(0);
  expect(user.prepare('SELECT count(*) AS count FROM files').get()).toEqual({ count: 6 });
  user.close();
  expect((await knap(root, ['query', 'webhook'])).code).toBe(0);
  expect(existsSync(index)).toBe(false);
});

function setVersion(index: string, version: number): void {
  const database = new DatabaseSync(index);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
}
