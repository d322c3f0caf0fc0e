import { test } from 'vitest';
import { runGraphModel } from '../../model/graph-model.ts';
import { runModel } from '../../model/run-model.ts';

const SEEDS = 50;
const STEPS = 200;

// One that failed is run again with MODEL_SEED=7 PROPERTY_RUNS=1 npx vitest run test/long/model.
const seeds = process.env.MODEL_SEED
  ? [Number(process.env.MODEL_SEED)]
  : Array.from({ length: SEEDS }, (_, at) => at + 2);

for (const seed of seeds)
  test(`during ${STEPS} random steps the index equals the files, and its answers are those of a new index (seed ${seed})`, () =>
    runModel({ seed, steps: STEPS, answersEvery: 5, killsPercent: 2 }));

for (const seed of seeds.slice(0, 4))
  test(`after each of ${STEPS} imports by difference a graph equals its export imported anew (seed ${seed})`, () =>
    runGraphModel({ seed, steps: STEPS }));
