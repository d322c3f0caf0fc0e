import { describe, expect, test } from 'vitest';
import { clip, oneLine, visible } from '../../src/model/visible-text.ts';

// Written with escapes, so that one sees what stands there.
const SHOWN: Readonly<Record<string, string>> = {
  'selectors in a row behind an emoji': '\u{1f600}\ufe0f\ufe01\u{e0154}\u{e0148}',
  'selectors in a row behind a Chinese letter': '\u8fbb\u{e0100}\u{e0101}',
  'a selector behind a Latin letter': 'a\ufe0f',
  'a selector behind a digit': '1\ufe0f2\ufe0e3',
  'zero width spaces as bits': 'a\u200bb\u2060\u200bc',
  'fillers of Hangul': 'a\u3164b\uffa0c\u115fd\u1160',
  'a soft hyphen': 'pass\u00adword',
  'a grapheme joiner': 'a\u034fb',
  'a Mongolian separator in Latin': 'a\u180eb',
  'selectors of Mongolian in a row in Latin': 'a\u180b\u180c\u180e\u180b\u200db',
  'Arabic marks in a row in Latin': 'a\u061c\u061c\u200e\u061c\u200fb',
  'invisible operators': 'f\u2061x\u2062y\u2063z\u2064',
  'deprecated format letters': 'a\u206ab\u206f',
  'blank cells of Braille alone': 'a\u2800\u2800b',
  'a mark of byte order inside': 'a\ufeffb',
  'joiners in Latin': 'a\u200db\u200cc',
  'a joiner behind an emoji alone': '\u{1f468}\u200dx',
  'two joiners in Persian': '\u0645\u06cc\u200c\u200c\u062e',
  'direction marks in Latin': 'a\u200eb\u200fc',
  'tags without a flag': 'a\u{e0041}\u{e0042}',
};
const KEPT: Readonly<Record<string, string>> = {
  'a family': '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'a heart on fire': '\u2764\ufe0f\u200d\u{1f525}',
  'a runner with a skin and a sex': '\u{1f3c3}\u{1f3fd}\u200d\u2640\ufe0f',
  'a key cap': '1\ufe0f\u20e3',
  'a sign as text': '\u00a9\ufe0e \u2714\ufe0e',
  'a flag of a region': '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'a variant of a Chinese letter': '\u8fbb\u{e0100}\u845b\ufe00',
  'a sign of mathematics': 'a \u2229\ufe00 b',
  Persian: '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  'an Arabic abbreviation': '\u0647\u200d.',
  Hindi: '\u0915\u094d\u200d\u0937',
  'a Malayalam chillu': '\u0d28\u0d4d\u200d ',
  Thai: '\u0e20\u0e32\u0e29\u0e32\u200b\u0e44\u0e17\u0e22',
  Khmer: '\u1781\u17d2\u1798\u17c2\u179a\u200b\u1793\u17b7\u1784',
  Mongolian: '\u182d\u180b\u1820 \u182a\u180e\u1820',
  Hebrew: '\u05d0\u200f!',
  'a drawing in Braille': '\u2800\u28ff\u2800\u2800\u28c0\u2800',
};

describe('invisible characters are printed visibly', () => {
  test.each(Object.entries(SHOWN))('invisible characters are printed visibly: %s', (_name, text) => {
    const shown = visible(text);
    const rest = shown.replace(/^\u{1f600}\ufe0f|^\u8fbb\u{e0100}|(?<=\u06cc)\u200c/u, '');
    expect(rest).not.toMatch(/\p{Default_Ignorable_Code_Point}|\u2800/u);
    expect([visible(shown), oneLine(text)]).toEqual([shown, shown]);
  });
});

describe('characters that a script or an emoji needs are kept', () => {
  test.each(Object.entries(KEPT))('characters that a script or an emoji needs are kept: %s', (_name, text) => {
    expect([visible(text), oneLine(`${text}.`)]).toEqual([text, `${text}.`]);
  });
});

test('a text of emoji is cut to as many characters as a text of letters', () => {
  expect([clip('abcdefghij', 5), clip('\u{1f600}'.repeat(10), 5)]).toEqual(['abcd…', `${'\u{1f600}'.repeat(4)}…`]);
});
