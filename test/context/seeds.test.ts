import { describe, expect, test } from 'vitest';
import type { ContextInput } from '../../src/engine.ts';
import { rowsOf, type Sketch } from '../worlds/graph-rows.ts';
import { contextIn, onGraph } from './graph-world.ts';

const GRAPH: Readonly<Record<string, Sketch>> = {
  planning: { name: 'Meetings', tags: ['area'] },
  roadmap: { name: 'Planning the harvest', tags: ['project'], children: ['@seeds'] },
  seeds: { name: 'Buy seeds', tags: ['task'] },
  harvest2: { name: 'Harvest of last year', tags: ['note'], age: 400 },
  barn: { name: 'Harvest in the barn', tags: ['private'] },
};

const sourceOf = async (input: ContextInput) => {
  const { document } = await contextIn(GRAPH, input);
  return document.meta.seeds.map(({ as, node }) => `${as} ${node}`).join(', ');
};

describe('a text is resolved to seeds', () => {
  const cases: [name: string, input: ContextInput, expected: string][] = [
    ['T1 T3 a topic is searched and the best hit is the source', { seeds: ['planning the harvest'] }, 'topic roadmap'],
    ['T1 T3 an exact id comes first, also where it is a word', { seeds: ['planning'] }, 'id planning'],
    ['T3 --query ends the doubt', { seeds: ['planning'], seedsAre: 'topics' }, 'topic roadmap'],
    ['T3 --id ends the doubt', { seeds: ['harvest'], seedsAre: 'ids' }, 'id null'],
    ['T3 an id as a page prints it', { seeds: ['tana:main/seeds'] }, 'id seeds'],
    ['T3 a citation nobody knows is no topic', { seeds: ['tana:main/harvest'] }, 'id null'],
    ['T3 a citation of another kind of graph', { seeds: ['logseq:main/seeds'] }, 'id null'],
    ['T3 a text that can only be an id of Tana', { seeds: ['kP3_zT-w9QxB'] }, 'id null'],
    ['T3 asked for as a topic, it is one', { seeds: ['kP3_zT-w9QxB'], seedsAre: 'topics' }, 'topic null'],
    ['a word as long as an id is a topic', { seeds: ['architecture'] }, 'topic null'],
    ['a name of code is a topic', { seeds: ['getUserNames'] }, 'topic null'],
    ['an excluded tag is no source', { seeds: ['harvest barn'], excludeTag: ['#Private'] }, 'topic roadmap'],
    ['a node too old is no source', { seeds: ['harvest last year'], maxAge: '30d' }, 'topic roadmap'],
    ['T55 several seeds are resolved each', { seeds: ['seeds', 'barn harvest'] }, 'id seeds, topic barn'],
  ];
  for (const [name, input, expected] of cases) test(name, async () => expect(await sourceOf(input)).toBe(expected));
});

test('T3 a named seed is looked up by name, a found seed by search', async () => {
  const because = async (...seeds: string[]) =>
    (await contextIn(GRAPH, { seeds })).document.nodes
      .filter(({ score }) => score === 1)
      .map((node) => node.because)
      .join();
  expect(await because('seeds')).toBe('asked for, in Planning the harvest');
  expect(await because('planning the harvest')).toBe('found by search');
  expect(await because('planning the harvest', 'roadmap')).toBe('asked for');
});

test('T3 an id that is gone is named, and nothing else is searched for it', async () => {
  const trashed = 'kP3_zT-w9QxB';
  const graph = { ...GRAPH, link: { name: `A link to ${trashed}, which was thrown away`, tags: ['note'] } };
  const { nothingFound, document } = await contextIn(graph, { seeds: [trashed] });
  expect(nothingFound).toContain(`There is no node with the id “${trashed}”`);
  expect(document.nodes).toEqual([]);
  const beside = await contextIn(graph, { seeds: [trashed, 'seeds'] });
  expect(beside.warnings.join()).toContain(`There is no node with the id “${trashed}”`);
  expect(beside.document.nodes[0]?.id).toBe('seeds');
});

describe('T3 a citation chooses its graph', () => {
  const inBoth = (input: ContextInput) =>
    onGraph({ rows: rowsOf(GRAPH), workspaces: ['main', 'team'] }, (engine) => engine.context(input));

  test('a citation is accepted as a page prints it', async () => {
    const { document } = await inBoth({ seeds: ['tana:team/seeds'] });
    expect(document.meta).toMatchObject({ workspace: 'team', seeds: [{ as: 'id', node: 'seeds' }] });
    const again = await inBoth({ seeds: [document.nodes[0]!.source] });
    expect(again.document.nodes[0]?.source).toBe('tana:team/seeds');
  });

  const errors: [name: string, input: ContextInput, says: string][] = [
    ['a graph that is not there', { seeds: ['tana:teem/seeds'] }, 'did you mean "team"?'],
    ['two graphs at once', { seeds: ['tana:team/seeds', 'tana:main/barn'] }, 'one graph at a time'],
    ['another graph than the one named', { seeds: ['tana:team/seeds'], workspace: 'main' }, 'one graph at a time'],
  ];
  for (const [name, input, says] of errors) test(name, async () => expect(inBoth(input)).rejects.toThrow(says));
});

test('T42 K37 ten hits: the best is the source at 1, the others join at their search score', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => [`n${at}`, { name: `Oak number ${'and more '.repeat(at)}`, tags: ['tree'] }]),
  );
  const { document, nodes } = await onGraph({ rows: rowsOf(many) }, async (engine) => ({
    ...(await engine.context({ seeds: ['oak number'] })),
    nodes: (await engine.context({ seeds: ['oak number'], budget: 20_000 })).document.nodes,
  }));
  expect(nodes).toHaveLength(10);
  expect(nodes[0]).toMatchObject({ id: 'n0', score: 1, distance: 0, path: [] });
  expect(document.nodes[1]?.score).toBeLessThan(1);
  expect(nodes.slice(1).every(({ components, score }) => components.seed > 0 && score < 1)).toBe(true);
});

describe('nothing found', () => {
  test('an unknown topic: an empty document with a message and close matches', async () => {
    const { document, text, nothingFound } = await contextIn(GRAPH, { seeds: ['harvest moon'], seedsAre: 'ids' });
    expect([document.nodes, document.overflow]).toEqual([[], []]);
    expect(nothingFound).toContain('There is no node with the id “harvest moon”');
    expect(nothingFound).toContain('Close matches: ');
    expect(nothingFound).toContain('Planning the harvest');
    expect(text).toContain('There is no node with the id');
  });

  test('a topic without any word in the graph', async () => {
    const { nothingFound, document } = await contextIn(GRAPH, { seeds: ['zebra'] });
    expect(nothingFound).toBe('There are no matching nodes for “zebra”.');
    expect(document.meta.tokens.nodesIncluded).toBe(0);
  });

  test('if one of two seeds is missing, the other answers and the answer says so', async () => {
    const { nothingFound, document, warnings } = await contextIn(GRAPH, { seeds: ['roadmap', 'zebra'] });
    expect(nothingFound).toBeNull();
    expect(document.nodes[0]?.id).toBe('roadmap');
    expect(warnings.join()).toContain('no matching nodes for “zebra”');
    expect(document.meta.notes).toEqual(expect.arrayContaining([...warnings]));
  });

  test('everything that was found is excluded: the message says why', async () => {
    const { nothingFound } = await contextIn(GRAPH, { seeds: ['barn'], excludeTag: ['private'], seedsAre: 'topics' });
    expect(nothingFound).toContain('left out by tag or age');
  });

  test('an unknown workspace is an error that names the nearest', async () => {
    const asked = onGraph({ rows: rowsOf(GRAPH), workspaces: ['garden'] }, (engine) =>
      engine.context({ seeds: ['seeds'], workspace: 'gardn' }),
    );
    await expect(asked).rejects.toThrow('did you mean "garden"?');
  });
});

test('an excluded node does not hide the nodes behind it', async () => {
  const secret = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`p${index}`, { name: 'Harvest moon', tags: ['private'] }]),
  );
  const graph = { ...secret, open: { name: 'A moon above the harvest of the neighbours', tags: ['note'] } };
  const { document } = await contextIn(graph, { seeds: ['harvest moon'], excludeTag: ['private'] });
  expect(document.nodes.map(({ id }) => id)).toEqual(['open']);
});

test('a node is found among hundreds of files that hold its words more often', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [
      `src/${index}.py`,
      `# ${'apollo launch '.repeat(9)}\ndef apollo_launch():\n    return ${index}\n`,
    ]),
  );
  const name = `Plan of the Apollo launch ${'with whatever else comes after it '.repeat(40)}`;
  const rows = rowsOf({ plan: { name, tags: ['project'] } });
  const { document } = await onGraph({ rows, files }, async (engine) => {
    await engine.index();
    return engine.context({ seeds: ['Apollo launch'] });
  });
  expect(document.nodes.map(({ id }) => id)).toEqual(['plan']);
});
