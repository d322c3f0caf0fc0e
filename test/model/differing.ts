import { isDeepStrictEqual } from 'node:util';

/** Where two values differ first, as a way through them with both ends. */
export function differing(expected: unknown, found: unknown, way: readonly string[] = []): string | null {
  if (isDeepStrictEqual(expected, found)) return null;
  if (typeof expected === 'object' && typeof found === 'object' && expected !== null && found !== null) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      const [one, other] = [expected, found].map((side) => (side as Record<string, unknown>)[key]);
      const inside = differing(one, other, [...way, key]);
      if (inside !== null) return inside;
    }
  }
  return `${way.join(' › ')}\n  expected ${JSON.stringify(expected)}\n  found    ${JSON.stringify(found)}`;
}
