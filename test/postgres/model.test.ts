import { inject, test } from 'vitest';
import { runModel } from '../model/run-model.ts';
import { openSharedModel } from './open-shared-model.ts';

test('after every step the shared store holds what the files hold, and answers as one made afresh does', () =>
  runModel({ seed: 5, steps: 12, answersEvery: 6, openStore: openSharedModel(inject('postgresUrl')) }));
