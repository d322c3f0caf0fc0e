/** Draws from a seed: the same seed gives the same texts on every machine. */
export interface Draw {
  /** A number from 0 up to, not including, `below`. */
  readonly number: (below: number) => number;
  readonly of: <Item>(items: readonly Item[]) => Item;
  /** So many characters of an alphabet. */
  readonly text: (alphabet: string, length: number) => string;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/** What tokens are drawn from. */
export const ALPHABETS = {
  hex: `${DIGITS}abcdef`,
  lower: `${DIGITS}${LOWER}`,
  upper: `${DIGITS}${LOWER.toUpperCase()}`,
  alnum: `${DIGITS}${LOWER}${LOWER.toUpperCase()}`,
  url: `${DIGITS}${LOWER}${LOWER.toUpperCase()}-_`,
  base64: `${DIGITS}${LOWER}${LOWER.toUpperCase()}+/`,
  base32: `${LOWER.toUpperCase()}234567`,
  digits: DIGITS,
} as const;

/** The small generator known as mulberry32. */
export function drawFrom(seed: number): Draw {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (below: number) => Math.floor(next() * below);
  const of = <Item>(items: readonly Item[]): Item => items[number(items.length)] as Item;
  return {
    number,
    of,
    text: (alphabet, length) => Array.from({ length }, () => alphabet[number(alphabet.length)]).join(''),
  };
}
