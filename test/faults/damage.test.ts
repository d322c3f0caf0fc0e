import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knap } from '../surfaces/knap.ts';
import { changeBytes, changedRows, cutOff, putBack } from '../worlds/damage.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld } from '../worlds/world.ts';

const ASKED = ['pack', 'stripe webhook', '--format', 'markdown'];
const world = makeWorld(SHOP);
const index = join(world.root, '.knap/index.db');
let [sound, page] = [Buffer.alloc(0), ''];
beforeAll(async () => {
  page = (await knap(world.root, ASKED)).stdout;
  sound = readFileSync(index);
});
afterAll(() => world[Symbol.dispose]());

test('a damaged index is moved aside and rebuilt, with a single line about it', async () => {
  for (const { name, spoil } of [...cutOff(1), changedRows()[0]!, changedRows()[5]!]) {
    putBack(index, sound);
    spoil(index);
    const first = await knap(world.root, ASKED);
    expect({ name, page: first.stdout, code: first.code }).toEqual({ name, page, code: 0 });
    expect(first.stderr).toMatch(
      /^note: The index file [^\n]+\. knap puts the damaged index aside and builds a new one\.\n$/,
    );
    expect(existsSync(`${index}-damaged`)).toBe(true);
    expect(await knap(world.root, ASKED)).toEqual({ code: 0, stdout: page, stderr: '' });
  }
});

describe('an index can be damaged while it is open', () => {
  const tables = ['edges', 'symbols', 'files', 'path_words', 'contents'];
  for (const table of tables)
    test(`damage to the table ${table} of an open index is noticed, and the next pack is right`, async () => {
      putBack(index, sound);
      const said: string[] = [];
      const engine = await world.open({ onWait: (reason) => said.push(reason) });
      try {
        await engine.status();
        changeBytes(index, rowBytes(table));
        expect((await engine.pack({ task: 'stripe webhook', format: 'markdown' })).text.trim()).toBe(page.trim());
        expect(said).toEqual([expect.stringContaining('knap puts the damaged index aside and builds a new one.')]);
      } finally {
        await engine.close();
      }
      expect((await knap(world.root, ['verify', '--all'])).code).toBe(0);
    });
});

// The bytes of a text of a row, as they lie in the file.
function rowBytes(table: string): Uint8Array {
  const column = { edges: 'because', symbols: 'qualified_name', path_words: 'term', contents: 'hash', files: 'source' }[
    table
  ];
  const database = new DatabaseSync(index, { readOnly: true });
  const row = database.prepare(`SELECT ${column} AS text FROM ${table} ORDER BY length(${column}) DESC LIMIT 1`).get();
  database.close();
  return Buffer.from(String(row!.text));
}

test('an index of a newer knap is left unchanged, and answers are given without it', async () => {
  putBack(index, sound);
  const database = new DatabaseSync(index);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const theirs = readFileSync(index);
  for (const added of [9, 0]) {
    const { stdout } = await knap(world.root, ['index', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ files: 9, added });
    expect(readFileSync(index).equals(theirs)).toBe(true);
  }
  expect((await knap(world.root, ASKED)).stdout).toBe(page);
  expect((await knap(world.root, ['verify', '--all'])).code).toBe(0);
  // Nobody wrote to it for long.
  const { mtime } = statSync(index);
  const old = new Date(mtime.getTime() - 40 * 86_400_000);
  utimesSync(index, old, old);
  expect((await knap(world.root, ASKED)).stdout).toBe(page);
  expect(existsSync(index)).toBe(false);
});
