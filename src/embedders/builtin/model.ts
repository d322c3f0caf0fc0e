import type { RowMemory } from './row-adder.ts';

/**
 * A table with a row for each word of a vocabulary, and one for each bucket of letter trigrams. All of it lies in shared
 * memory: threads that index use the table of the process, not one each.
 */
export interface Model {
  readonly dimensions: number;
  /** Words in the vocabulary; the rows behind theirs are those of the trigrams. */
  readonly words: number;
  readonly buckets: number;
  /** The words in the order of their rows, a newline behind each. */
  readonly vocabulary: Uint8Array;
  /** Where each word starts in `vocabulary`. */
  readonly starts: Uint32Array;
  /** Hash table from words to rows. */
  readonly slots: Int32Array;
  /** What a row counts in a document. */
  readonly scales: Float32Array;
  /** By what that is multiplied in a query. */
  readonly ratios: Float32Array;
  /** At the beginning of `memory`. */
  readonly rows: Int8Array;
  readonly memory: RowMemory;
}
