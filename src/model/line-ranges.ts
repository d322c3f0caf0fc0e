// Quotes, changes and evidence are ranges of lines. This file merges, compares and cuts ranges, and reads the places
// that users write (`a.ts:12-40`).
import type { LineRange } from './facts.ts';

/** Sorts ranges and joins those that overlap, touch, or are at most `gap` lines apart. */
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

/** The lines of a symbol, a unit or a location. */
export function linesOf({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): LineRange {
  return [startLine, endLine];
}

export function contains(outer: LineRange, inner: LineRange): boolean {
  return outer[0] <= inner[0] && inner[1] <= outer[1];
}

export function overlaps(a: LineRange, b: LineRange): boolean {
  return a[0] <= b[1] && b[0] <= a[1];
}

/** Returns the lines that two ranges share; a range without lines ends before it begins. */
export function sharedLines(a: LineRange, b: LineRange): LineRange {
  return [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
}

export function lineNumbers(ranges: readonly LineRange[]): readonly number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/** Counts the lines of ranges, which must not overlap. */
export function countLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

export function subtractLines(ranges: readonly LineRange[], hidden: readonly LineRange[]): readonly LineRange[] {
  return hidden.reduce<readonly LineRange[]>(
    (left, [from, to]) =>
      left.flatMap(([first, last]): readonly LineRange[] => {
        if (to < first || from > last) return [[first, last]];
        return [[first, from - 1] as const, [to + 1, last] as const].filter(([a, b]) => a <= b);
      }),
    ranges,
  );
}

/** Removes blank lines from both ends of a range; a blank range keeps one line. */
export function trimBlankLines([first, last]: LineRange, lines: readonly string[]): LineRange {
  const isBlank = (line: number) => (lines[line - 1] ?? '').trim() === '';
  let [start, end] = [first, last];
  while (end > start && isBlank(end)) end--;
  while (start < end && isBlank(start)) start++;
  return [start, end];
}

/** A file, or lines of it, as an answer of knap, an editor, a compiler or a forge writes it. */
interface WrittenPlace {
  /** The text without hash and lines: a path, an id or a name. */
  readonly name: string;
  /** The beginning of the hash that the file had when the place was written; null without one. */
  readonly hash: string | null;
  readonly lines: readonly LineRange[];
}

const LINK = /^(?:knap:\/\/[^/?#]+\/|file:\/\/(?:localhost)?(?=\/))([^?#]+)(?:\?([^#]*))?/i;
// Only `:` or `#` may follow a hash, so that the scope of a package (`@facade/node`) is none.
const HASH = /@([0-9a-f]{6,64})(?=$|[:#])/i;
// Lines as editors and forges write them: `:12-40`, `:12, 40-42`, `:12:5`, `#L10-L20`; then as compilers do: `(12,5)`.
const LINES =
  /(?:#L|:L?)(\d{1,9}(?:C\d{1,9})?(?:-L?\d{1,9}(?:C\d{1,9})?)?(?:, ?\d{1,9}(?:-\d{1,9})?)*)(?::\d{1,9})?:?$/;
const COMPILER = /\((\d{1,9}),\d{1,9}\):?$/;

/** Reads a place: `a.ts@9f2c41:12-40`, `a.ts:12-40@9f2c41`, `knap://shop/a.ts?lines=12-40`, `a.ts#L12-L40`. */
export function readPlace(text: string): WrittenPlace {
  const asText = addressToPlace(text.trim());
  const hash = HASH.exec(asText)?.[1]?.toLowerCase() ?? null;
  const bare = asText.replace(HASH, '');
  const written = LINES.exec(bare) ?? COMPILER.exec(bare);
  return { name: written ? bare.slice(0, written.index) : bare, hash, lines: written ? parseRanges(written[1]!) : [] };
}

/** Reads the numbers of `3, 9, 39-42` or `L10-L20` as ranges of lines; drops parts without a valid range. */
export function parseRanges(text: string): readonly LineRange[] {
  return text.split(',').flatMap((part): readonly LineRange[] => {
    const [first = 0, last = first] = part
      .split('-')
      .map((end) => Number(end.replace(/C\d+$/, '').replace(/\D+/g, '')));
    return first >= 1 && last >= first ? [[first, last]] : [];
  });
}

// Writes `knap://shop/a.ts?lines=12` as `a.ts:12`.
function addressToPlace(text: string): string {
  const [whole = '', path, query = ''] = LINK.exec(text) ?? [];
  if (path === undefined) return text;
  const { lines, hash } = Object.fromEntries(new URLSearchParams(query));
  return `${decodePercent(path)}${lines === undefined ? '' : `:${lines}`}${hash === undefined ? '' : `@${hash}`}${text.slice(whole.length)}`;
}

/** Decodes the escapes of an address; returns the text as written if one is invalid. */
export function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
