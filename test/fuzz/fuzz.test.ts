import { expect, test } from 'vitest';
import { runTarget, sharesOf } from './run-target.ts';
import { TARGETS } from './targets/index.ts';

const SEED = 20_261_116;
const CASES = 6000;

for (const [target, cases] of sharesOf(TARGETS, CASES))
  test(`${target.name} reads or refuses any text quickly, without crashing`, async () => {
    expect(await runTarget(target, { seed: SEED, cases })).toBeNull();
  });
