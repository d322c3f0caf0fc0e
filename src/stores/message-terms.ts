import { termsOfWord, words } from '../model/terms.ts';

const COUNT_MAX = 255;

/** Index terms of a commit message with their counts, and how many terms there are in all. */
export interface MessageTerms {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Counts the index terms of a message; counts saturate as those of contents do. */
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
