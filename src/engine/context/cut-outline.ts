import { mergeRanges } from '../../model/line-ranges.ts';
import type { Truncator } from '../../ports/truncator.ts';
import { greatestThatFits } from '../../truncators/index.ts';

const FENCE = /^\s*`{3,}/;
const ITEM = /^\s*- /;

/** Keeps the lines the question points at and those they stand below, then the first of the others; one mark says how many are missing. */
export const cutOutline: Truncator = {
  name: 'outline',
  truncate({ lines, startLine, matches }, fits) {
    const shape = shapeOf(lines);
    const pointed = matches.map(([line]) => line - startLine);
    const wanted = withAbove([...pointed, ...lines.keys()], shape);
    const make = (count: number) => ({
      text: textOf(new Set(wanted.slice(0, count)), lines, shape),
      kept: mergeRanges(wanted.slice(0, count).map((line) => [line + startLine, line + startLine] as const)),
    });
    return lines.length > 1 ? greatestThatFits({ least: 0, most: lines.length - 1 }, make, fits) : null;
  },
};

interface Shape {
  /** The line each needs above it: the item it stands below, or what comes before it inside a fence. */
  readonly above: readonly (number | null)[];
  /** The line that ends the fence a line is in or opens. */
  readonly ends: readonly (string | null)[];
}

function shapeOf(lines: readonly string[]): Shape {
  const above: (number | null)[] = [];
  const ends: (string | null)[] = [];
  const items: { readonly indent: number; readonly line: number }[] = [];
  let fence: string | null = null;
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[0];
    const indent = line.length - line.trimStart().length;
    if (fence === null && line !== '') while ((items.at(-1)?.indent ?? -1) >= indent) items.pop();
    above.push(fence === null ? (items.at(-1)?.line ?? null) : at - 1);
    const isEnd = fence !== null && line === fence;
    if (fence === null && mark !== undefined) fence = mark;
    ends.push(isEnd ? null : fence);
    if (isEnd) fence = null;
    if (fence === null && ITEM.test(line)) items.push({ indent, line: at });
  }
  return { above, ends };
}

// No line comes before the one it needs above it.
function withAbove(order: readonly number[], { above }: Shape): readonly number[] {
  const wanted = new Set<number>();
  for (const line of order) {
    const chain: number[] = [];
    for (let at: number | null = line; at !== null && !wanted.has(at); at = above[at] ?? null) chain.push(at);
    for (const at of chain.reverse()) wanted.add(at);
  }
  return [...wanted];
}

function textOf(kept: ReadonlySet<number>, lines: readonly string[], { above, ends }: Shape): string {
  const parts: string[] = [];
  for (const at of [...kept].sort((a, b) => a - b)) {
    parts.push(lines[at]!);
    // A fence that was open is closed by the very line that opened it, less its language.
    const end = ends[at];
    if (end && !(kept.has(at + 1) && above[at + 1] === at)) parts.push(end);
  }
  const rest = lines.length - kept.size;
  const bullet = ITEM.test(parts.at(-1) ?? '') ? '- ' : '';
  return [...parts, `${bullet}… ${rest} more ${rest === 1 ? 'line' : 'lines'}`].join('\n');
}
