import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageFile } from '../../src/config/this-package.ts';
import { loadWeights } from '../../src/engine/open/open-ranker.ts';
import type { Engine } from '../../src/ports/engine.ts';
import type { LearnedWeights } from '../../src/rankers/index.ts';
import {
  FILE_INPUTS,
  fileInputs,
  fromTable,
  likelihoodBy,
  standings,
  TASK_FEATURES,
  unitInputs,
} from '../../src/rankers/likelihood.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const TASK = 'items without a guid appear twice in the unread count';
const RANKERS = ['learned', 'signals'] as const;

describe('likelihoods are given for every workspace', () => {
  let world: World;
  let engine: Engine;
  beforeAll(async () => {
    world = makeWorld(READER, READER_PAST);
    engine = await world.open();
  });
  afterAll(async () => {
    await engine.close();
    world[Symbol.dispose]();
  });

  for (const ranker of RANKERS) {
    test(`the ranker ${ranker} gives every file a likelihood between 0 and 1 that falls with its score`, async () => {
      const { candidates, nothing } = await engine.explain({ task: TASK, ranker });
      for (const { likelihood } of candidates) {
        expect(likelihood).toBeGreaterThanOrEqual(0);
        expect(likelihood).toBeLessThanOrEqual(1);
      }
      const said = candidates.toSorted((a, b) => b.score - a.score).map(({ likelihood }) => likelihood!);
      expect(said).toEqual(said.toSorted((a, b) => b - a));
      expect(nothing).toBeGreaterThanOrEqual(0);
      expect(nothing).toBeLessThanOrEqual(1);
      const units = (await engine.explain({ task: TASK, ranker, target: candidates[0]!.path })).candidates;
      for (const { likelihood } of units) expect(likelihood).toBeLessThanOrEqual(1);
    });

    test(`the ranker ${ranker} finds code likelier for a task of this workspace than for one about another subject`, async () => {
      const asked = await engine.explain({ task: TASK, ranker });
      const foreign = await engine.explain({ task: 'mortgage amortization quarterly balloon escrow', ranker });
      expect(asked.nothing!).toBeLessThan(foreign.nothing ?? 1);
      expect(asked.candidates[0]!.likelihood!).toBeGreaterThan(foreign.candidates[0]?.likelihood ?? 0);
    });
  }

  test('excluding the file with the lowest rating hardly changes the likelihood of the best file', async () => {
    const all = await engine.explain({ task: TASK });
    const weak = all.candidates.at(-1)!.path;
    const without = await engine.explain({ task: TASK, exclude: [weak] });
    const before = all.candidates[0]!;
    const after = without.candidates.find(({ path }) => path === before.path)!;
    expect(without.candidates.some(({ path }) => path === weak)).toBe(false);
    expect(Math.abs(after.likelihood! - before.likelihood!)).toBeLessThan(0.05);
  });
});

describe('a workspace of one file has likelihoods', () => {
  test('the only file of a workspace and its units have likelihoods', async () => {
    using world = makeWorld({ 'cart.ts': 'export function addToCart(item: string) {\n  return [item];\n}\n' });
    const engine = await world.open();
    const { candidates, nothing } = await engine.explain({ task: 'add an item to the cart', target: 'cart.ts' });
    expect(candidates.length).toBeGreaterThan(1);
    for (const { likelihood } of candidates) expect(likelihood).toBeGreaterThan(0);
    expect(nothing).toBeLessThan(1);
    await engine.close();
  });
});

describe('a standing compares a rating with the others', () => {
  test('a file with the only rating has no gap to the best and no rivals', () =>
    expect(standings([2])).toEqual([{ gap: 0, rivals: 0 }]));
  test('no ratings give no standings', () => expect(standings([])).toEqual([]));
  test('equal ratings count as rivals of each other', () => {
    const [first, second] = standings([1, 1]);
    expect(first).toEqual(second);
    expect(first!.rivals).toBeCloseTo(Math.log(2), 9);
  });
  test('a higher rating counts as a full rival, a lower one by its distance', () => {
    const [low, high] = standings([0, 3]);
    expect(low).toEqual({ gap: 3, rivals: Math.log(2) });
    expect(high!.rivals).toBeCloseTo(Math.log1p(Math.exp(-6)), 9);
  });
  test('a hundred much lower ratings do not change the inputs of a likelihood', () => {
    const levels = TASK_FEATURES.map(() => 0.5);
    const crowd = Array.from({ length: 100 }, () => -6);
    const [alone] = fileInputs([3], levels);
    const [beside] = fileInputs([3, ...crowd], levels);
    for (const [at, value] of alone!.entries()) expect(beside![at]).toBeCloseTo(value, 3);
  });
  test('a longer task raises the likelihood of the second file more than that of the first', () => {
    const weights = loadWeights(packageFile('src/rankers/weights.json')) as LearnedWeights;
    const likelihood = likelihoodBy(FILE_INPUTS, weights.likelihoods.files);
    const said = (told: number) =>
      fileInputs(
        [6, 4],
        TASK_FEATURES.map((name) => (name === 'told' ? told : 0)),
      ).map(likelihood);
    const [few, many] = [said(0.6), said(0.77)];
    expect(many[1]! / few[1]!).toBeGreaterThan(1.4);
    expect(many[0]! / few[0]!).toBeLessThan(1.2);
  });
});

describe('units have likelihoods of their own', () => {
  test('the inputs of the likelihood of a unit grow with its file and fall with rivals in that file', () => {
    const row = Array.from({ length: 30 }, () => 0);
    const [sure, unsure] = unitInputs(
      [[1, 0], [1]],
      [[row, row], [row]],
      [
        { likelihood: 0.9, lengths: [4, 8] },
        { likelihood: 0.1, lengths: [4] },
      ],
    );
    expect(sure![0]![3]).toBeGreaterThan(unsure![0]![3]!);
    expect(sure![0]![4]).toBeLessThan(sure![1]![4]!);
  });
});

describe('a curve maps scores to likelihoods', () => {
  const table = [
    [-1, 0.1],
    [0, 0.2],
    [2, 0.8],
  ] as const;
  const cases: [value: number, expected: number][] = [
    [-9, 0.1],
    [-1, 0.1],
    [-0.5, 0.15],
    [1, 0.5],
    [2, 0.8],
    [9, 0.8],
  ];
  for (const [value, expected] of cases)
    test(`the curve of a likelihood model gives ${expected} for the score ${value}`, () =>
      expect(fromTable(table, value)).toBeCloseTo(expected, 9));
  test('a likelihood model finds its weights by name', () => {
    const asked = likelihoodBy(['sum', 'gap'], { bias: 1, weights: { gap: -1 }, table });
    expect(asked([5, 0])).toBeCloseTo(0.5, 9);
    expect(asked([5, 9])).toBe(0.1);
  });
});
