import { expect, test } from 'vitest';
import { ATTACKS } from '../../border/forging-attacks.ts';
import { brokenBy, TRIALS } from '../../border/forging-pages.ts';

for (const trial of TRIALS)
  test(`K20 no attack on ${trial.surface}, printed as ${trial.format}, forges anything`, () =>
    expect(brokenBy(trial, ATTACKS)).toEqual([]));
