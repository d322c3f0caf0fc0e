// The index finds words by terms: stems of words and parts of identifiers. Indexing and searching make terms with the
// same functions, so that they match.
import { stemmer } from 'stemmer';
import { copyText, putBounded } from './memoize.ts';

// Letters and digits of any script; identifiers keep their underscores and dollars until they are split.
const WORD = /[\p{L}\p{N}_$]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const CJK_RUNS = new RegExp(`${CJK.source}+|[^${CJK.source.slice(1)}+`, 'gu');
// Letters of an acronym stay together in its plural and before its version: `URLs`, `IPv6`.
const PART = /\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}{2,}(?=v\p{N})|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu;
// The same for words of ASCII, which nearly all words are: this expression is many times quicker.
const PLAIN = /^[\w$]*$/;
const PLAIN_PART = /[A-Z]{2,}s(?![a-z])|[A-Z]{2,}(?=v[0-9])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const ACRONYMS = /^\p{Lu}{2,}s$/u;
const PLAIN_KEY = /^[a-z0-9]*$/;
const isPlain = (word: string): boolean => PLAIN.test(word);
const TERM_LENGTH_MAX = 64;
/** A longer word has no terms. */
export const WORD_LENGTH_MAX = 4 * TERM_LENGTH_MAX;
const CACHE_MAX = 20_000;

/** Splits an identifier: `getHTTPResponse_v2` → get, HTTP, Response, v, 2. */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.match(isPlain(identifier) ? PLAIN_PART : PART) ?? [];
}

/** The form in which names are compared: lower case, no separators. */
export function nameKey(name: string): string {
  const lower = name.toLowerCase();
  return PLAIN_KEY.test(lower) ? lower : lower.replace(/[^\p{L}\p{N}]+/gu, '');
}

export function words(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

const cache = new Map<string, readonly string[]>();

/**
 * Returns the index terms of one word: its stemmed parts, then the whole identifier if it has several parts. Chinese,
 * Japanese and Korean text becomes overlapping pairs of letters; a name inside it has its own terms.
 */
export function termsOfWord(word: string): readonly string[] {
  if (word.length > WORD_LENGTH_MAX) return [];
  const previous = cache.get(word);
  if (previous) return previous;
  const key = copyText(word);
  // Bounded, because a workspace can hold any number of distinct words.
  return putBounded(cache, CACHE_MAX, [key, termsOfNewWord(key)]);
}

/** Index terms of a text, in order, repeated as often as they occur. */
export function termsOf(text: string): readonly string[] {
  return words(text).flatMap((word) => termsOfWord(word));
}

/** The stem of an English word, in lower case; short words and those with other signs keep all letters. */
export function stem(word: string): string {
  const lower = word.toLowerCase();
  return /^[a-z]+$/.test(lower) && lower.length > 3 ? stemmer(lower) : lower;
}

/** Computes the terms of a word without the cache of `termsOfWord`, for callers with a cache of their own. */
export function termsOfNewWord(word: string): readonly string[] {
  // `使用foreach元素` is a name between words of another script.
  if (!isPlain(word) && CJK.test(word))
    return (word.match(CJK_RUNS) ?? []).flatMap((run) => (CJK.test(run) ? pairs(run) : termsOfName(run)));
  return termsOfName(word);
}

function termsOfName(word: string): readonly string[] {
  const parts = splitIdentifier(word).map((part) => (ACRONYMS.test(part) ? part.slice(0, -1) : part).toLowerCase());
  const terms = parts.filter((part) => isIndexable(part)).map((part) => stem(part).slice(0, TERM_LENGTH_MAX));
  const whole = nameKey(word);
  if (parts.length > 1 && whole.length <= TERM_LENGTH_MAX && isIndexable(whole)) terms.push(whole);
  return terms;
}

// Single letters and long digit runs say nothing about a file.
function isIndexable(part: string): boolean {
  return part.length > 1 && !(part.length > 6 && /^\p{N}+$/u.test(part));
}

function pairs(word: string): readonly string[] {
  const letters = [...word.toLowerCase()];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** The last part of a qualified name: `pay` of `Shop.pay`. */
export function lastName(text: string): string {
  return text.split(/::|[.#]|->/).findLast(Boolean) ?? text;
}

/** The keys that find a mentioned symbol: those of its whole name and of the last part. */
export function mentionKeys(text: string): readonly string[] {
  return [nameKey(text), nameKey(lastName(text))];
}

/** Orders texts by code unit, so that the order is the same on every machine and in every store. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
