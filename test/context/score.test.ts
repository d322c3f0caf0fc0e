import { describe, expect, test } from 'vitest';
import type { ContextInput, ContextNode } from '../../src/ports/context.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Sketch } from '../worlds/graph-rows.ts';
import { contextIn } from './graph-world.ts';

const tagged = (name: string, more: Partial<Sketch> = {}): Sketch => ({ name, tags: ['x'], ...more });

/** Texts about trees point one way, all others another: enough to tell near from far. */
const TREES: Embedder = {
  name: 'trees',
  model: 'trees',
  isLocal: true,
  dimensions: 2,
  embed: async (texts) => texts.map((text) => Float32Array.from(/oak|forest/i.test(text) ? [1, 0] : [0, 1])),
};
const BROKEN: Embedder = { ...TREES, embed: async () => Promise.reject(new Error('no power')) };

const GRAPH: Readonly<Record<string, Sketch>> = {
  s: tagged('Forest', { age: 0, children: ['@oak', '@car', '@note', '@unknown', '@future'] }),
  oak: tagged('Oak', { age: 30, children: ['@far'] }),
  car: tagged('Car', { age: 60 }),
  far: tagged('Oak of oaks', { age: 0 }),
  note: { name: 'Moss', tags: ['Note'], age: 30 },
  unknown: tagged('Stone', { age: null }),
  future: tagged('Tomorrow', { age: -5 }),
};

async function scored(input: Partial<ContextInput>, embedder?: Embedder) {
  const asked = { seeds: ['s'], budget: 20_000, ...input };
  const { document } = await contextIn(GRAPH, asked, { embedder: embedder ?? null });
  return { meta: document.meta, of: (id: string) => document.nodes.find((node) => node.id === id)! };
}
const sum = ({ components }: ContextNode) => Object.values(components).reduce((total, part) => total + part, 0);

test('T8 K10 T18 the score of a node adds nearness 0.4 / (d + 1), meaning 0.35 and recency 0.25 (half in 30 days)', async () => {
  const { of } = await scored({}, TREES);
  expect(of('oak').components).toEqual({ graphDistance: 0.2, semanticSim: 0.35, recency: 0.125, boost: 0, seed: 0 });
  expect(of('car').components).toEqual({ graphDistance: 0.2, semanticSim: 0, recency: 0.0625, boost: 0, seed: 0 });
  expect(of('far').components).toEqual({ graphDistance: 0.1333, semanticSim: 0.35, recency: 0.25, boost: 0, seed: 0 });
  expect(of('oak').score).toBe(0.675);
});

test('T9 without an embedder the score of a node adds nearness 0.6 / (d + 1) and recency 0.4', async () => {
  const { of } = await scored({});
  expect(of('oak').components).toEqual({ graphDistance: 0.3, recency: 0.2, boost: 0, seed: 0 });
  expect(of('far').components).toEqual({ graphDistance: 0.2, recency: 0.4, boost: 0, seed: 0 });
});

test('K12 a node of unknown time has half of the score for recency, one of a future time all of it', async () => {
  const { of } = await scored({});
  expect([of('unknown').components.recency, of('future').components.recency]).toEqual([0.2, 0.4]);
});

test('T36 K10 the source node has score 1, distance 0 and an empty path, whatever its age', async () => {
  for (const embedder of [undefined, TREES]) {
    const { of } = await scored({ seeds: ['car'] }, embedder);
    expect(of('car')).toMatchObject({ score: 1, distance: 0, path: [] });
  }
});

test('T18 the components of a node add up to its score', async () => {
  for (const embedder of [undefined, TREES])
    for (const seeds of [['s'], ['oak forest'], ['oak', 'car']]) {
      const { document } = await contextIn(GRAPH, { seeds, lens: 'writing' }, { embedder: embedder ?? null });
      expect(document.nodes.length).toBeGreaterThan(3);
      for (const node of document.nodes) expect(sum(node)).toBeCloseTo(node.score, 9);
    }
});

test('T25 T23 a lens raises nodes with its tags by 0.1, whatever their case, and never to 1', async () => {
  const [plain, lifted] = [await scored({}), await scored({ lens: 'writing' })];
  expect([plain.of('note').components.boost, lifted.of('note').components.boost]).toEqual([0, 0.1]);
  expect(lifted.of('note').score - plain.of('note').score).toBeCloseTo(0.1, 9);
});

describe('an embedder compares nodes with the query', () => {
  test('T44 T47 T19 a context document made without an embedder says so', async () => {
    const { meta } = await scored({});
    expect(meta.embeddingsAvailable).toBe(false);
    expect(meta.notes).toContain('no embedder: scored without meaning');
  });
  test('T44 T19 a context document made with an embedder says so, and nodes far in meaning score 0 for it', async () => {
    const { meta, of } = await scored({}, TREES);
    expect(meta.embeddingsAvailable).toBe(true);
    expect(meta.notes).toEqual([]);
    const other = await scored({ seeds: ['Car'], seedsAre: 'topics' }, TREES);
    expect([of('car').components.semanticSim, other.of('s').components.semanticSim]).toEqual([0, 0]);
  });
  test('T47 K11 if the embedder fails, all nodes are scored without meaning, with a note', async () => {
    const { meta, of } = await scored({}, BROKEN);
    expect(meta.embeddingsAvailable).toBe(false);
    expect(meta.notes.join()).toContain('no power');
    expect(of('oak').components).toEqual({ graphDistance: 0.3, recency: 0.2, boost: 0, seed: 0 });
  });
});

describe('T55 several seeds are scored together', () => {
  const blend: Readonly<Record<string, Sketch>> = {
    mill: tagged('Mill', { children: ['@flour', '@step1'] }),
    ben: tagged('Ben', { children: ['@bike', '@step2'] }),
    flour: tagged('Flour'),
    bike: tagged('Bike'),
    step1: tagged('Way from the mill', { description: '[[both]]' }),
    step2: tagged('Way from Ben', { description: '[[both]]' }),
    both: tagged('Near to both'),
  };
  test('a node two steps from both seeds stands above a node one step from one seed', async () => {
    const { document } = await contextIn(blend, { seeds: ['mill', 'ben'], seedsAre: 'ids' });
    const order = document.nodes.map(({ id }) => id);
    expect(order.slice(0, 2)).toEqual(['mill', 'ben']);
    expect(order.indexOf('both')).toBeLessThan(order.indexOf('flour'));
    expect(order.indexOf('both')).toBeLessThan(order.indexOf('bike'));
    expect(document.meta.query).toBe('mill + ben');
  });
  test('the order of the seeds does not change the scores of other nodes', async () => {
    const [one, other] = await Promise.all([
      contextIn(blend, { seeds: ['mill', 'ben'] }),
      contextIn(blend, { seeds: ['ben', 'mill'] }),
    ]);
    const scores = (nodes: readonly ContextNode[]) => nodes.map(({ id, score }) => `${id} ${score}`).sort();
    expect(scores(one.document.nodes)).toEqual(scores(other.document.nodes));
  });
});
