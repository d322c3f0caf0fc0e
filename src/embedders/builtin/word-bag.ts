// A word bag holds the words of a text with their counts, without their order. This file makes one, and turns it into
// the rows of a `Model` with weights, from which a vector is summed.
import { copyText } from '../../model/memoize.ts';
import { WORD_LENGTH } from '../../search/question-text.ts';
import { addToHash, EMPTY_HASH, type Model, rowOf, trigramRows, type Weights } from './rows.ts';

/** Counts the words of one text after another. A part is a word's number: its row, or one above all rows of words. */
export type WordBag = ReturnType<typeof createWordBag>;

const UNKNOWN_MAX = 1 << 15;

/** Creates a bag for the words of a model; one serves any number of texts. */
export function createWordBag(model: Model) {
  const counts = new Uint32Array(model.words);
  const known = new Int32Array(model.words);
  let knownLength = 0;
  const unknown = createUnknownWords(model);
  const list = createWeightList(model);

  const partAt = (hash: number, text: string, from: number, to: number): number => {
    const row = rowOf(model, hash, text, from, to);
    return row >= 0 ? row : model.words + unknown.numberOf(text.slice(from, to).toLowerCase());
  };
  const addPart = (part: number) => {
    if (part >= model.words) return unknown.add(part - model.words);
    if (counts[part] === 0) known[knownLength++] = part;
    counts[part]! += 1;
  };
  return {
    /** Returns the parts between two offsets of a text, in order; they stay valid until `forget`. */
    partsOf: (text: string, start: number, end: number): number[] => {
      const parts: number[] = [];
      scanWords(text, start, end, (hash, from, to) => parts.push(partAt(hash, text, from, to)));
      return parts;
    },
    /** Adds one to the count of a word, given its part. */
    addPart,
    /** Counts the words between two offsets of a text. */
    addText: (text: string, start: number, end: number) =>
      scanWords(text, start, end, (hash, from, to) => addPart(partAt(hash, text, from, to))),
    /** Adds one to the count of a word. */
    addWord: (word: string) => {
      let hash = EMPTY_HASH;
      for (let index = 0; index < word.length; index += 1) hash = addToHash(hash, word.charCodeAt(index));
      addPart(partAt(hash, word, 0, word.length));
    },
    /** Empties the bag; returns rows of known words, then of trigrams, as first met. The next call overwrites them. */
    take: (weightOf?: (word: string) => number): Weights => {
      list.empty();
      for (let index = 0; index < knownLength; index += 1) {
        const row = known[index]!;
        list.put(row, frequency(counts[row]!) * (weightOf ? weightOf(wordAt(model, row)) : 1));
        counts[row] = 0;
      }
      knownLength = 0;
      unknown.take((word, rows, times) => list.putTrigrams(rows, frequency(times) * (weightOf ? weightOf(word) : 1)));
      return list.weights;
    },
    /** Returns whether there are so many numbers of unknown words that the caller should let `forget` drop them. */
    isFull: unknown.isFull,
    forget: unknown.forget,
  };
}

/** Numbers and counts unknown words, and keeps the rows of their trigrams. */
function createUnknownWords(model: Model) {
  const numbers = new Map<string, number>();
  let words: { readonly word: string; readonly rows: readonly number[]; times: number }[] = [];
  let met: number[] = [];
  return {
    numberOf: (word: string): number => {
      const number = numbers.get(word);
      if (number !== undefined) return number;
      const copy = copyText(word);
      numbers.set(copy, words.length);
      return words.push({ word: copy, rows: trigramRows(model, copy), times: 0 }) - 1;
    },
    add: (number: number) => {
      const word = words[number]!;
      if (word.times === 0) met.push(number);
      word.times += 1;
    },
    take: (visit: (word: string, rows: readonly number[], times: number) => void) => {
      for (const number of met) {
        const word = words[number]!;
        visit(word.word, word.rows, word.times);
        word.times = 0;
      }
      met = [];
    },
    isFull: () => words.length >= UNKNOWN_MAX,
    forget: () => {
      numbers.clear();
      words = [];
      met = [];
    },
  };
}

/** The list that `take` fills: rows of words in the vocabulary first, then rows of trigrams of other words. */
function createWeightList(model: Model) {
  const size = model.words + model.buckets;
  const weights = { length: 0, rows: new Int32Array(size), weights: new Float64Array(size) };
  // The index in the list of each row of trigrams, because several words may share a row; -1 for a row not in it.
  const places = new Int32Array(model.buckets).fill(-1);
  const put = (row: number, weight: number) => {
    weights.rows[weights.length] = row;
    weights.weights[weights.length++] = weight;
  };
  return {
    weights,
    put,
    putTrigrams: (rows: readonly number[], weight: number) => {
      for (const row of rows) {
        const place = places[row - model.words]!;
        if (place >= 0) {
          weights.weights[place]! += weight / Math.sqrt(rows.length);
          continue;
        }
        places[row - model.words] = weights.length;
        put(row, weight / Math.sqrt(rows.length));
      }
    },
    empty: () => {
      for (let index = weights.length - 1; index >= 0 && weights.rows[index]! >= model.words; index -= 1)
        places[weights.rows[index]! - model.words] = -1;
      weights.length = 0;
    },
  };
}

function frequency(times: number): number {
  return times === 1 ? 1 : 1 + Math.log(times);
}

function wordAt({ vocabulary, starts }: Model, row: number): string {
  return String.fromCharCode(...vocabulary.subarray(starts[row]!, starts[row + 1]! - 1));
}

const OTHER = 0;
const CAPITAL = 1;
const LETTER = 2;
const DIGIT = 3;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[A-Z]/.test(sign) ? CAPITAL : /[a-z]/.test(sign) ? LETTER : /[0-9]/.test(sign) ? DIGIT : OTHER;
});

/**
 * Finds the same words as `splitForMeaning` without making strings, because indexing reads every word of a workspace.
 * A run of capitals is one word; if small letters follow it, its last capital begins the next word (`HTMLPage`).
 */
function scanWords(
  text: string,
  start: number,
  end: number,
  found: (hash: number, from: number, to: number) => void,
): void {
  let index = start;
  while (index < end) {
    const kind = kindAt(text, index);
    if (kind === OTHER) {
      index += 1;
      continue;
    }
    const from = index;
    let hash = EMPTY_HASH;
    let before = hash;
    let run: number = kind;
    while (index < end) {
      const next = kindAt(text, index);
      if (next !== run) {
        if (run !== CAPITAL || next !== LETTER) break;
        if (index - from > 1) {
          index -= 1;
          hash = before;
          break;
        }
        run = LETTER;
      }
      before = hash;
      hash = addToHash(hash, text.charCodeAt(index));
      index += 1;
    }
    const length = index - from;
    const most = kind === DIGIT ? WORD_LENGTH.digitsMax : WORD_LENGTH.max;
    if (length >= WORD_LENGTH.min && length <= most) found(hash, from, index);
  }
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? KINDS[code]! : OTHER;
}
