// Text of others may hold characters that a terminal obeys, or that hide or reorder text for a reader. These functions
// make such characters visible before the text is printed, and measure and cut texts.

// Controls except line feed and tab, line and paragraph separators, marks of direction, annotations, characters that
// XML forbids, tags (invisible letters), halves of characters, characters without width, and the blank Braille cell.
const ODD =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb\\ufffe\\uffff\\u2800\\u{e0000}-\\u{e007f}\\p{Default_Ignorable_Code_Point}\\p{Cs}';
// The flag of a region is spelled with tags; a complete flag is an emoji like any other, so it stays.
const FLAG = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}';
// A joiner between two emoji makes one of them.
const JOINED = '\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?\\u200d(?=\\p{Extended_Pictographic})';
// A drawing in Braille needs its blank cells.
const BRAILLE = '[\\u2801-\\u28ff][\\u2800-\\u28ff]*|\\u2800{1,100}(?=[\\u2801-\\u28ff])';
const IS_ODD = new RegExp(`[${ODD}]`, 'u');
const EACH_ODD = new RegExp(`(${FLAG}|${JOINED}|${BRAILLE})|\\r\\n|[${ODD}]`, 'gu');
const BLANKS = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = '\u2421';

/**
 * Makes a quoted text visible. Tabs, line feeds, and joiners and selectors that scripts and emoji need stay; `\r\n`
 * becomes a line feed.
 */
export function visible(text: string): string {
  if (!IS_ODD.test(text)) return text;
  return text.replace(EACH_ODD, (found, whole, at: number) => {
    if (whole !== undefined) return whole;
    if (found === '\r\n') return '\n';
    return isNeeded(found, text, at) ? found : picture(found);
  });
}

/** Makes a name or clause visible, on one line of at most `max` code units. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  return clipText(visible(text.replace(BLANKS, ' ')).trim(), max);
}

/** Cuts a text that is longer than `max` code units, with an ellipsis at the cut; splits no character. */
export function clipText(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1).toWellFormed();
  return `${start.replace(/\ufffd$/, '')}…`;
}

/** Makes every text in some data visible, also the keys. */
export function visibleData<Value>(value: Value, show = visible): Value {
  return mapTexts(value, show) as Value;
}

/**
 * The places where an invisible character has a visible effect, by its neighbours, from Unicode's lists of sequences
 * and breaks.
 */
const NEEDED: readonly { readonly unseen: RegExp; readonly after?: RegExp; readonly before?: RegExp }[] = [
  // Selectors: the look of an emoji, the form of a Chinese letter, of a mathematical sign, or of punctuation.
  { unseen: /[\ufe0e\ufe0f]/, after: /(?![0-9#*])\p{Emoji}/u },
  { unseen: /\ufe0f/, after: /[0-9#*]/, before: /\u20e3/ },
  { unseen: /[\ufe00-\ufe02]|[\u{e0100}-\u{e01ef}]/u, after: /\p{Script=Han}/u },
  {
    unseen: /\ufe00/,
    after:
      /[\u2205\u2229\u222a\u2268\u2269\u2272\u2273\u228a\u228b\u2293-\u2295\u2297\u229c\u22da\u22db\u2a3c\u2a3d\u2a9d\u2a9e\u2aac\u2aad\u2acb\u2acc]/,
  },
  {
    unseen: /[\ufe00\ufe01]/,
    after:
      /[\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\u210b\u2110\u2112\u211b\u212c\u2130\u2131\u2133\u{1d49c}-\u{1d4b5}]/u,
  },
  { unseen: /\ufe00/, after: /[\p{Script=Myanmar}\p{Script=Phags_Pa}]/u },
  { unseen: /[\u180b-\u180f]/, after: /\p{Script=Mongolian}/u },
  // Joiners, after letters of scripts that join.
  {
    unseen: /[\u200c\u200d]/,
    after:
      /(?=[\p{L}\p{M}])[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Adlam}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}]/u,
  },
  // Break points in scripts without blanks, and marks beside letters that run from right to left.
  ...eitherSide(
    /\u200b/,
    /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}]/u,
  ),
  ...eitherSide(
    /[\u200e\u200f\u061c]/,
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u,
  ),
];

function eitherSide(unseen: RegExp, letters: RegExp) {
  return [
    { unseen, after: letters },
    { unseen, before: letters },
  ];
}

function isNeeded(unseen: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const last = seen(/[\udc00-\udfff]$/.test(before) ? before : before.slice(-1));
  const next = seen(String.fromCodePoint(text.codePointAt(at + unseen.length) ?? 0));
  return NEEDED.some(
    (row) => row.unseen.test(unseen) && (row.after?.test(last) ?? true) && (row.before?.test(next) ?? true),
  );
}

// An invisible letter may belong to a script, but it does not make another invisible letter needed.
function seen(letter: string): string {
  return /\p{Default_Ignorable_Code_Point}/u.test(letter) ? '' : letter;
}

/** The picture of an odd character: `␛` for escape, `\u{202e}` where there is none, `\ufffd` for half a character. */
function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(PICTURES + code);
  if (code === 0x7f) return PICTURE_OF_DELETE;
  return code >= 0xd800 && code < 0xe000 ? '\ufffd' : `\\u{${code.toString(16)}}`;
}

function mapTexts(value: unknown, show: (text: string) => string): unknown {
  if (typeof value === 'string') return show(value);
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, show));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [show(key), mapTexts(inner, show)]));
}

const SURROGATE_PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;
const HIGH_SURROGATE = /[\uD800-\uDBFF]/;

export function codePoints(text: string): number {
  // Most texts have no character beyond the basic plane, and looking is cheaper than counting.
  if (!HIGH_SURROGATE.test(text)) return text.length;
  let pairs = 0;
  for (const _ of text.matchAll(SURROGATE_PAIR)) pairs++;
  return text.length - pairs;
}

/** Cuts a text that is longer than `lengthMax` code points, with an ellipsis at the cut. */
export function clip(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const points = [...text.slice(0, lengthMax * 2 + 1)];
  return points.length <= lengthMax
    ? text
    : `${points
        .slice(0, lengthMax - 1)
        .join('')
        .trimEnd()}…`;
}
