import { expect, test } from 'vitest';
import { ATTACKS } from '../../border/forging-attacks.ts';
import { brokenBy, TRIALS } from '../../border/forging-pages.ts';

for (const trial of TRIALS)
  test(`K20 every attack, ${trial.surface}, ${trial.format}`, () => expect(brokenBy(trial, ATTACKS)).toEqual([]));
