import { expect, test } from 'vitest';
import type { GraphRelation } from '../../../src/model/graph.ts';
import type { Neighbours } from '../../../src/ports/graph.ts';
import { searchOf } from '../../worlds/import-rows.ts';
import { LIVE_APOLLO, type LiveGraph } from '../../worlds/tana-live.ts';
import { startTanaServer } from '../../worlds/tana-server.ts';
import { openLive } from './open-live.ts';

const ALL: readonly GraphRelation[] = ['child', 'parent', 'references', 'field'];
const said = (neighbours: Neighbours | undefined) =>
  neighbours?.ends.map(({ relation, direction, to, field }) =>
    [relation, direction, to, ...(field === null ? [] : [field])].join(' '),
  );

async function withLive<T>(graph: LiveGraph, work: (live: ReturnType<typeof openLive>) => Promise<T>): Promise<T> {
  await using server = await startTanaServer({ graph });
  return await work(openLive(server.url));
}

test('T42 a search in Tana finds nodes by phrase and by words, the full name first, and no trash', () =>
  withLive(LIVE_APOLLO, async (live) => {
    const hits = await searchOf(live, 'apollo launch', 10);
    expect(hits[0]).toEqual({ id: 'apollo', score: 1 });
    expect(hits.map(({ id }) => id)).toEqual(['apollo', 'note']);
    expect((await searchOf(live, 'the meeting for the kickoff', 1)).map(({ id }) => id)).toEqual(['kickoff']);
    expect(await searchOf(live, '  ', 10)).toEqual([]);
    expect(await searchOf(live, 'zebra', 10)).toEqual([]);
  }));

test('a node of the Local API is read with description, full tag names, fields, times and done state', () =>
  withLive(LIVE_APOLLO, async (live) => {
    const nodes = await live.nodes(['apollo', 'step2', 'missing', 'SYS_A13', 'binned']);
    expect([...nodes.keys()]).toEqual(['apollo', 'step2']);
    expect(nodes.get('apollo')).toEqual({
      id: 'apollo',
      name: 'Apollo launch',
      description: 'Put the new site live.',
      tags: ['big project'],
      fields: [
        { name: 'Status', values: [{ text: 'Active', node: null }] },
        {
          name: 'Owner',
          values: [
            { text: 'Ada Lovelace', node: 'ada' },
            { text: 'Bob', node: 'bob' },
          ],
        },
        { name: 'Public', values: [{ text: 'Yes', node: null }] },
      ],
      parent: null,
      createdMs: Date.UTC(2026, 4, 1, 10),
      modifiedMs: null,
      isDone: null,
      form: 'text',
    });
    expect(nodes.get('step2')?.isDone).toBe(true);
    expect((await live.nodes(['monday'])).get('monday')?.form).toBe('day');
  }));

test('T4 the Local API gives children, owner, references and fields of a node, in both directions', () =>
  withLive(LIVE_APOLLO, async (live) => {
    const told = await live.neighbours(['apollo', 'ada', 'missing'], { relations: ALL, limitEach: 50 });
    expect(said(told.get('apollo'))).toEqual([
      'child out plan',
      'child out kickoff',
      'parent out home',
      'references out ada',
      'references in note',
      'field out ada Owner',
      'field out bob Owner',
    ]);
    expect(said(told.get('ada'))).toEqual(['parent out people', 'field in apollo Owner', 'field in kickoff Attendees']);
    expect(told.has('missing')).toBe(false);
    const plan = await live.neighbours(['plan'], { relations: ['references'], limitEach: 50 });
    expect(said(plan.get('plan'))).toEqual(['references out bob', 'references out kickoff']);
    expect(live.gaps()).toEqual([]);
  }));

test('a question to the Local API for children also returns the owner', () =>
  withLive(LIVE_APOLLO, async (live) => {
    const told = await live.neighbours(['plan'], { relations: ['child'], limitEach: 50 });
    expect(said(told.get('plan'))).toEqual(['child out step1', 'child out step2', 'child in apollo']);
  }));

test('an outline from the Local API lists nodes to its depth in reading order, references marked, no fields', () =>
  withLive(LIVE_APOLLO, async (live) => {
    const outline = await live.outline('apollo', { depth: 2, nodesMax: 100 });
    const lines = outline.map((node) => `${' '.repeat(node.level)}${node.name}${node.isReference ? ' →' : ''}`);
    expect(lines).toEqual([
      ' Plan with Bob and Kickoff meeting',
      '  Write the copy',
      '  Order the cake',
      ' Kickoff meeting',
      ' Ada Lovelace →',
    ]);
    expect((await live.outline('apollo', { depth: 3, nodesMax: 4 })).map(({ id }) => id)).toEqual([
      'plan',
      'step1',
      'step2',
      'crumb',
    ]);
  }));

test('450 children are read from the Local API in three pages and in order, and counted beyond the limit', async () => {
  const children = Array.from({ length: 450 }, (_, index) => `c${index}`);
  const graph: LiveGraph = {
    workspaces: LIVE_APOLLO.workspaces,
    nodes: [
      { id: 'hub', name: 'Hub', children },
      ...children.map((id) => ({ id, name: id })),
      { id: 'fan', name: 'See [[hub]]' },
    ],
  };
  await using server = await startTanaServer({ graph });
  const live = openLive(server.url);
  const all = (await live.neighbours(['hub'], { relations: ['child'], limitEach: 1000 })).get('hub');
  expect(all?.ends.map(({ to }) => to)).toEqual(children);
  expect(server.requests.filter((path) => path.includes('/children'))).toHaveLength(3);
  const few = (await live.neighbours(['hub'], { relations: ['child', 'references'], limitEach: 10 })).get('hub');
  expect(few?.total).toBe(451);
  expect(said(few)).toContain('references in fan');
  expect(few?.ends).toHaveLength(10);
});

test.each([
  [99, []],
  [100, ['nodes with perhaps more links to them than the 100 that Tana names: 1']],
])(
  'a note says that links may be missing if a search in Tana returns 100 nodes, hidden ones included: %i nodes',
  (count, gaps) => {
    const linking = Array.from({ length: count }, (_, at) => ({
      id: `l${at}`,
      name: 'See [[hub]]',
      inTrash: at === 0,
    }));
    return withLive({ ...LIVE_APOLLO, nodes: [{ id: 'hub', name: 'Hub' }, ...linking] }, async (live) => {
      const told = await live.neighbours(['hub'], { relations: ['references'], limitEach: 200 });
      expect(told.get('hub')?.ends).toHaveLength(count - 1);
      expect(live.gaps()).toEqual(gaps);
    });
  },
);

test('a node whose owner two nodes with the same name could be has no owner, with a note', () => {
  const graph: LiveGraph = {
    workspaces: LIVE_APOLLO.workspaces,
    nodes: [
      { id: 'one', name: 'Notes' },
      { id: 'two', name: 'Notes' },
      { id: 'held', name: 'Held' },
    ],
  };
  // Told to lie in "Notes" by its way, and by neither of them as a child.
  const lying = { ...graph, nodes: [...graph.nodes, { id: 'x', name: 'Notes', children: ['held'], inTrash: true }] };
  return withLive(lying, async (live) => {
    const told = await live.neighbours(['held'], { relations: ['parent'], limitEach: 5 });
    expect(said(told.get('held'))).toEqual([]);
    expect(live.gaps()).toEqual(['nodes whose owner Tana does not tell: 1']);
  });
});

test('a node that the search does not list is read with the full names of its tags', () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ id: `n${index}`, name: 'Apollo' }));
  const last = { id: 'last', name: 'Apollo', tags: ['big project'] };
  return withLive({ ...LIVE_APOLLO, nodes: [...many, last] }, async (live) => {
    expect((await live.nodes(['last'])).get('last')).toMatchObject({ tags: ['big project'], createdMs: null });
  });
});
