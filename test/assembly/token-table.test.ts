import { describe, expect, test } from 'vitest';
import { createBytePairCounter, openTokens, packTokens } from '../../src/tokenizers/index.ts';

// Single bytes first, as every such list has them; then a text, a hole, and bytes that are no text.
const TOKENS = ['a', 'b', 'c', 'ab', undefined, [0xe2, 0x82], 'abc', 'é', [0xc3], [0xa9], 'bc'];
const bytes = (...values: number[]) => Uint8Array.from(values);
const text = (value: string) => new TextEncoder().encode(value);

describe('a table finds tokens', () => {
  const table = openTokens(TOKENS);

  test('the table of a tokenizer finds every token by its bytes', () => {
    const found = TOKENS.map((token) => {
      const wanted = typeof token === 'string' ? text(token) : bytes(...(token ?? []));
      return token === undefined ? 4 : table.rankOf(wanted, 0, wanted.length);
    });
    expect(found).toEqual(TOKENS.map((_, rank) => rank));
  });

  test('the table of a tokenizer finds nothing for bytes that are no token', () => {
    for (const no of ['', 'ba', 'abcd', 'zzz']) expect(table.rankOf(text(no), 0, text(no).length)).toBe(-1);
  });

  test('the table of a tokenizer finds a token at an offset within a text', () =>
    expect(table.rankOf(text('xxabyy'), 2, 4)).toBe(3));

  test("the tokenizer's table may lie at any offset of its buffer", () => {
    const packed = packTokens(TOKENS);
    const shifted = new Uint8Array(packed.length + 1);
    shifted.set(packed, 1);
    expect(openTokens(shifted.subarray(1)).rankOf(text('abc'), 0, 3)).toBe(6);
  });
});

describe('byte pairs are merged', () => {
  const count = createBytePairCounter(openTokens(TOKENS), /\S+|\s+/g);
  const cases: [text: string, tokens: number][] = [
    ['', 0],
    ['abc', 1],
    // The lowest number is joined first: ab, then abc; the other c is left over.
    ['abcc', 2],
    ['cab', 2],
    ['bcbc', 2],
    ['é', 1],
    ['aé', 2],
    ['a'.repeat(2000), 2000],
  ];
  for (const [given, tokens] of cases)
    test(`"${given.slice(0, 8)}" of ${given.length} characters is merged into ${tokens} tokens, also when counted again`, () =>
      expect([count(given), count(given)]).toEqual([tokens, tokens]));
});
