import { WORD_LENGTH } from '../../search/meaning-words.ts';
import type { Model } from './model.ts';
import { addToHash, EMPTY_HASH, rowOf, trigramRows } from './vocabulary.ts';

/** Counts the words of one text after another, and gives the rows they stand for. */
export interface WordBag {
  /** Counts the words between two places of a text. */
  addText(text: string, start: number, end: number): void;
  /** Adds a word as often as it counts. */
  addWord(word: string, count: number): void;
  /** Rows with what each counts, in the order met; the bag is empty then. */
  take(weightOf?: (word: string) => number): Weights;
}

/** Good until the bag is used again. */
export interface Weights {
  readonly length: number;
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

/** A bag for the words of a model. One is enough for any number of texts. */
export function createWordBag(model: Model): WordBag {
  const counts = new Uint32Array(model.words);
  const known = new Int32Array(model.words);
  let knownLength = 0;
  const unknown = new Map<string, number>();
  const list = createWeightList(model);

  const count = (row: number, word: () => string, times: number) => {
    if (row < 0) {
      const key = word();
      unknown.set(key, (unknown.get(key) ?? 0) + times);
      return;
    }
    if (counts[row] === 0) known[knownLength++] = row;
    counts[row]! += times;
  };
  const addText = (text: string, start: number, end: number) => {
    scanWords(text, start, end, (hash, from, to) => {
      count(rowOf(model, hash, text, from, to), () => text.slice(from, to).toLowerCase(), 1);
    });
  };
  return {
    addText,
    addWord: (word, times) => {
      let hash = EMPTY_HASH;
      for (let at = 0; at < word.length; at += 1) hash = addToHash(hash, word.charCodeAt(at));
      count(rowOf(model, hash, word, 0, word.length), () => word, times);
    },
    take: (weightOf) => {
      list.empty();
      for (let at = 0; at < knownLength; at += 1) {
        const row = known[at]!;
        list.put(row, frequency(counts[row]!) * (weightOf ? weightOf(wordAt(model, row)) : 1));
        counts[row] = 0;
      }
      for (const [word, times] of unknown) list.putTrigrams(word, frequency(times) * (weightOf ? weightOf(word) : 1));
      knownLength = 0;
      unknown.clear();
      return list.weights;
    },
  };
}

/** The list a bag is emptied into: words that are known first, then the trigrams of the others. */
function createWeightList(model: Model) {
  const size = model.words + model.buckets;
  const weights = { length: 0, rows: new Int32Array(size), weights: new Float64Array(size) };
  // Where in the list a row of trigrams stands; several words share them.
  const places = new Int32Array(model.buckets).fill(-1);
  const put = (row: number, weight: number) => {
    weights.rows[weights.length] = row;
    weights.weights[weights.length++] = weight;
  };
  return {
    weights,
    put,
    putTrigrams: (word: string, weight: number) => {
      const rows = trigramRows(model, word);
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
      for (let at = weights.length - 1; at >= 0 && weights.rows[at]! >= model.words; at -= 1)
        places[weights.rows[at]! - model.words] = -1;
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
 * Finds what `meaningWords` finds, without making a string of each word: indexing looks at every word of a workspace.
 * A run of capitals is a word of its own, but for the last one when small letters follow: that begins the next word.
 */
function scanWords(
  text: string,
  start: number,
  end: number,
  found: (hash: number, from: number, to: number) => void,
): void {
  let at = start;
  while (at < end) {
    const kind = kindAt(text, at);
    if (kind === OTHER) {
      at += 1;
      continue;
    }
    const from = at;
    let hash = EMPTY_HASH;
    let before = hash;
    let run: number = kind;
    while (at < end) {
      const next = kindAt(text, at);
      if (next !== run) {
        if (run !== CAPITAL || next !== LETTER) break;
        if (at - from > 1) {
          at -= 1;
          hash = before;
          break;
        }
        run = LETTER;
      }
      before = hash;
      hash = addToHash(hash, text.charCodeAt(at));
      at += 1;
    }
    const length = at - from;
    const most = kind === DIGIT ? WORD_LENGTH.mostDigits : WORD_LENGTH.most;
    if (length >= WORD_LENGTH.least && length <= most) found(hash, from, at);
  }
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? KINDS[code]! : OTHER;
}
