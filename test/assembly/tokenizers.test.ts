import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { loadTokenizer, TOKENIZERS } from '../../src/tokenizers/index.ts';
import { GROWTH_MAX, growthOf } from '../worlds/growth.ts';

const asText = { disallowedSpecial: new Set<string>() };
const o200k = await loadTokenizer('o200k');

// A small generator of its own, so that every run counts the same runs of letters.
function letters(count: number, alphabet: string): string {
  let state = 12345;
  let text = '';
  for (let at = 0; at < count; at++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    text += alphabet[state % alphabet.length];
  }
  return text;
}

describe('tokens are counted', () => {
  const cases: [name: string, tokenizer: string, text: string, tokens: number][] = [
    ['K2 words are counted as the model does', 'o200k', 'hello world', 2],
    ['K2 words are counted as the model does', 'cl100k', 'hello world', 2],
    ['the name of a special token is ordinary text', 'o200k', '<|endoftext|>', 7],
    ['the name of a special token is ordinary text', 'cl100k', '<|endoftext|>', 7],
    ['K35 a character is a code point', 'characters', 'a😀é', 3],
    ['K35 half a surrogate pair is one character', 'characters', '\ud800a', 2],
    ['A14 S24 four characters are one token, rounded up', 'estimate', 'abcde', 2],
    ['A14 S24 an empty text costs nothing', 'estimate', '', 0],
  ];
  for (const [name, tokenizer, text, tokens] of cases) {
    test(`${name}: ${tokenizer} counts ${tokens} tokens in ${JSON.stringify(text)}`, async () =>
      expect((await loadTokenizer(tokenizer)).count(text)).toBe(tokens));
  }

  test('K2 a safety margin raises the counts of a tokenizer, rounded up, and must not be negative', async () => {
    const wary = await loadTokenizer('characters', { safetyMargin: 0.15 });
    expect([wary.count('abc'), wary.count(''), wary.name]).toEqual([4, 0, 'characters']);
    await expect(loadTokenizer('characters', { safetyMargin: -1 })).rejects.toThrow('safety margin');
  });

  test('an unknown tokenizer is refused, and the known ones are named', async () =>
    expect(loadTokenizer('gpt9')).rejects.toThrow(Object.keys(TOKENIZERS).join(', ')));
});

describe('long unbroken runs are counted in slices', () => {
  const runs: [name: string, text: string][] = [
    ['letters of one kind', 'a'.repeat(4000)],
    ['random letters', letters(6000, 'abcdefghijklmnopqrstuvwxyz')],
    ['hex', letters(5000, '0123456789abcdef')],
    ['base64', letters(5000, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')],
    ['signs', letters(4000, '=-+*/<>{}[]()')],
    ['blanks', ' '.repeat(3000)],
    ['Chinese', letters(3000, '中文字符没有空格的一行很长')],
    ['emoji', '😀👩'.repeat(1200)],
    ['a minified line', letters(6000, 'abcdef(){};,.= ')],
    ['mixed', `${'word '.repeat(500)}${letters(3000, 'xyz')}\n\n${letters(2000, 'AB')}`],
  ];
  for (const [name, text] of runs) {
    test(`a long run is counted with at least its true number of tokens and little more: ${name}`, () => {
      const truth = encode(text, asText).length;
      expect(o200k.count(text)).toBeGreaterThanOrEqual(truth);
      expect(o200k.count(text)).toBeLessThanOrEqual(truth * 1.1 + text.length / 250);
    });
  }

  test('the tokens of a megabyte without a blank are counted in linear time', async () => {
    const fifth = letters(200_000, 'abcdefghijklmnopqrstuvwxyz');
    expect(await growthOf(o200k.count, fifth.repeat(5))).toBeLessThan(GROWTH_MAX);
  });
});
