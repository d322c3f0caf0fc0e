// The table of vectors has a row for each known word. This file finds the row of a word by a hash, and the rows of
// letter trigrams for unknown words.
import type { Model } from './rows.ts';

/** The size of the hash table, more than twice the number of words, so that most lookups hit at once. */
export const SLOTS = 1 << 16;
const FNV_START = 0x811c9dc5;
const FNV_FACTOR = 0x01000193;
/** This bit changes an ASCII letter to lower case and leaves a digit as it is. */
const SMALL = 32;
const LETTERS = 3;

/** The hash of an empty text, to which letters are added one by one. */
export const EMPTY_HASH = FNV_START;

/** Adds a letter or digit to a hash; it ignores case. */
export function addToHash(hash: number, code: number): number {
  return Math.imul(hash ^ (code | SMALL), FNV_FACTOR);
}

/** Enters every word into the hash table: a slot holds the number of its row plus one, or 0 if it is free. */
export function fillSlots(slots: Int32Array, vocabulary: Uint8Array, starts: Uint32Array): Int32Array {
  for (let row = 0; row + 1 < starts.length; row += 1) {
    let hash = EMPTY_HASH;
    for (let index = starts[row]!; index < starts[row + 1]! - 1; index += 1) hash = addToHash(hash, vocabulary[index]!);
    let slot = hash & (SLOTS - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    slots[slot] = row + 1;
  }
  return slots;
}

/** Returns the row of the word between two offsets of a text; -1 when the vocabulary does not have it. */
export function rowOf(model: Model, hash: number, text: string, start: number, end: number): number {
  const { slots, starts, vocabulary } = model;
  for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
    const row = slots[slot]! - 1;
    if (row < 0) return -1;
    const from = starts[row]!;
    if (starts[row + 1]! - 1 - from !== end - start) continue;
    let index = start;
    while (index < end && (text.charCodeAt(index) | SMALL) === vocabulary[from + index - start]) index += 1;
    if (index === end) return row;
  }
}

/** Returns the rows of an unknown word: one for each three neighbouring letters, with `<` and `>` at its ends. */
export function trigramRows({ words, buckets }: Model, word: string): readonly number[] {
  const marked = `<${word}>`;
  const rows: number[] = [];
  for (let start = 0; start + LETTERS <= marked.length; start += 1) {
    let hash = FNV_START;
    for (let index = start; index < start + LETTERS; index += 1)
      hash = Math.imul(hash ^ marked.charCodeAt(index), FNV_FACTOR);
    rows.push(words + ((hash >>> 0) % buckets));
  }
  return rows;
}
