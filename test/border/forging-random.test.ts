import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visible } from '../../src/model/visible-text.ts';
import { RUNS } from '../properties/arbitrary.ts';
import { ATTACKS } from './forging-attacks.ts';
import { TRIALS } from './forging-pages.ts';

// Pieces of structure in any order: what no one attack of the table says, some sequence of them may.
const fragment = fc.oneof(
  fc.constantFrom(...ATTACKS.flatMap(({ text }) => [text, ...text.split('\n')])),
  fc.constantFrom(
    '`',
    '```',
    '~~~',
    '=',
    '===',
    '---',
    '#',
    '> ',
    '- ',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '<',
    ']]>',
    '"',
    '\\',
  ),
  fc.constantFrom(
    'Left out, best first:',
    'LEFT OUT, BEST FIRST',
    'FILES',
    'CODE',
    'Sources:',
    '## Files',
    'Score: 1.00',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const text = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(''));

test('K20 random forging texts cannot imitate parts of a page, at every place of every page', { timeout: 0 }, () => {
  fc.assert(
    fc.property(fc.constantFrom(...TRIALS), text, ({ hold }, written) => hold(written)),
    { numRuns: RUNS },
  );
});

test('making characters visible twice gives the same text as once', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(visible(visible(written))).toBe(visible(written));
    }),
    { numRuns: RUNS },
  );
});
