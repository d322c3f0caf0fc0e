// Splits commit messages into index terms, for both stores.
import { copyText, growTo } from '../model/memoize.ts';
import { termsOfNewWord, termsOfWord, WORD_LENGTH_MAX, words } from '../model/terms.ts';
import type { TermBytes } from './bytes/term-bytes.ts';

const COUNT_MAX = 255;

/** The index terms of a commit message with their counts, and the number of all terms. */
export interface MessageTerms {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Counts the index terms of a message; no count exceeds 255, as with contents. */
export function messageTerms(message: string): MessageTerms {
  const counts = new Map<string, number>();
  let length = 0;
  for (const word of words(message)) {
    for (const term of termsOfWord(word)) {
      length += 1;
      counts.set(term, Math.min(COUNT_MAX, (counts.get(term) ?? 0) + 1));
    }
  }
  return { counts, length };
}

/**
 * Adds the terms of one commit message after another, and returns the number of terms of each. A posting is: commit,
 * count. Computes the terms of each word once, because messages share many words.
 */
export function messageWriter(sink: TermBytes): (commit: number, message: string) => number {
  const known = new Map<string, readonly number[]>();
  const met: number[] = [];
  let counts = new Int32Array(1024);
  const learn = (word: string): readonly number[] => {
    const own = copyText(word);
    const terms = word.length > WORD_LENGTH_MAX ? [] : termsOfNewWord(own).map((term) => sink.numberOf(term));
    known.set(own, terms);
    counts = growTo(counts, sink.terms.length);
    return terms;
  };
  return (commit, message) => {
    let length = 0;
    for (const word of words(message)) {
      for (const term of known.get(word) ?? learn(word)) {
        length += 1;
        if (counts[term] === 0) met.push(term);
        counts[term]! += 1;
      }
    }
    for (const term of met) {
      sink.put(commit);
      sink.put(Math.min(COUNT_MAX, counts[term]!));
      sink.close(term);
      counts[term] = 0;
    }
    met.length = 0;
    return length;
  };
}
