import fc from 'fast-check';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { loadTokenizer } from '../../src/tokenizers/index.ts';

// The library that the tables come from counts them too: what we count must be what it counts.
const asText = { disallowedSpecial: new Set<string>() };
const LIBRARY = { o200k: countO200k, cl100k: countCl100k } as const;
const TEXTS = [
  '',
  'export function handleWebhook(event: StripeEvent) {\n  return confirm(event.id);\n}\n',
  'if (a!=b&&c<=d){x[0]++;}//…\t\t\t\n\n\n',
  '<|endoftext|> <|im_start|>',
  'größer naïve Ünïcödé 日本語のテキスト 한국어 😀👩‍👩‍👧 \u0301',
  `${'a'.repeat(900)} ${'='.repeat(500)}${' '.repeat(400)}x`,
  'AAAAB3NzaC1yc2EAAAADAQABAAABgQDf9+/== 0123456789 1234567',
  "it's I'LL WE'RE don't",
];

for (const name of ['o200k', 'cl100k'] as const)
  describe(`${name} counts what its library counts`, async () => {
    const tokenizer = await loadTokenizer(name, { safetyMargin: 0 });
    const expected = (text: string) => LIBRARY[name](text, asText);
    for (const text of TEXTS)
      test(`${name} counts the same tokens as its library in ${JSON.stringify(text.slice(0, 24))}`, () =>
        expect(tokenizer.count(text)).toBe(expected(text)));

    // The library loses the mark before it looks for the token it is part of, and counts three for it.
    test(`${name} counts a byte order mark and a word behind it as one token`, () =>
      expect(['\ufeff', '\ufeffusing', '\ufeffusing System'].map((text) => tokenizer.count(text))).toEqual([1, 1, 2]));

    test(`${name} counts the same tokens as its library in random texts`, () => {
      const piece = fc.oneof(
        fc.constantFrom(
          'return',
          ' foo',
          'Bar',
          '_baz',
          '\n',
          '\n  ',
          '\t',
          '();',
          ' == ',
          '123',
          "'s",
          'é',
          '日本',
          '😀',
        ),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
          const text = pieces.join('');
          expect(tokenizer.count(text)).toBe(expected(text));
        }),
        { numRuns: 300, seed: 11 },
      );
    });
  });
