import type { LineRange } from './facts.ts';

/** Sorted, with overlapping and adjacent ranges (or ones at most `gap` lines apart) joined. */
export function mergeRanges(ranges: readonly LineRange[], gap = 0): LineRange[] {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const previous = merged.at(-1);
    if (previous && first <= previous[1] + 1 + gap) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** Whether two ranges share a line. */
export function overlaps(a: LineRange, b: LineRange): boolean {
  return a[0] <= b[1] && b[0] <= a[1];
}

/** How many lines the ranges hold; they must not overlap. */
export function countLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** The ranges without some lines. */
export function withoutLines(ranges: readonly LineRange[], hidden: readonly LineRange[]): readonly LineRange[] {
  return hidden.reduce<readonly LineRange[]>(
    (left, [from, to]) =>
      left.flatMap(([first, last]): readonly LineRange[] => {
        if (to < first || from > last) return [[first, last]];
        return [[first, from - 1] as const, [to + 1, last] as const].filter(([a, b]) => a <= b);
      }),
    ranges,
  );
}

/** The range without blank lines at either end; a blank one keeps a line. */
export function withoutBlankEnds([first, last]: LineRange, lines: readonly string[]): LineRange {
  const isBlank = (line: number) => (lines[line - 1] ?? '').trim() === '';
  let [start, end] = [first, last];
  while (end > start && isBlank(end)) end--;
  while (start < end && isBlank(start)) start++;
  return [start, end];
}
