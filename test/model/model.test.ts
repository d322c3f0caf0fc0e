import { test } from 'vitest';
import { runGraphModel } from './graph-model.ts';
import { runModel } from './run-model.ts';

// Hundreds of calls of git: on a busy machine they take their time.
const TIMEOUT_MS = 600_000;

test(
  'after every step the index holds what the files hold, and answers as one made afresh does',
  {
    timeout: TIMEOUT_MS,
  },
  () => runModel({ seed: 1, steps: 80, answersEvery: 10 }),
);

test('after every import a graph holds what its export says, and after one that was halted what it held before', () =>
  runGraphModel({ seed: 1, steps: 40 }));
