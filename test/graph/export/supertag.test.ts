import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { tanaExports } from '../../../src/sources/graph-sources.ts';
import { DOCS, makeSupertagWorld } from './supertag-world.ts';

async function rowsOf(path: string) {
  const notes: string[] = [];
  const rows = [...(await tanaExports.read(path, { notes }))];
  return { notes, row: new Map(rows.map((row) => [row.id, row])) };
}

test('a node of a supertag index is read with its name, inherited tags, field values, times and owner', async () => {
  using world = makeSupertagWorld();
  const { row } = await rowsOf(world.path);
  expect(row.get('apollo')).toMatchObject({
    name: 'Apollo launch & more',
    description: 'Put it live.',
    tags: ['project', 'thing'],
    fields: [
      {
        name: 'Owner',
        values: [
          { text: 'Ada', node: 'ada' },
          { text: 'Bob', node: 'bob' },
          { text: 'Bob', node: 'bob' },
        ],
      },
      { name: 'Status', values: [{ text: 'Active', node: null }] },
    ],
    parent: 'ws_HOME',
    createdMs: 1_700_000_000_000,
    modifiedMs: 1_760_000_000_000,
    isDone: null,
    form: 'text',
  });
  expect(row.get('ada')?.tags).toEqual(['person']);
  expect(row.get('plan')).toMatchObject({ name: 'Plan with Bob on 2026-01-14', references: ['bob'] });
  expect([row.get('step1')?.isDone, row.get('step2')?.isDone]).toEqual([false, true]);
  expect(row.get('code')?.form).toBe('code');
  expect(row.get('broken')?.name).toBe('Broken document');
});

test('trash, definitions, tuples and saved searches of a supertag index are left out', async () => {
  using world = makeSupertagWorld();
  world.database.exec("UPDATE nodes SET node_type = 'trash' WHERE id = 'kickoff'");
  const { row } = await rowsOf(world.path);
  const hidden = ['ws_TRASH', 'binned', 'deep', 'project-def', 'template', 'owner-tuple', 'find', 'kickoff'];
  expect(hidden.filter((id) => row.has(id))).toEqual([]);
});

test('T4 children and parents of a supertag node are read from its documents, references are marked', async () => {
  using world = makeSupertagWorld();
  const { row } = await rowsOf(world.path);
  expect(row.get('apollo')?.children).toEqual([
    { id: 'plan', isReference: false },
    { id: 'ada', isReference: true },
    { id: 'kickoff', isReference: false },
  ]);
  expect([row.get('ada')?.parent, row.get('step1')?.parent]).toEqual(['people', 'plan']);
});

test('a field of a supertag index without rows for its documents is read from the table of values', async () => {
  using world = makeSupertagWorld();
  world.database.exec("DELETE FROM nodes WHERE id IN ('status-tuple', 'active')");
  const { row } = await rowsOf(world.path);
  expect(row.get('apollo')?.fields.at(-1)).toEqual({ name: 'Status', values: [{ text: 'Active', node: null }] });
});

test('reading a supertag index changes neither the database nor its folder', async () => {
  using world = makeSupertagWorld();
  world.database.close();
  const hash = () => createHash('sha256').update(readFileSync(world.path)).digest('hex');
  const before = [hash(), readdirSync(world.folder).join()];
  await rowsOf(world.path);
  expect([hash(), readdirSync(world.folder).join()]).toEqual(before);
});

test('a change in a supertag index changes its stamp and is read', async () => {
  using world = makeSupertagWorld();
  const stamp = async () => (await tanaExports.stampOf(world.path))!.stamp;
  const before = await stamp();
  world.database.exec("UPDATE nodes SET name = 'Robert' WHERE id = 'bob'");
  expect(await stamp()).not.toBe(before);
  expect((await rowsOf(world.path)).row.get('bob')?.name).toBe('Robert');
});

test('owners in a circle and missing children in a supertag index are noted', async () => {
  using world = makeSupertagWorld({
    docs: [
      ...DOCS,
      { id: 'a', name: 'A', owner: 'b', children: ['b', 'gone'] },
      { id: 'b', name: 'B', owner: 'a', children: ['a'] },
    ],
  });
  const { row, notes } = await rowsOf(world.path);
  expect([row.has('a'), row.has('b')]).toEqual([true, true]);
  expect(notes).toEqual(['1 documents are listed that are not in the export', '1 circles of owners were cut']);
});

test('a damaged database, or one without the tables of supertag, is refused with the reason', async () => {
  using world = makeSupertagWorld();
  const other = join(world.folder, 'other.db');
  new DatabaseSync(other).exec('CREATE TABLE nodes (id TEXT)');
  await expect(rowsOf(other)).rejects.toMatchObject({
    code: 'BAD_EXPORT',
    message: expect.stringMatching(/is not an index of supertag: it has no table tag_applications/),
  });
  world.database.close();
  writeFileSync(world.path, readFileSync(world.path).subarray(0, 5000));
  await expect(rowsOf(world.path)).rejects.toMatchObject({
    code: 'BAD_EXPORT',
    message: expect.stringMatching(/cannot be read as a database/),
  });
});
