import { describe, expect, test } from 'vitest';
import type { GraphRelation } from '../../../src/model/graph.ts';
import { openRows } from '../../worlds/import-rows.ts';
import { row } from './rows.ts';

const owned = (...ids: string[]) => ids.map((id) => ({ id, isReference: false }));
const listed = (...ids: string[]) => ids.map((id) => ({ id, isReference: true }));

// A project with two tasks, one of them for Ada; a note that mentions the project and lists a task.
const PROJECT = [
  row('project', {
    name: 'Apollo launch',
    tags: ['project', 'work'],
    children: owned('design', 'build'),
    modifiedMs: 9,
  }),
  row('design', { name: 'Design the hull', parent: 'project', isDone: true, children: owned('sketch') }),
  row('sketch', { name: 'A first sketch of Apollo', parent: 'design', description: 'in pencil' }),
  row('build', {
    name: 'Build it',
    parent: 'project',
    tags: ['task'],
    fields: [{ name: 'Owner', values: [{ text: 'Ada Lovelace', node: 'ada' }] }],
  }),
  row('ada', { name: 'Ada Lovelace', tags: ['person'] }),
  row('note', { name: 'About Apollo launch and its cost', references: ['project'], children: listed('build') }),
];

describe('nodes can be read by id', () => {
  test('a stored node is read back unchanged, and a missing node is left out', async () => {
    await using store = await openRows(PROJECT);
    const found = await store.nodes(['build', 'nobody']);
    expect([...found]).toEqual([['build', PROJECT[3]]]);
  });
});

describe('neighbours can be read by relation', () => {
  const cases: [name: string, of: string, relations: GraphRelation[], expected: string[]][] = [
    [
      'children and parents are each read under their own relation',
      'design',
      ['child', 'parent'],
      ['child out sketch', 'parent out project'],
    ],
    ['the relation child is read in both directions', 'design', ['child'], ['child out sketch', 'child in project']],
    [
      'the relation parent is read in both directions',
      'design',
      ['parent'],
      ['parent out project', 'parent in sketch'],
    ],
    ['the nodes that mention a node are read', 'project', ['references'], ['references in note']],
    ['the nodes that list a node without owning it are read', 'build', ['references'], ['references in note']],
    [
      'the nodes that a node mentions or lists are read',
      'note',
      ['references'],
      ['references out build', 'references out project'],
    ],
    ['the node in a field of a node is read', 'build', ['field'], ['field out ada Owner']],
    ['the nodes that have a node in a field are read', 'ada', ['field'], ['field in build Owner']],
    [
      'relations are read in the requested order',
      'build',
      ['field', 'parent'],
      ['field out ada Owner', 'parent out project'],
    ],
  ];
  for (const [name, of, relations, expected] of cases) {
    test(name, async () => {
      await using store = await openRows(PROJECT);
      const told = (await store.neighbours([of], { relations, limitEach: 10 })).get(of)!;
      const said = told.ends.map((end) => [end.relation, end.direction, end.to, end.field].filter(Boolean).join(' '));
      expect(said).toEqual(expected);
      expect(told.total).toBe(expected.length);
    });
  }

  test('of a node with 20,000 children the requested number is read, with the total and its other relations', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
    const hub = row('hub', { children: owned(...names), references: ['other'] });
    await using store = await openRows([hub, row('other'), ...names.map((id) => row(id, { parent: 'hub' }))]);
    const told = (await store.neighbours(['hub'], { relations: ['child', 'references'], limitEach: 50 })).get('hub')!;
    expect(told.total).toBe(20_001);
    expect(told.ends.map(({ to }) => to)).toEqual([...names.slice(0, 49), 'other']);
    expect(await store.outline('hub', { depth: 2, nodesMax: 3 })).toMatchObject([
      { id: 'n0' },
      { id: 'n1' },
      { id: 'n2' },
    ]);
  });
});

describe('an outline of a node can be read', () => {
  test('an outline lists owned nodes in reading order, and names references without opening them', async () => {
    await using store = await openRows([
      ...PROJECT.filter(({ id }) => id !== 'project'),
      row('project', { children: [...owned('design'), ...listed('note'), ...owned('build')] }),
    ]);
    const outline = await store.outline('project', { depth: 3, nodesMax: 20 });
    expect(outline.map(({ id, level, isReference, isDone }) => [id, level, isReference, isDone])).toEqual([
      ['design', 1, false, true],
      ['sketch', 2, false, null],
      ['note', 1, true, null],
      ['build', 1, false, null],
    ]);
    expect((await store.outline('project', { depth: 1, nodesMax: 20 })).map(({ id }) => id)).not.toContain('sketch');
  });

  test('an outline ends at a circle of owners', async () => {
    await using store = await openRows([
      row('a', { parent: 'b', children: owned('b') }),
      row('b', { parent: 'a', children: owned('a') }),
    ]);
    expect((await store.outline('a', { depth: 9, nodesMax: 20 })).map(({ id }) => id)).toEqual(['b', 'a']);
  });
});

describe('nodes can be searched', () => {
  const cases: [name: string, text: string, first: string | null][] = [
    ['a search puts the node with the full name first', 'apollo launch', 'project'],
    ['a search puts a full name in other spelling first', 'Apollo-Launch', 'project'],
    ['a search finds a node by words of a question', 'who does the sketching of the hull?', 'design'],
    ['a search finds a node by its description', 'pencil', 'sketch'],
    ['a search finds a node by a word of its name', 'lovelace', 'ada'],
    ['a search finds a node by its tag', 'person', 'ada'],
    ['a search finds a word with another ending', 'designs', 'design'],
    ['a search reads signs of a query language as text', 'name: "zebra*" NEAR(^)', null],
    ['a search for an unknown word finds nothing', 'zebra', null],
    ['a search for a blank text finds nothing', '  ', null],
  ];
  for (const [name, text, first] of cases) {
    test(name, async () => {
      await using store = await openRows(PROJECT);
      const hits = await store.search(text, 5);
      expect(hits[0]?.id ?? null).toBe(first);
      for (const { score } of hits) expect(score).toBeGreaterThan(0);
      for (const { score } of hits) expect(score).toBeLessThanOrEqual(1);
    });
  }

  test('a search for an exact name scores it 1 and other matches less, up to the limit', async () => {
    await using store = await openRows(PROJECT);
    const hits = await store.search('Apollo launch', 5);
    expect(hits[0]).toEqual({ id: 'project', score: 1 });
    expect(hits.slice(1).every(({ score }) => score < 1)).toBe(true);
    expect(hits.map(({ id }) => id)).toEqual(['project', 'note', 'sketch']);
    expect(await store.search('Apollo launch', 2)).toHaveLength(2);
  });

  test('a search finds a Japanese name by a part of it', async () => {
    await using store = await openRows([row('a', { name: '東京都の会議' }), row('b', { name: '大阪' })]);
    expect((await store.search('会議', 5)).map(({ id }) => id)).toEqual(['a']);
  });
});
