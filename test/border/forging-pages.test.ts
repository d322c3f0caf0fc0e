import { describe, expect, test } from 'vitest';
import { ATTACKS } from './forging-attacks.ts';
import { brokenBy, TRIALS } from './forging-pages.ts';

const SHARE = 4;

test('the table of forging attacks holds at least eighty', () => expect(ATTACKS.length).toBeGreaterThanOrEqual(80));

// A strict reader of the format finds what was put in, and nothing acts. Each place takes its share of the attacks, so
// that each attack stands in every format and on every page; the long run has all of them everywhere.
describe('quoted text cannot forge parts of a page', () => {
  for (const [index, trial] of TRIALS.entries())
    test(`K20 a forging text in ${trial.surface}, printed as ${trial.format}, cannot imitate parts of the page`, () => {
      const share = ATTACKS.filter((_, at) => at % SHARE === index % SHARE);
      expect(brokenBy(trial, share)).toEqual([]);
    });
});
