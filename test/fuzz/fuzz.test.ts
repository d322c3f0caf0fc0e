import { expect, test } from 'vitest';
import { runTarget } from './run-target.ts';
import { TARGETS } from './targets/index.ts';

const SEED = 20_261_116;
const CASES = 100;

for (const target of TARGETS)
  test(`whatever is written, ${target.name} is read or refused kindly, soon, and within its lines`, async () => {
    expect(await runTarget(target, { seed: SEED, cases: CASES })).toBeNull();
  });
