// Decides whether a value under the name of a secret is a credential, by its characters and its place.
import { isHarmless, isPlaceholder, PASSWORD_WORD } from './harmless-values.ts';
import { isMadeOfWords, isWordLike, splitWords } from './letter-frequencies.ts';

const RANDOM_BITS_MIN = 3.2;
const LONG_RANDOM_BITS_MIN = 4.6;
const RANDOM_CHARACTERS_MIN = 16;
const SECRET_CHARACTERS_MIN = 8;
const SHORT_CHARACTERS_MIN = 6;
const NUMBER_CHARACTERS_MIN = 12;
/** The number of characters by which a longer value is judged. */
export const JUDGED_CHARACTERS = 500;

/** Says whether a text looks random and not made of words. */
export function isRandom(text: string): boolean {
  if (
    text.length < RANDOM_CHARACTERS_MIN ||
    !/[a-z]/i.test(text) ||
    /\s/.test(text) ||
    isPlaceholder(text) ||
    isMadeOfWords(text)
  )
    return false;
  if (!/\d/.test(text))
    return /^[\w+/=-]+$/.test(text) && !splitWords(text).every((word) => word.length > 3 && isWordLike(word));
  return measureEntropy(text) >= RANDOM_BITS_MIN;
}

/** What the name, the syntax and the lines around a value say about it. */
export interface ValuePlace {
  /** Which values count: `any` but plainly harmless ones, `marked` ones that are not plain words, or random ones. */
  readonly trust: Trust;
  /** The value stands between quotes or tags, is alone the value of a setting, or stands where code may stand. */
  readonly reading: 'quoted' | 'setting' | 'code';
  /** The name is that of a password, which people choose themselves. */
  readonly isPassword: boolean;
  /** The value may be a label: what a page shows for the name, in any language. */
  readonly mayBeLabel?: boolean;
  /** The syntax assigns the value to a variable or an option. */
  readonly isAssigned?: boolean;
  /** The name is that of a setting, so the value is no message to a reader. */
  readonly isSetting?: boolean;
}

export type Trust = 'any' | 'marked' | 'random' | 'long-random';

export const PASSWORD: ValuePlace = { trust: 'any', reading: 'quoted', isPassword: true };

const isMostlyLatin = (value: string): boolean =>
  /^\S+$/.test(value) &&
  (value.match(/[!-~]/g)?.length ?? 0) > 7 &&
  (value.match(/(?=\p{L})\P{Script=Latin}/gu)?.length ?? 0) < 3;

// Keys that a test presses after it has typed a text.
const TYPED_KEY = /\{(?:enter|tab|esc|selectall|del)\}/gi;

/** Says whether the value of something called a secret is a credential, and not a name, a type, a path or a sentence. */
export function isCredential(whole: string, place: ValuePlace): boolean {
  const written = (whole.length > JUDGED_CHARACTERS ? whole.slice(0, JUDGED_CHARACTERS) : whole).replace(TYPED_KEY, '');
  // A backslash before a sign is no part of the value.
  const value = written.replace(/\\(?=[$'":;=,#! ])/g, '');
  const { trust, reading, isPassword } = place;
  if (value.length < SHORT_CHARACTERS_MIN || isLabel(value, place) || isHarmless(written)) return false;
  if (/\s/.test(value))
    return (
      APP_PASSWORD.test(value) ||
      (reading === 'quoted' && trust !== 'random' && trust !== 'long-random' && isPassphrase(value, place))
    );
  if (trust === 'random') return isRandom(value);
  if (trust === 'long-random')
    return LONG_RANDOM.test(value) && isRandom(value) && !/^[A-Za-z]{3,}-[a-z]{3,}-/.test(value);
  if (/^[\d.,_:-]+$/.test(value)) return isChosenNumber(value, place);
  if (reading === 'code' && isProperty(value)) return false;
  if (isMadeOfWords(value))
    return (
      hasChosenSigns(value) ||
      hasChosenNumber(value, isPassword) ||
      (isPassword && (reading !== 'code' || /-.*-/.test(value)) && (DICEWARE.test(value) || JOINED.test(value))) ||
      (trust === 'any' && isChosenWords(value, place))
    );
  if (trust === 'marked' || reading === 'code') return isMarked(value);
  return true;
}

// A label is a text without digits in another script than Latin, a text without an English letter or digit or, where a
// page may show it, words that all begin with a capital.
const isLabel = (value: string, { mayBeLabel = true, isAssigned = false, isSetting = false }: ValuePlace): boolean =>
  (/(?=\p{L})\P{Script=Latin}/u.test(value) && !/\d/.test(value) && !isMostlyLatin(value)) ||
  !/[A-Za-z0-9]/.test(value) ||
  ((mayBeLabel || !isAssigned) && !isSetting && /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+$/u.test(value));

function isChosenNumber(value: string, { trust, reading, isPassword }: ValuePlace): boolean {
  const isPlain = trust === 'any' && /^\d+$/.test(value);
  const isLong = value.length >= (isPassword ? SECRET_CHARACTERS_MIN : NUMBER_CHARACTERS_MIN);
  return reading === 'code' ? isPlain && isPassword && isLong : isPlain || isLong;
}

// Words are a passphrase if only a value can stand there and they are not joined as names are.
function isChosenWords(value: string, { reading, isPassword, mayBeLabel = true }: ValuePlace): boolean {
  if (/^[A-Za-z]+\d?(?:-(?:[A-Za-z]+\d?|\d{1,4})){2,9}\d{0,4}$/.test(value)) return reading !== 'code' || isPassword;
  if (reading === 'code') return false;
  if (/[^\w\\/.:-]/.test(value)) return true;
  if (/^[a-z0-9-]+\/[a-z0-9-]+$/.test(value) || (/[.:]/.test(value) && !(isPassword && DOTTED.test(value))))
    return false;
  return isPassword && !(mayBeLabel && /[^\x20-\x7e]/.test(value));
}

const DOTTED =
  /^\p{L}{4,}(?:\.\p{L}{4,}|[.:]?\d{1,4}[.:]?\d{1,4}|(?:\.\p{L}{3,}){0,3}[.:]\d{1,4})$|^\p{Lu}\p{Ll}{2,}(?:\.\p{L}{2,}){2,12}$|^\p{Lu}\p{Ll}{2,}(?:[.:](?:\p{Lu}\p{Ll}{2,}|\d{1,4}))+$/u;

// Words as a password manager joins them, such as `Girasole_Rosso`: neither sentences nor most names in code do so.
const JOINED = /^\p{Lu}\p{Ll}{2,}(?:[_+]\p{L}{3,}|\.\p{Lu}\p{Ll}{2,}){1,3}$/u;
const DICEWARE = /^[A-Za-z]{4,12}\d?(?:([-.])[A-Za-z]{3,12}\d?)(?:\1[A-Za-z]{3,12}\d?){1,8}$/;

const LONG_RANDOM = /^(?=(?:\D*\d){3})[\w+/@!#$%^*~-]{20,}={0,2}$/;

const PROPERTY = /^[A-Za-z_$][\w$]{0,60}(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]{0,60}){1,10}$/;
const isProperty = (value: string): boolean => PROPERTY.test(value) && !value.split(/\W+/).some(isRandom);

// `Summer!Garden#Kite`: names have no such signs between their words.
const hasChosenSigns = (value: string): boolean =>
  /^[\w\u00a1-\uffff!@#$%^&*?+=~.-]+$/.test(value) &&
  (/[A-Za-z0-9][!#%&^*~][A-Za-z0-9]|[a-z][?!]\d{1,4}[!?]?$|[a-z][+$@=?][A-Z][a-z]+\d{1,4}$|[A-Za-z][\p{Sm}\p{So}\p{Sc}][A-Za-z]/u.test(
    value,
  ) ||
    (value.match(/[!@#$%^&*?+=~]/g)?.length ?? 0) > 1);

// `LanternAnchor65` ends with a chosen number; numbers of methods and formats belong to names.
const hasChosenNumber = (value: string, isPassword: boolean): boolean =>
  value.length >= SECRET_CHARACTERS_MIN &&
  ((isPassword && /^\p{L}{4,}(?:[._-]\p{L}{4,}){1,4}[._-]?\d{1,4}$/u.test(value)) ||
    (isPassword && /\p{L}{4,}[._-]\d{1,4}$|^\p{Lu}\p{L}{2,}\d{1,4}[._-]\p{L}{4,}$/u.test(value)) ||
    /[A-Za-z][_-]?\d{2,6}[A-Z]?!?$/.test(value)) &&
  !(isPassword ? /[:/\\(]/ : /[.:/\\(]/).test(value) &&
  !FORMAT_NUMBER.test(value);
const FORMAT_NUMBER =
  /(?:sha-?\d{1,3}|utf-?\d{1,2}|base-?\d\d|ed25519|x509|aes-?\d{3}|[her]s\d{3}|p-?\d{3}|win32|x86|x64|arm64|amd64|int\d\d|uint\d\d|float\d\d|poly1305|chacha20|rfc\d{3,4}|iso\d{3,5}|v\d{2,3}|u\d{2,3}|i\d{2,3}|crc\d\d)$/i;

// Google makes passwords for programs like this: four times four letters.
const APP_PASSWORD = /^[a-z]{4}(?: [a-z]{4}){3}$/;

const isMarked = (value: string): boolean =>
  value.length >= SECRET_CHARACTERS_MIN ||
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length >= 3;

const SENTENCE_WORD =
  /\b(?:the|an?|is|are|was|be|been|of|to|in|for|and|or|not|no|must|your|you|please|with|this|that|it|at|as|by|from|can|will|should|has|have|if|too|least|enter|invalid|error|de|la|le|el|un|une|der|die|das|ist|et|y|e|do|da|used?|when|which|than|only|on|version|release|origin)\b|\/\//i;

const MESSAGE_WORD =
  /\b(?:must|your|you|please|should|enter|invalid|error|required|is not|cannot|used|when|which|version|release|optional)\b|\/\//i;

// Says whether several words are a passphrase. A message to a reader has words of a sentence, names the password or ends
// as sentences do.
function isPassphrase(value: string, { trust, isPassword, isSetting = false }: ValuePlace): boolean {
  if (trust === 'any' && isRandomPrintable(value)) return true;
  const parts = value.split(/\s+/);
  if (
    (isSetting || (isPassword && trust === 'any' && parts.length < 7) ? MESSAGE_WORD : SENTENCE_WORD).test(value) ||
    parts.some((part) => PASSWORD_WORD.test(part))
  )
    return false;
  if (/^(?:[A-Za-z]{3,12} ){2,7}\d{1,6}$/.test(value)) return true;
  if (trust !== 'any') return false;
  if (/^(?:[a-z]{3,12} ){3,23}[a-z]{3,12}$/.test(value)) return true;
  return isPassword && parts.length <= 6 && /^(?![-/[\]])[^<>{}()|]{7,63}[^<>{}()|\\.:,;?…]$/.test(value);
}

// Generators make keys of all printable characters, which include a blank.
const isRandomPrintable = (value: string): boolean =>
  /^[ -~]{40,128}$/.test(value) &&
  measureEntropy(value) > LONG_RANDOM_BITS_MIN &&
  (value.match(/[^\w ]/g)?.length ?? 0) * 6 > value.length &&
  (value.match(/ /g)?.length ?? 0) * 16 <= value.length;

/** Measures the Shannon entropy of a text, in bits for each character. */
function measureEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}
