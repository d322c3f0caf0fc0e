/** Characters by their codes, from the first to the last of each range. */
export type Ranges = readonly (readonly [first: number, last: number])[];

const LAST = 0xffff;

/** Every character of a line. */
export const RANGES_ANY: Ranges = [[0, LAST]];

export const anyOf = (character: string): Ranges => [[character.charCodeAt(0), character.charCodeAt(0)]];

/** Everything but these. */
export function without(ranges: Ranges): Ranges {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0]);
  const left: [number, number][] = [];
  let next = 0;
  for (const [first, last] of sorted) {
    if (first > next) left.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  return next <= LAST ? [...left, [next, LAST]] : left;
}

const code = (character: string): number => character.charCodeAt(0);
const span = (first: string, last: string): readonly [number, number] => [code(first), code(last)];
const DIGITS: Ranges = [span('0', '9')];
const WORDS: Ranges = [span('a', 'z'), span('A', 'Z'), span('0', '9'), span('_', '_')];
const BLANKS: Ranges = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x2028, 0x2029],
  [0xfeff, 0xfeff],
];

const SHORTHANDS: Readonly<Record<string, Ranges>> = {
  d: DIGITS,
  w: WORDS,
  s: BLANKS,
  D: without(DIGITS),
  W: without(WORDS),
  S: without(BLANKS),
};

export const isShorthand = (character: string): boolean => Object.hasOwn(SHORTHANDS, character);
export const shorthand = (character: string): Ranges => SHORTHANDS[character] ?? [];

/** Letters in the case the text is compared in, beside those that are written. */
export function inLowerCase(ranges: Ranges): Ranges {
  const more: [number, number][] = [];
  for (const [first, last] of ranges) {
    // Only where both cases are letters one types; further scripts are compared as they are written.
    for (let at = Math.max(first, 65); at <= Math.min(last, 90); at++) more.push([at + 32, at + 32]);
    if (first === last && first > 127) {
      const lower = String.fromCharCode(first).toLowerCase();
      if (lower.length === 1) more.push([code(lower), code(lower)]);
    }
  }
  return [...ranges, ...more];
}
