import { test } from 'vitest';
import { runModel } from './run-model.ts';

test('after every step the index holds what the files hold, and answers as one made afresh does', () =>
  runModel({ seed: 1, steps: 80, answersEvery: 10 }));
