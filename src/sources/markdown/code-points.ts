const PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;
const HIGH = /[\uD800-\uDBFF]/;

/** How many Unicode code points a text has. */
export function codePoints(text: string): number {
  // Most texts have no character beyond the basic plane, and looking is cheaper than counting.
  if (!HIGH.test(text)) return text.length;
  let pairs = 0;
  for (const _ of text.matchAll(PAIR)) pairs++;
  return text.length - pairs;
}

/** At most so many code points of a text, with an ellipsis where it was cut. */
export function clip(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const points = [...text.slice(0, lengthMax * 2)];
  return points.length <= lengthMax
    ? text
    : `${points
        .slice(0, lengthMax - 1)
        .join('')
        .trimEnd()}…`;
}
