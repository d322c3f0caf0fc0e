// The same words stand in file after file. This table keeps the index terms of a word and the parts of meaning that a
// `WordBag` finds in it, and gives the words of a text as numbers.
import type { WordBag } from '../../../../embedders/builtin/word-bag.ts';
import { copyText, growTo } from '../../../../model/memoize.ts';
import { termsOfNewWord, WORD_LENGTH_MAX } from '../../../../model/terms.ts';

const OTHER = 1;
const IN_WORD = 2;
const SURROGATE = 3;
const WORD_SIGN = /[\p{L}\p{N}_$]/u;
const HALVES = 0xd800;
const LOW_HALF = 0xdc00;
// The kind of each code unit. Kinds beyond ASCII are filled in when a text first needs them.
const KINDS = new Uint8Array(1 << 16).fill(SURROGATE, HALVES, 0xe000);
for (let code = 0; code < 128; code += 1) KINDS[code] = kindOf(code);

const WORDS_MAX = 1 << 17;
const FIRST_SLOTS = 1 << 14;
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** The words a thread has met, mostly in columns of numbers, because `read` runs over every character. */
export class WordTable {
  /** The numbers of the words found last; -1 - `part` stands for a part of meaning of a word that is too long. */
  found = new Int32Array(1024);
  /** Distinct terms by their number. A list that was handed out only grows. */
  terms: string[] = [];
  /** The terms and parts of all words in a row; those of a word end where those of the next word start. */
  termStarts = new Int32Array(1024);
  termList = new Int32Array(1024);
  partStarts = new Int32Array(1024);
  partList = new Int32Array(1024);
  readonly #termNumbers = new Map<string, number>();
  readonly #bag: WordBag | null;
  #slots = new Int32Array(FIRST_SLOTS);
  #hashes = new Int32Array(1024);
  #words = 0;
  #charStarts = new Int32Array(1024);
  #chars = new Uint16Array(1 << 14);

  constructor(bag: WordBag | null) {
    this.#bag = bag;
  }

  /** Empties the table when it is full, and returns whether it did. Callers call it before each content. */
  renew(): boolean {
    if (this.#words < WORDS_MAX && !this.#bag?.isFull()) return false;
    this.#bag?.forget();
    this.#slots = new Int32Array(FIRST_SLOTS);
    this.#words = 0;
    this.#termNumbers.clear();
    this.terms = [];
    return true;
  }

  /** Writes the words between two offsets of a text into `found`, in order, and returns how many numbers that took. */
  read(source: TextCodes, start: number, end: number): number {
    const { codes } = source;
    let count = 0;
    let index = start;
    while (index < end) {
      const from = index;
      let hash = HASH_START;
      while (index < end) {
        const code = codes[index]!;
        const kind = KINDS[code]!;
        if (kind !== IN_WORD && (kind === OTHER || !isInWord(codes, index))) break;
        hash = Math.imul(hash ^ code, HASH_FACTOR);
        index += 1;
      }
      if (index === from) index += 1;
      else if (index - from <= WORD_LENGTH_MAX) {
        if (count === this.found.length) this.found = growTo(this.found, count + 1);
        this.found[count++] = this.#numberOf(source, from, index, hash);
      } else count = this.#putParts(source.text.slice(from, index), count);
    }
    return count;
  }

  // A word that is too long has no terms and gets no number.
  #putParts(word: string, count: number): number {
    const parts = this.#bag?.partsOf(word, 0, word.length) ?? [];
    this.found = growTo(this.found, count + parts.length);
    for (const [index, part] of parts.entries()) this.found[count + index] = -1 - part;
    return count + parts.length;
  }

  #numberOf(source: TextCodes, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const word = slots[slot]! - 1;
      if (word < 0) return this.#enter(source, from, to, { hash, slot });
      if (this.#hashes[word] === hash && this.#isSame(word, source.codes, from, to)) return word;
    }
  }

  #isSame(word: number, codes: Codes, from: number, to: number): boolean {
    const chars = this.#chars;
    let other = this.#charStarts[word]!;
    if (this.#charStarts[word + 1]! - other !== to - from) return false;
    for (let index = from; index < to; index += 1) if (chars[other++] !== codes[index]) return false;
    return true;
  }

  #enter({ text, codes }: TextCodes, from: number, to: number, { hash, slot }: { hash: number; slot: number }): number {
    const word = this.#words++;
    this.#slots[slot] = word + 1;
    this.#hashes = growTo(this.#hashes, word + 1);
    this.#hashes[word] = hash;
    this.#keepChars(word, codes.subarray(from, to));
    const wordText = copyText(text.slice(from, to));
    this.termStarts = growTo(this.termStarts, word + 2);
    this.partStarts = growTo(this.partStarts, word + 2);
    const terms = termsOfNewWord(wordText).map((term) => this.#termNumber(term));
    this.termList = putAll(this.termList, this.termStarts, word, terms);
    const parts = this.#bag?.partsOf(wordText, 0, wordText.length) ?? [];
    this.partList = putAll(this.partList, this.partStarts, word, parts);
    if (2 * this.#words > this.#slots.length) this.#spread();
    return word;
  }

  #keepChars(word: number, codes: Codes): void {
    this.#charStarts = growTo(this.#charStarts, word + 2);
    const start = word === 0 ? 0 : this.#charStarts[word]!;
    const end = start + codes.length;
    this.#chars = growTo(this.#chars, end);
    this.#chars.set(codes, start);
    this.#charStarts[word + 1] = end;
  }

  #termNumber(term: string): number {
    const number = this.#termNumbers.get(term);
    if (number !== undefined) return number;
    this.#termNumbers.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  }

  #spread(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let word = 0; word < this.#words; word += 1) {
      const hash = this.#hashes[word]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = word + 1;
    }
  }
}

type Codes = TextCodes['codes'];
type Numbers = Int32Array<ArrayBuffer>;

function putAll(list: Numbers, starts: Numbers, word: number, values: readonly number[]): Numbers {
  const start = word === 0 ? 0 : starts[word]!;
  const grown = growTo(list, start + values.length);
  grown.set(values, start);
  starts[word + 1] = start + values.length;
  return grown;
}

// Returns whether a code unit belongs to a word as in `model/terms.ts`. Half a surrogate pair counts as the pair.
function isInWord(codes: Codes, index: number): boolean {
  const code = codes[index]!;
  if (KINDS[code] === SURROGATE) return isPairInWord(code, codes[index + 1] ?? 0, codes[index - 1] ?? 0);
  KINDS[code] = kindOf(code);
  return KINDS[code] === IN_WORD;
}

function isPairInWord(code: number, next: number, previousCode: number): boolean {
  const pair = code < LOW_HALF ? String.fromCharCode(code, next) : String.fromCharCode(previousCode, code);
  return pair.codePointAt(0)! > 0xffff && WORD_SIGN.test(pair);
}

function kindOf(code: number): number {
  return WORD_SIGN.test(String.fromCharCode(code)) ? IN_WORD : OTHER;
}

const KEPT_MAX = 1 << 20;

/** A text as an array of code units, where reading one is much faster than in a string. The array is reused. */
export class TextCodes {
  text = '';
  codes = new Uint16Array(1 << 15);
  #bytes = Buffer.from(this.codes.buffer);

  put(text: string): void {
    this.text = text;
    const isMissing = text.length > this.codes.length;
    // The memory of a huge text is not kept for small ones that follow.
    if (isMissing || (this.codes.length > KEPT_MAX && text.length < KEPT_MAX / 2)) {
      this.codes = new Uint16Array(isMissing ? Math.max(text.length, Math.min(2 * text.length, KEPT_MAX)) : KEPT_MAX);
      this.#bytes = Buffer.from(this.codes.buffer);
    }
    this.#bytes.write(text, 0, 'utf16le');
  }
}
