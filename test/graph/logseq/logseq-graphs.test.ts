import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GRAPH_SOURCES, logseqGraphs } from '../../../src/sources/graph-sources.ts';
import { openRows } from '../../worlds/import-rows.ts';
import { makeWorld } from '../../worlds/world.ts';
import { APOLLO, BLOCK, makeLogseqWorld } from './logseq-world.ts';

test('a Logseq page has its blocks nested as written, and embeds are listed as references, not copied', async () => {
  using world = makeLogseqWorld(APOLLO);
  const { show, notes } = await world.read();
  expect(show('page:apollo')).toEqual([
    'Apollo #big project #active',
    '  Goals',
    '    Put the new site live with Bob',
    '    [ ] Write the copy #task #quick win',
    '      [x] Ask the writer',
    '    → Apollo/Budget',
    '  - not a bullet\nkey:: not a property',
    '  → Apollo/Budget',
  ]);
  expect(show('page:why?')).toEqual([
    'Why?',
    '  Because: Put the new site live with Bob',
    '  → Put the new site live with Bob',
    '  see [[code]] and https://example.org/#part',
  ]);
  expect(notes).toEqual([]);
});

test('properties, planning and priority of Logseq become fields, with references as nodes', async () => {
  using world = makeLogseqWorld(APOLLO);
  const { rows, named } = await world.read();
  const fields = (name: string) =>
    Object.fromEntries(
      named(name).fields.map((field) => [field.name, field.values.map(({ text, node }) => [text, node])]),
    );
  expect(fields('Apollo')).toEqual({
    alias: [
      ['Moonshot', null],
      ['The launch', null],
    ],
    owner: [
      ['Ada Lovelace', 'page:ada lovelace'],
      ['Bob', 'page:bob'],
    ],
    status: [['as [[planned]]', null]],
    note: [['decided with Ada Lovelace in May', null]],
  });
  expect(fields('Put the new site live with Bob')).toEqual({ effort: [['3 days', null]] });
  expect(fields('Write the copy')).toEqual({ scheduled: [['2026-06-02 Tue', null]], priority: [['A', null]] });
  expect(named('Apollo').references).toEqual(['page:ada lovelace']);
  expect(rows.some(({ name }) => name === 'planned')).toBe(false);
});

test('references in Logseq find pages by name, alias and day, blocks by id, and pages without a file', async () => {
  using world = makeLogseqWorld(APOLLO);
  const { rows, named } = await world.read();
  expect(named('Saw Apollo move').references).toEqual(['page:apollo']);
  expect(named('As said on 2026-06-01').references).toEqual(['journal:2026-06-01']);
  expect(named('Because: Put the new site live with Bob').references).toEqual([BLOCK]);
  expect(named('Writes for').references).toEqual(['page:apollo']);
  expect(named('Bob')).toMatchObject({ id: 'page:bob', children: [], modifiedMs: null });
  const ids = new Set(rows.map(({ id }) => id));
  expect(
    rows.flatMap((row) => [...row.references, ...row.children.map(({ id }) => id)]).filter((id) => !ids.has(id)),
  ).toEqual([]);
  expect(ids.size).toBe(rows.length);
});

test('Logseq journals become days, namespaces parents; settings, backups and deleted pages are left out', async () => {
  using world = makeLogseqWorld(APOLLO);
  const { rows, named } = await world.read();
  expect(named('2026-06-01')).toMatchObject({
    id: 'journal:2026-06-01',
    form: 'day',
    createdMs: Date.UTC(2026, 5, 1),
    parent: null,
  });
  expect(named('Call Bob back')).toMatchObject({ isDone: false, modifiedMs: Date.UTC(2026, 5, 1) });
  expect(named('Apollo/Budget').parent).toBe('page:apollo');
  expect(named('Apollo').createdMs).toBe(1_700_000_000_000);
  expect(named('Ten thousand').modifiedMs).toBe(Date.UTC(2026, 5, 3));
  const text = JSON.stringify(rows);
  for (const word of ['not read', 'old copy', 'deleted', 'hidden', 'not a page']) expect(text).not.toContain(word);
});

test('the stamp of a Logseq folder changes with its files, and other folders have none', async () => {
  expect(GRAPH_SOURCES.map(({ name }) => name)).toContain('logseq');
  using world = makeLogseqWorld(APOLLO);
  const before = await logseqGraphs.stampOf(world.root);
  expect(before?.asOfMs).toBe(Date.UTC(2026, 5, 3, 10, 30));
  expect(await logseqGraphs.stampOf(world.root)).toEqual(before);
  utimesSync(join(world.root, 'pages/Apollo.md'), new Date('2026-06-04'), new Date('2026-06-04'));
  expect((await logseqGraphs.stampOf(world.root))?.stamp).not.toBe(before?.stamp);
  expect(await logseqGraphs.stampOf(join(world.root, 'logseq'))).toBeNull();
  expect(await logseqGraphs.stampOf(join(world.root, 'nowhere'))).toBeNull();
});

test('a second import from Logseq changes only edited blocks; the others keep their ids', async () => {
  using world = makeLogseqWorld(APOLLO);
  const read = () => logseqGraphs.read(world.root, { notes: [] });
  await using store = await openRows(read, 'logseq');
  const load = () => store.replace(read);
  expect(await load()).toMatchObject({ added: 0, changed: 0, removed: 0 });
  const page = String(APOLLO['pages/Apollo.md']);
  world.write({ 'pages/Apollo.md': page.replace('- # Goals', '- Something first\n- # Aims') });
  // The page that holds the blocks, and two nodes that the renamed block owns: they have another owner.
  expect(await load()).toMatchObject({ added: 0, removed: 0, changed: 3 });
  expect((await store.search('moonshot', 3)).map(({ id }) => id)).toContain('page:apollo');
});

test('T4 the neighbours of a node in an imported Logseq graph are children, references and fields', async () => {
  using world = makeLogseqWorld(APOLLO);
  await using store = await openRows(() => logseqGraphs.read(world.root, { notes: [] }), 'logseq');
  const relations = ['child', 'parent', 'references', 'field'] as const;
  const told = await store.neighbours(['page:ada lovelace', 'page:bob'], { relations, limitEach: 20 });
  const said = (id: string) => told.get(id)?.ends.map((end) => `${end.relation} ${end.direction} ${end.name}`);
  expect(said('page:ada lovelace')).toEqual([
    'child out Writes for',
    'references in Ask the writer',
    'references in Apollo',
    'field out Person',
    'field in Apollo',
  ]);
  expect(said('page:bob')).toEqual([
    'references in Call Bob back',
    'references in Put the new site live with Bob',
    'field in Apollo',
  ]);
});

test('an engine imports a Logseq graph and lists the graph, and refuses a folder that is none', async () => {
  using world = makeLogseqWorld(APOLLO);
  using workspace = makeWorld({ 'a.txt': 'nothing about it' });
  const engine = await workspace.open();
  const answer = await engine.importGraph({ source: 'logseq', path: world.root, workspace: 'notes' });
  expect(answer).toMatchObject({ workspace: 'notes', source: 'logseq', removed: 0, notes: [] });
  const { graphs } = await engine.status();
  expect(graphs).toMatchObject([{ workspace: 'notes', source: 'logseq', imported: { nodes: answer.nodes } }]);
  await expect(
    engine.importGraph({ source: 'logseq', path: join(world.root, 'assets'), workspace: 'other' }),
  ).rejects.toThrow(/logseq takes a folder with pages\/ or journals\//);
  await engine.close();
});
