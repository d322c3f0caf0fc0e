import { describe, expect, test } from 'vitest';
import type { Scored } from '../../src/model/candidate.ts';
import { assemblePack } from '../../src/pipeline/assemble.ts';
import { chooseFreely } from '../../src/pipeline/fit.ts';
import { GROWTH_MAX, growth } from '../worlds/growth.ts';
import { candidates, fileOf, options, parts } from './world.ts';

const HEAD = { task: null, text: 'all of it', coverage: null, notes: [] };

describe('the assembler takes linear time', () => {
  const sized = (entities: number): readonly Scored[] =>
    Array.from({ length: entities / 10 }, (_, n) =>
      fileOf(`f${n}.ts`, 0.9 - n * 0.01, parts(9, 25, 0.9 - n * 0.01)),
    ).flatMap((file) => candidates(file));
  test('S49 assembling takes linear time', async () => {
    // How much work the last bit of room is depends on the budget: several of them tell what is usual.
    const budgets = [12_000, 15_000, 16_000, 17_000, 20_000].map((budgetTokens) => options({ budgetTokens }));
    const assemble = (scored: readonly Scored[]) => {
      for (let run = 0; run < 10; run++) assemblePack(scored, budgets[run % budgets.length]!);
    };
    const [few, many] = [sized(80), sized(640)];
    const grown = await growth(
      () => assemble(few),
      () => assemble(many),
    );
    expect(grown).toBeLessThan(GROWTH_MAX);
  });

  test('choosing from ten thousand candidates takes linear time', async () => {
    const scored = Array.from({ length: 2000 }, (_, n) =>
      fileOf(`f${n}.ts`, 0.9 - n * 0.0001, parts(4, 25, 0.9 - n * 0.0001)),
    ).flatMap((file) => candidates(file));
    const pick = (from: readonly Scored[]) => assemblePack(from, options({ budgetTokens: 16_000 })).outcomes.size;
    expect(pick(scored)).toBe(10_000);
    const grown = await growth(
      () => pick(scored.slice(0, 1250)),
      () => pick(scored),
    );
    expect(grown).toBeLessThan(GROWTH_MAX);
  });

  test('taking all of ten thousand candidates takes linear time', async () => {
    const scored = Array.from({ length: 4800 }, (_, n) =>
      fileOf(`f${n}.ts`, 0.9 - n * 0.0001, parts(1, 4, 0.9)),
    ).flatMap((file) => candidates(file));
    const given = options({ budgetTokens: 10_000_000, filesMax: 10_000, floors: { units: 0, files: 0, alone: 0 } });
    const take = (from: readonly Scored[]) => chooseFreely(from, { ...given, head: HEAD }).blocks.length;
    expect(take(scored)).toBe(4800);
    const grown = await growth(
      () => take(scored.slice(0, 600)),
      () => take(scored),
    );
    expect(grown).toBeLessThan(GROWTH_MAX);
  });
});
