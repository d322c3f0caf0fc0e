import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ContextError } from '../../../src/model/errors.ts';
import type { GraphRelation } from '../../../src/model/graph.ts';
import type { Neighbours } from '../../../src/ports/graph.ts';
import { openSupertagBackend } from '../../../src/sources/tana/supertag-db/supertag-backend.ts';
import { searchOf } from '../../worlds/import-rows.ts';
import { DOCS, makeSupertagWorld } from './supertag-world.ts';

const ALL: readonly GraphRelation[] = ['child', 'parent', 'references', 'field'];
const said = (neighbours: Neighbours | undefined) =>
  neighbours?.ends.map(({ relation, direction, to, field }) =>
    [relation, direction, to, ...(field === null ? [] : [field])].join(' '),
  );

test('a node of the index: name in words, inherited tags, all values of a field, times, owner', async () => {
  using world = makeSupertagWorld();
  const backend = openSupertagBackend(world.path);
  const nodes = await backend.nodes(['apollo', 'plan', 'step1', 'step2', 'code', 'broken', 'missing']);
  expect(nodes.get('apollo')).toEqual({
    id: 'apollo',
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
  expect(nodes.get('plan')?.name).toBe('Plan with Bob on 2026-01-14');
  expect([nodes.get('step1')?.isDone, nodes.get('step2')?.isDone]).toEqual([false, true]);
  expect(nodes.get('code')?.form).toBe('code');
  expect(nodes.get('broken')?.name).toBe('Broken document');
  expect(nodes.has('missing')).toBe(false);
  expect(backend.asOfMs).toBe(1_768_400_000_000);
  await backend.close();
});

test('trash, definitions, tuples and saved searches are not there', async () => {
  using world = makeSupertagWorld();
  const backend = openSupertagBackend(world.path);
  const hidden = ['ws_TRASH', 'binned', 'deep', 'project-def', 'template', 'owner-tuple', 'find'];
  expect([...(await backend.nodes(hidden)).keys()]).toEqual([]);
  expect((await searchOf(backend, 'apollo', 10)).map(({ id }) => id)).toEqual(['apollo']);
  await backend.close();
});

test('T4 children and parents come from the documents, not from the table of references', async () => {
  using world = makeSupertagWorld();
  const backend = openSupertagBackend(world.path);
  const told = await backend.neighbours(['apollo', 'ada', 'plan'], { relations: ALL, limitEach: 50 });
  expect(said(told.get('apollo'))).toEqual([
    'child out plan',
    'child out kickoff',
    'parent out ws_HOME',
    'references out ada',
    'references in note',
    'field out ada Owner',
    'field out bob Owner',
  ]);
  expect(said(told.get('ada'))).toEqual(['parent out people', 'field in apollo Owner']);
  expect(said(told.get('plan'))).toEqual([
    'child out step1',
    'child out step2',
    'parent out apollo',
    'references out bob',
  ]);
  await backend.close();
});

test('an outline in reading order, and its limits', async () => {
  using world = makeSupertagWorld();
  const backend = openSupertagBackend(world.path);
  const lines = async (depth: number, nodesMax: number) =>
    (await backend.outline('apollo', { depth, nodesMax })).map(
      ({ level, id, isReference }) => `${level} ${id}${isReference ? ' →' : ''}`,
    );
  expect(await lines(2, 50)).toEqual(['1 plan', '2 step1', '2 step2', '1 ada →', '1 kickoff']);
  expect(await lines(1, 2)).toEqual(['1 plan', '1 ada →']);
  await backend.close();
});

for (const hasFullText of [true, false])
  test(`a search ${hasFullText ? 'by the full-text index' : 'without a full-text index'}`, async () => {
    using world = makeSupertagWorld({ hasFullText });
    const backend = openSupertagBackend(world.path);
    const ids = async (text: string) => (await searchOf(backend, text, 5)).map(({ id }) => id);
    expect(await ids('order the cake')).toEqual(['step2']);
    expect((await ids('Kickoff'))[0]).toBe('kickoff');
    if (hasFullText) expect(await ids('meeting kicked')).toEqual(['kickoff']);
    expect(await ids('"; DROP TABLE nodes; --')).toEqual([]);
    expect(await ids('%')).toEqual([]);
    await backend.close();
  });

test('nothing is written: neither into the database nor beside it', async () => {
  using world = makeSupertagWorld();
  world.database.close();
  const hash = () => createHash('sha256').update(readFileSync(world.path)).digest('hex');
  const before = [hash(), readdirSync(world.folder).join()];
  const backend = openSupertagBackend(world.path);
  await searchOf(backend, 'apollo', 5);
  expect([hash(), readdirSync(world.folder).join()]).toEqual(before);
  await backend.close();
  expect([hash(), readdirSync(world.folder).join()]).toEqual(before);
});

test('what supertag writes while it is open is seen by the next question', async () => {
  using world = makeSupertagWorld();
  const backend = openSupertagBackend(world.path);
  expect((await backend.nodes(['bob'])).get('bob')?.name).toBe('Bob');
  world.database.exec("UPDATE nodes SET name = 'Robert' WHERE id = 'bob'");
  expect((await backend.nodes(['bob'])).get('bob')?.name).toBe('Robert');
  await backend.close();
});

test('owners in a circle, children that do not exist, a node with thousands of children', async () => {
  const many = Array.from({ length: 3000 }, (_, index) => `c${index}`);
  using world = makeSupertagWorld({
    docs: [
      ...DOCS,
      { id: 'a', name: 'A', owner: 'b', children: ['b', 'gone'] },
      { id: 'b', name: 'B', owner: 'a', children: ['a'] },
      { id: 'hub', name: 'Hub', children: many },
      ...many.map((id) => ({ id, name: id, owner: 'hub' })),
    ],
  });
  const backend = openSupertagBackend(world.path);
  expect((await backend.outline('a', { depth: 9, nodesMax: 50 })).map(({ id }) => id)).toEqual(['b', 'a']);
  const hub = (await backend.neighbours(['hub'], { relations: ['child'], limitEach: 10 })).get('hub');
  expect([hub?.ends.length, hub?.total]).toEqual([10, 3000]);
  await backend.close();
});

test('what is no index of supertag is refused in a line', () => {
  using world = makeSupertagWorld();
  const other = join(world.folder, 'other.db');
  new DatabaseSync(other).exec('CREATE TABLE nodes (id TEXT)');
  const text = join(world.folder, 'notes.txt');
  writeFileSync(text, 'no database at all, but long enough to look at'.repeat(40));
  const folder = join(world.folder, 'folder');
  mkdirSync(folder);
  const refusals: [path: string, code: string, message: RegExp][] = [
    [other, 'BAD_INPUT', /is not an index of supertag: it has no table tag_applications/],
    [text, 'BAD_INPUT', /cannot be read as a database/],
    [folder, 'NO_SUCH_FILE', /There is no database/],
    [join(world.folder, 'none.db'), 'NO_SUCH_FILE', /There is no database/],
  ];
  for (const [path, code, message] of refusals) {
    const open = () => openSupertagBackend(path);
    expect(open).toThrow(ContextError);
    expect(open).toThrow(message);
    expect(open).toThrow(expect.objectContaining({ code }));
  }
});
