import { inject, test } from 'vitest';
import { runModel } from '../model/run-model.ts';
import { openSharedModel } from './open-shared-model.ts';

test('after every step the shared store equals the files and answers like a new store', () =>
  runModel({ seed: 5, steps: 12, answersEvery: 6, openStore: openSharedModel(inject('postgresUrl')) }));
