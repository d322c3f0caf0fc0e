/**
 * Text of strangers on its way to a reader. Characters that act instead of being seen are printed as something seen:
 * terminals obey some, readers are misled by the order or absence of others.
 */

// Controls but line feed and tab, line and paragraph separators, what turns or isolates direction, annotations,
// what no XML may hold, tags (letters nobody sees), and halves of characters.
const ACTING =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb\\ufffe\\uffff\\u{e0000}-\\u{e007f}\\p{Cs}';
// Flags of regions are spelled with tags; a whole one is an emoji like any other.
const FLAG = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}';
// What takes no room; the selectors that say how an emoji looks are no way to hide anything in a name.
const UNSEEN = '(?![\\ufe00-\\ufe0f])\\p{Default_Ignorable_Code_Point}';

const QUOTED = { isOdd: new RegExp(`[${ACTING}]`, 'u'), odd: new RegExp(`(${FLAG})|\\r\\n|[${ACTING}]`, 'gu') };
const STRICT = {
  isOdd: new RegExp(`[${ACTING}]|${UNSEEN}`, 'u'),
  odd: new RegExp(`(${FLAG})|\\r\\n|[${ACTING}]|${UNSEEN}`, 'gu'),
};
const BLANKS = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = '\u2421';

/** Quoted text: its lines, tabs and the joiners that scripts and emoji need stay; line ends become line feeds. */
export function visible(text: string): string {
  return shown(text, QUOTED);
}

/** Quoted text on a terminal, which shows nothing where a joiner is. */
export function visibleOnTerminal(text: string): string {
  return shown(text, STRICT);
}

/** A name, or any text of a clause, on one line of at most `max` characters. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = shown(text.replace(BLANKS, ' '), STRICT).trim();
  if (line.length <= max) return line;
  return `${line
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

/** Data as it is told to others: every text in it is visible, keys too. */
export function visibleData<Value>(value: Value, show = visible): Value {
  return mapped(value, show) as Value;
}

function shown(text: string, { isOdd, odd }: typeof QUOTED): string {
  if (!isOdd.test(text)) return text;
  return text.replace(odd, (found, flag) => flag ?? (found === '\r\n' ? '\n' : picture(found)));
}

/** `␛` for escape, `\u{202e}` where there is no picture. */
function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(PICTURES + code);
  if (code === 0x7f) return PICTURE_OF_DELETE;
  return code >= 0xd800 && code < 0xe000 ? '\ufffd' : `\\u{${code.toString(16)}}`;
}

function mapped(value: unknown, show: (text: string) => string): unknown {
  if (typeof value === 'string') return show(value);
  if (Array.isArray(value)) return value.map((inner) => mapped(inner, show));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [show(key), mapped(inner, show)]));
}
