import { describe, expect, test } from 'vitest';
import { ATTACKS } from './forging-attacks.ts';
import { TRIALS } from './forging-pages.ts';

test('there are attacks enough', () => expect(ATTACKS.length).toBeGreaterThanOrEqual(80));

// Every attack at every place of every page: a strict reader of the format finds what was put in, and nothing acts.
describe('no page lets what it quotes pass for itself', () => {
  for (const { surface, format, hold } of TRIALS)
    test(`K20 ${surface}, ${format}`, () => {
      const broken = ATTACKS.flatMap(({ name, text }) => {
        try {
          hold(text);
          return [];
        } catch (error) {
          return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
        }
      });
      expect(broken).toEqual([]);
    });
});
