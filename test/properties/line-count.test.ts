import fc from 'fast-check';
import { encode as encodeOlder } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import { RUNS } from './arbitrary.ts';

const asText = { disallowedSpecial: new Set<string>() };
const ENDS = ['\n', '\r\n', '\r', '\n\n', '\n \n', '\n\t', '\n    ', '\n/', '\n //', '\u2028', '\u00a0\n', '  \n', ''];
const WORDS = [
  '}',
  '/',
  '//',
  ');',
  'const',
  'Größe',
  "it's",
  '中文',
  '😀',
  '\u0301',
  '123',
  '  ',
  '\t',
  '#',
  '/*',
  '*/',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...ENDS), fc.constantFrom(...WORDS), fc.string({ maxLength: 6, unit: 'grapheme' })))
  .map((pieces) => pieces.join(''));

const cases = [
  ['o200k', (said: string) => encode(said, asText).length],
  ['cl100k', (said: string) => encodeOlder(said, asText).length],
] as const;
for (const [name, truth] of cases) {
  test(`K2 a text has as many tokens as the reference encoder counts: ${name}`, async () => {
    const { count } = await loadTokenizer(name);
    fc.assert(
      fc.property(text, (said) => {
        expect(count(said)).toBe(truth(said));
      }),
      { numRuns: 20 * RUNS },
    );
  });
}
