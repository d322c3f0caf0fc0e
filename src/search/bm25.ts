/** How much length counts against a field, by what the field is of. */
export const B_FILE = 0.75;
export const B_UNIT = 0.5;
export const B_PATH = 0.3;
const K1 = 1.2;

/** What a term counts that stands `count` times in a text, which is `lengthShare` times as long as others. */
export function saturate(count: number, lengthShare: number, b: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - b + b * lengthShare));
}

/** How much a term tells that stands in `count` of `total` places. */
export function rarity(total: number, count: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}
