import { inject, test } from 'vitest';
import { runModel } from '../model/run-model.ts';
import { openSharedModel } from './open-shared-model.ts';

test('during twelve random steps the shared store equals the files, and its answers are those of a new store', () =>
  runModel({ seed: 5, steps: 12, answersEvery: 6, openStore: openSharedModel(inject('postgresUrl')) }));
