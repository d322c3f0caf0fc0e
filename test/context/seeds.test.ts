import { describe, expect, test } from 'vitest';
import type { ContextInput } from '../../src/ports/context.ts';
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
    ['T1 T3 an exact id is preferred, even if it is a word', { seeds: ['planning'] }, 'id planning'],
    ['T3 --query reads the text as a topic', { seeds: ['planning'], seedsAre: 'topics' }, 'topic roadmap'],
    ['T3 --id reads the text as an id', { seeds: ['harvest'], seedsAre: 'ids' }, 'id null'],
    ['T3 a citation of a page is read as an id', { seeds: ['tana:main/seeds'] }, 'id seeds'],
    ['T3 an unknown citation is not searched as a topic', { seeds: ['tana:main/harvest'] }, 'id null'],
    ['T3 a citation of another kind of graph finds nothing', { seeds: ['logseq:main/seeds'] }, 'id null'],
    ['T3 a text in the form of a Tana id is not searched as a topic', { seeds: ['kP3_zT-w9QxB'] }, 'id null'],
    [
      'T3 a text in the form of a Tana id is searched if asked as a topic',
      { seeds: ['kP3_zT-w9QxB'], seedsAre: 'topics' },
      'topic null',
    ],
    ['a word as long as an id is searched as a topic', { seeds: ['architecture'] }, 'topic null'],
    ['a name of code is searched as a topic', { seeds: ['getUserNames'] }, 'topic null'],
    [
      'a node with an excluded tag is not the source',
      { seeds: ['harvest barn'], excludeTag: ['#Private'] },
      'topic roadmap',
    ],
    ['a node that is too old is not the source', { seeds: ['harvest last year'], maxAge: '30d' }, 'topic roadmap'],
    ['T55 several seeds are each resolved', { seeds: ['seeds', 'barn harvest'] }, 'id seeds, topic barn'],
  ];
  for (const [name, input, expected] of cases) test(name, async () => expect(await sourceOf(input)).toBe(expected));
});

test('T3 a node gives as its reason whether it was asked for by id or found by search', async () => {
  const because = async (...seeds: string[]) =>
    (await contextIn(GRAPH, { seeds })).document.nodes
      .filter(({ score }) => score === 1)
      .map((node) => node.because)
      .join();
  expect(await because('seeds')).toBe('asked for, in Planning the harvest');
  expect(await because('planning the harvest')).toBe('found by search');
  expect(await because('planning the harvest', 'roadmap')).toBe('asked for');
});

test('T3 a context question for a missing id says that there is no such node, and is not searched as a topic', async () => {
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

  test('a citation printed on a context page is accepted as a seed and chooses its graph', async () => {
    const { document } = await inBoth({ seeds: ['tana:team/seeds'] });
    expect(document.meta).toMatchObject({ workspace: 'team', seeds: [{ as: 'id', node: 'seeds' }] });
    const again = await inBoth({ seeds: [document.nodes[0]!.source] });
    expect(again.document.nodes[0]?.source).toBe('tana:team/seeds');
  });

  const errors: [name: string, input: ContextInput, says: string][] = [
    ['a citation of an unknown graph', { seeds: ['tana:teem/seeds'] }, 'did you mean "team"?'],
    ['citations of two graphs', { seeds: ['tana:team/seeds', 'tana:main/barn'] }, 'one graph at a time'],
    [
      'a citation of another graph than the named workspace',
      { seeds: ['tana:team/seeds'], workspace: 'main' },
      'one graph at a time',
    ],
  ];
  for (const [name, input, says] of errors)
    test(`a context question is refused for ${name}`, async () => expect(inBoth(input)).rejects.toThrow(says));
});

test('T42 K37 a topic becomes at most ten seeds: the best scores 1, the others less', async () => {
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

describe('a question without a result says why', () => {
  test('a context question for an unknown id gives no nodes, but a message with close matches', async () => {
    const { document, text, nothingFound } = await contextIn(GRAPH, { seeds: ['harvest moon'], seedsAre: 'ids' });
    expect([document.nodes, document.overflow]).toEqual([[], []]);
    expect(nothingFound).toContain('There is no node with the id “harvest moon”');
    expect(nothingFound).toContain('Close matches: ');
    expect(nothingFound).toContain('Planning the harvest');
    expect(text).toContain('There is no node with the id');
  });

  test('a context question for a topic without any word of the graph gives no nodes, but a message', async () => {
    const { nothingFound, document } = await contextIn(GRAPH, { seeds: ['zebra'] });
    expect(nothingFound).toBe('There are no matching nodes for “zebra”.');
    expect(document.meta.tokens.nodesIncluded).toBe(0);
  });

  test('a context question with one missing seed of two is answered for the other, with a message', async () => {
    const { nothingFound, document, warnings } = await contextIn(GRAPH, { seeds: ['roadmap', 'zebra'] });
    expect(nothingFound).toBeNull();
    expect(document.nodes[0]?.id).toBe('roadmap');
    expect(warnings.join()).toContain('no matching nodes for “zebra”');
    expect(document.meta.notes).toEqual(expect.arrayContaining([...warnings]));
  });

  test('a context question all of whose nodes are excluded says so', async () => {
    const { nothingFound } = await contextIn(GRAPH, { seeds: ['barn'], excludeTag: ['private'], seedsAre: 'topics' });
    expect(nothingFound).toContain('left out by tag or age');
  });

  test('a context question to an unknown workspace fails with the nearest name', async () => {
    const asked = onGraph({ rows: rowsOf(GRAPH), workspaces: ['garden'] }, (engine) =>
      engine.context({ seeds: ['seeds'], workspace: 'gardn' }),
    );
    await expect(asked).rejects.toThrow('did you mean "garden"?');
  });
});

test('thirty excluded nodes that match a topic better do not keep the next node from being the source', async () => {
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
