import { describe, expect, test } from 'vitest';
import { LENSES } from '../../src/lenses/index.ts';
import type { EdgeKind } from '../../src/model/edge.ts';
import type { ContextInput } from '../../src/ports/context.ts';
import { rowsOf, type Sketch } from '../worlds/graph-rows.ts';
import { contextIn, onGraph } from './graph-world.ts';

const tagged = (name: string, more: Partial<Sketch> = {}): Sketch => ({ name, tags: ['x'], ...more });

/** One node in the middle, and one at the end of every kind of step. */
const STAR: Readonly<Record<string, Sketch>> = {
  top: tagged('Top', { children: ['@mid'] }),
  mid: tagged('Middle', { children: ['@low'], description: 'See [[told]].', fields: { Owner: '[[value]]' } }),
  low: tagged('Low'),
  told: tagged('Told'),
  value: tagged('Value'),
  teller: tagged('Teller', { description: 'About [[mid]].' }),
  holder: tagged('Holder', { fields: { Project: '[[mid]]' } }),
};

const idsOf = async (graph: Readonly<Record<string, Sketch>>, input: ContextInput) =>
  (await contextIn(graph, { budget: 20_000, ...input })).document.nodes
    .map(({ id }) => id)
    .sort()
    .join(' ');

describe('a walk follows relations', () => {
  const ends: Readonly<Partial<Record<EdgeKind, readonly string[]>>> = {
    child: ['low', 'top'],
    parent: ['low', 'top'],
    references: ['told', 'teller'],
    field: ['value', 'holder'],
  };
  const rows: Readonly<Record<string, string>> = {
    general: 'T24',
    writing: 'T25',
    coding: 'T26',
    planning: 'T27',
    'meeting-prep': 'T28',
  };
  for (const { name, edges } of LENSES)
    test(`T4 T6 K36 ${rows[name] ?? ''} the lens ${name} follows its relations in both directions, and no others`, async () => {
      const wanted = new Set(['mid', ...edges.flatMap((kind) => ends[kind] ?? [])]);
      expect(await idsOf(STAR, { seeds: ['mid'], lens: name, depth: 1 })).toBe([...wanted].sort().join(' '));
    });

  test('T26 T35 the coding lens follows nodes that a line of a spec mentions', async () => {
    const graph = {
      spec: tagged('Alert schema', { tags: ['spec'], children: ['Fields', ['decided in [[choice]]', '[[listed]]']] }),
      choice: tagged('Use Sigma rules', { tags: ['decision'] }),
      listed: tagged('Listed rule'),
      other: tagged('Unrelated'),
    };
    expect(await idsOf(graph, { seeds: ['spec'], lens: 'coding', depth: 1 })).toBe('choice listed spec');
  });

  test('T26 a node of a context document has the field Done only if it is a task', async () => {
    const graph = { a: tagged('A', { done: true }), b: tagged('B', { done: false }), c: tagged('C') };
    const doneOf = async (id: string) => (await contextIn(graph, { seeds: [id] })).document.nodes[0]!.fields?.Done;
    expect([await doneOf('a'), await doneOf('b'), await doneOf('c')]).toEqual(['yes', 'no', undefined]);
  });

  test('T16 the last step of a path has its relation and direction, and the reason of the node says it in words', async () => {
    const { document } = await contextIn(STAR, { seeds: ['mid'] });
    const told = document.nodes.map(({ id, path, because }) => {
      const last = path.at(-1);
      return `${id}: ${last ? `${last.relation} ${last.direction} ${last.field ?? ''}` : '-'} | ${because}`;
    });
    expect(told.sort()).toEqual([
      'holder: field in Project | has Middle as Project',
      'low: child out  | child of Middle',
      'mid: - | asked for, in Top',
      'teller: references in  | mentions Middle',
      'told: references out  | mentioned in Middle',
      'top: parent out  | contains Middle',
      'value: field out Owner | field Owner of Middle',
    ]);
  });
});

/** a – b – c – d – e – f – g, each the child of the one before. */
const CHAIN = Object.fromEntries(
  [...'abcdefg'].map((id, at, all) => [
    id,
    tagged(id.toUpperCase(), { children: all[at + 1] ? [`@${all[at + 1]}`] : [] }),
  ]),
);

describe('a walk stops at its depth', () => {
  const cases: [name: string, input: ContextInput, expected: string][] = [
    ['T5 a walk takes two steps by default', { seeds: ['a'] }, 'a b c'],
    ['T5 T31 a walk takes the requested number of steps', { seeds: ['a'], depth: 1 }, 'a b'],
    ['T27 the planning lens takes four steps at most', { seeds: ['a'], depth: 5, lens: 'planning' }, 'a b c d e'],
    ['T24 the general lens takes three steps at most', { seeds: ['a'], depth: 5 }, 'a b c d'],
  ];
  for (const [name, input, expected] of cases) test(name, async () => expect(await idsOf(CHAIN, input)).toBe(expected));

  test('T23 K23 a context document says if its lens walks fewer steps than requested', async () => {
    const { meta } = (await contextIn(CHAIN, { seeds: ['a'], depth: 5, lens: 'writing' })).document;
    expect(meta.depth).toEqual({ asked: 5, used: 2 });
    expect(meta.notes).toContain('the lens writing walks at most 2 of the 5 requested steps');
  });

  for (const depth of [0, 6, 2.5, Number.NaN])
    test(`T51 T29 a context question with a depth of ${depth} is refused`, async () =>
      expect(contextIn(CHAIN, { seeds: ['a'], depth })).rejects.toThrow('must be between 1 and 5'));

  test('the path of a node lists every step from the source node', async () => {
    const { document } = await contextIn(CHAIN, { seeds: ['a'], depth: 4, lens: 'planning' });
    const far = document.nodes.find(({ id }) => id === 'e');
    expect(far?.path.map(({ from, to }) => from + to)).toEqual(['ab', 'bc', 'cd', 'de']);
    expect(far?.because).toBe('child of D, which is a child of C, which is a child of B, 4 steps from A');
  });
});

test('T49 a walk ends if nodes own, name and hold each other', async () => {
  const ring: Readonly<Record<string, Sketch>> = {
    a: tagged('A', { children: ['@b'], description: '[[a]] and [[b]]', fields: { Next: '[[b]]' } }),
    b: tagged('B', { children: ['@c'], fields: { Next: '[[a]]' } }),
    c: tagged('C', { children: ['@a', '[[c]]'], description: '[[b]]' }),
  };
  expect(await idsOf(ring, { seeds: ['a'], depth: 5 })).toBe('a b c');
  const lines: Readonly<Record<string, Sketch>> = {
    p: { name: 'P', children: ['@q'] },
    q: { name: 'Q', children: ['@p'] },
    s: tagged('S', { description: '[[p]]' }),
  };
  expect(await idsOf(lines, { seeds: ['s'], depth: 3 })).toContain('s');
});

const code = (lines: number) => Array.from({ length: lines }, (_, at) => `const line${at} = ${at};`).join('\n');

describe('outlines are printed with their node', () => {
  const page: Readonly<Record<string, Sketch>> = {
    day: {
      name: '2026-02-26',
      form: 'day',
      children: ['Morning', ['Coffee', ['With milk'], '@task'], 'Evening'],
    },
    task: tagged('Call the mill', { children: ['Ask for flour'], done: true }),
    other: tagged('Mill', { description: 'Near [[task]].' }),
  };

  test('T7 a context page prints a day as its outline, and a tagged node in it separately', async () => {
    const { document } = await contextIn(page, { seeds: ['day'] });
    expect(document.nodes.map(({ id }) => id)).toEqual(['day', 'task']);
    expect(document.nodes[0]?.content).toBe(
      '- Morning\n  - Coffee\n    - With milk\n  - [x] Call the mill #x\n- Evening',
    );
    expect(document.nodes[1]?.content).toBe('- Ask for flour');
    expect(document.meta.excluded.within).toBeGreaterThan(0);
  });

  test('a line that mentions the source node is printed with its page, or inside it where the page is printed', async () => {
    const graph: Readonly<Record<string, Sketch>> = {
      s: tagged('Source'),
      page: tagged('Page', { children: ['Heading', ['About [[s]]']] }),
    };
    const near = await contextIn(graph, { seeds: ['s'], seedsAre: 'ids', depth: 1 });
    expect(near.document.nodes.map(({ name, because }) => `${name} | ${because}`)).toEqual([
      'Source | asked for',
      'About Source | mentions Source, in Page › Heading',
    ]);
    const far = await contextIn(graph, { seeds: ['s'], seedsAre: 'ids', depth: 3 });
    expect(far.document.nodes.map(({ name }) => name)).toEqual(['Source', 'Page']);
  });

  test('a field value that is no node is printed with its field and not walked', async () => {
    const graph: Readonly<Record<string, Sketch>> = {
      one: tagged('One', { fields: { Status: '[[active]]' } }),
      two: tagged('Two', { fields: { Status: '[[active]]' } }),
      active: { name: 'active' },
    };
    expect(await idsOf(graph, { seeds: ['one'], seedsAre: 'ids', depth: 3 })).toBe('one');
  });

  test('T48 a context page prints hundreds of lines of a node if they fit, else the best, and counts the others', async () => {
    const said = (at: number) => (at === 650 ? 'The harvest of the north' : `line ${at}`);
    const children = [...Array.from({ length: 700 }, (_, at) => said(at)), ['Below the last one']];
    const graph = { long: tagged('Harvest', { children }) };
    const ask = (budget: number) => contextIn(graph, { seeds: ['long'], budget });
    const { document } = await ask(16_000);
    expect(document.nodes[0]?.content.split('\n')).toEqual([
      ...Array.from({ length: 700 }, (_, at) => `- ${said(at)}`),
      '  - Below the last one',
    ]);
    expect(document.meta.notes).toContain('“Harvest” has 701 lines: a cut keeps the most promising');
    const small = (await ask(2000)).document;
    const lines = small.nodes[0]!.content.split('\n');
    expect(lines).toContain('- The harvest of the north');
    expect(lines.at(-1)).toBe(`- … ${701 - (lines.length - 1)} more lines`);
    expect(small.meta.tokens.utilization).toBeGreaterThan(0.95);
  });

  test('a cut node keeps the lines above a printed line in its outline, and closes its code fences', async () => {
    const rows = { ...Object.fromEntries([['code', { name: code(80), form: 'code' } satisfies Sketch]]) };
    const children = [
      'First',
      ['Heading', ['About the harvest', '@code']],
      ...Array.from({ length: 80 }, () => 'Filler'),
    ];
    const graph = { ...rows, s: tagged('Harvest', { children }) };
    const { content } = (await contextIn(graph, { seeds: ['s'], budget: 600 })).document.nodes[0]!;
    expect(content).toContain('- First\n  - Heading\n    - About the harvest\n');
    const fences = content.split('\n').filter((line) => line.trim() === '```').length;
    expect([fences % 2, / more lines$/.test(content)]).toEqual([0, true]);
  });
});

describe('nodes can be excluded by tag and age', () => {
  const graph: Readonly<Record<string, Sketch>> = {
    s: tagged('Source', { children: ['@old', '@hidden', '@fresh', 'plain'] }),
    old: tagged('Old', { age: 300, children: ['@below'] }),
    below: tagged('Below an old one', { age: 1 }),
    hidden: { name: 'Hidden', tags: ['private'], children: ['@secret'] },
    secret: tagged('Below a hidden one'),
    fresh: tagged('Fresh', { age: 1 }),
  };
  test('a node with an excluded tag is not walked through, counted, and not printed in an outline', async () => {
    const { document, text } = await contextIn(graph, { seeds: ['s'], excludeTag: ['private'], budget: 8000 });
    expect(document.nodes.map(({ id }) => id).sort()).toEqual(['below', 'fresh', 'old', 's']);
    expect(document.meta.excluded.tag).toBe(1);
    expect(text).not.toContain('Hidden');
  });
  test('a node that is too old is counted and not printed, but nodes below it are found', async () => {
    const { document } = await contextIn(graph, { seeds: ['s'], maxAge: '100d' });
    expect(document.nodes.map(({ id }) => id)).not.toContain('old');
    expect(document.nodes.map(({ id }) => id)).toContain('below');
    expect(document.meta.excluded.age).toBe(1);
  });
});

describe('a walk reads a limited number of neighbours', () => {
  const hub = (count: number, special: Readonly<Record<number, Partial<Sketch>>>): Readonly<Record<string, Sketch>> => {
    const ids = Array.from({ length: count }, (_, at) => `n${at}`);
    const kids = ids.map((id, at) => [id, tagged(`Item ${at}`, { age: 50, ...special[at] })] as const);
    return { hub: tagged('Harvest hub', { children: ids.map((id) => `@${id}`) }), ...Object.fromEntries(kids) };
  };

  test('T46 T48 of 800 neighbours of a node the 500 most promising are read, and the answer says so', async () => {
    const graph = hub(800, {
      790: { name: 'Harvest in the north' },
      795: { tags: ['note'] },
      799: { age: 0 },
    });
    const { document } = await onGraph({ rows: rowsOf(graph) }, (engine) =>
      engine.context({ seeds: ['hub'], lens: 'writing', budget: 20_000 }),
    );
    const met = [...document.nodes, ...document.overflow].map(({ id }) => id);
    expect(met).toEqual(expect.arrayContaining(['n790', 'n795', 'n799']));
    expect(document.meta.notes).toContain('“Harvest hub” has 800 neighbours: the 500 most promising were looked at');
    expect(document.meta.excluded.sampled).toBe(800 - 99);
  });

  test('T43 a walk keeps at most a hundred nodes, the most promising rather than the first', async () => {
    const graph = hub(300, { 250: { age: 0 }, 299: { name: 'Harvest in the north' } });
    const { document, unlisted } = await contextIn(graph, { seeds: ['hub'], budget: 20_000 });
    const met = [...document.nodes, ...document.overflow, ...unlisted].map(({ id }) => id);
    expect(met).toHaveLength(100);
    expect(met).toEqual(expect.arrayContaining(['n250', 'n299']));
    expect(document.meta.excluded.sampled).toBe(201);
  });
});
