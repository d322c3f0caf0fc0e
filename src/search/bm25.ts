// BM25 scores how well a text matches a word: by how often the word occurs, how long the text is, and how rare the word
// is.

/** How much the length of a field lowers its score, for fields of files, units and paths. */
export const B_FILE = 0.75;
export const B_UNIT = 0.5;
export const B_PATH = 0.3;
// How much further occurrences of a word add: the greater the number, the more.
const K1 = 1.2;

/** Returns the weight of a term that occurs `count` times in a text of `lengthShare` times the average length. */
export function scoreCount(count: number, lengthShare: number, b: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - b + b * lengthShare));
}

/** Returns how little of `total` files something concerns, 0..1: 1 if it concerns at most one. */
export function rarityOf(count: number, total: number): number {
  return Math.log(1 + total / Math.max(1, count)) / Math.log(1 + total);
}

/** Returns the inverse document frequency of a term that occurs in `count` of `total` texts: rare terms count more. */
export function inverseFrequency(total: number, count: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}
