/** How much length counts against a field, by what the field is of. */
export const B_FILE = 0.75;
export const B_UNIT = 0.5;
export const B_PATH = 0.3;
const K1 = 1.2;

/** BM25 weight of a term that occurs `count` times in a text `lengthShare` times the average length. */
export function saturate(count: number, lengthShare: number, b: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - b + b * lengthShare));
}

/** Inverse document frequency of a term that occurs in `count` of `total` texts. */
export function rarity(total: number, count: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}
