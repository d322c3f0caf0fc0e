import type { Hunk } from '../../../model/task.ts';

/** A hunk that is being read line by line. */
export interface OpenHunk {
  readonly hunk: Hunk;
  /** Takes a line that belongs to it; counting both sides keeps a removed `-- x` from looking like the next file. */
  takes(line: string): boolean;
  isDone(): boolean;
}

// `@@ -1,3 +1,4 @@`; a merge has a side for each parent: `@@@ -1,3 -1,2 +1,4 @@@`.
const HEAD = /^(@@+) ((?:-\d{1,9}(?:,\d{1,9})? ){1,16})\+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** The hunk that a line opens; null for any other line. */
export function openHunk(line: string): OpenHunk | null {
  const head = HEAD.exec(line);
  if (!head) return null;
  const parents = (head[2] ?? '').trim().split(' ').map(side);
  if (parents.length !== (head[1] ?? '').length - 1) return null;
  const [newFirst, newCount] = side(`+${head[3]},${head[4] ?? 1}`);
  const [oldFirst = 0, oldCount = 0] = parents[0] ?? [];
  const left = { parents: parents.map(([, count]) => count), result: newCount };
  const lines: string[] = [];
  return {
    hunk: { oldStart: startOf(oldFirst, oldCount), newStart: startOf(newFirst, newCount), lines },
    isDone: () => left.result <= 0 && left.parents.every((count) => count <= 0),
    takes: (text) => takes(text, lines, left),
  };
}

function takes(line: string, lines: string[], left: { readonly parents: number[]; result: number }): boolean {
  const width = left.parents.length;
  if (line.startsWith('\\')) return true;
  // Some tools strip the blank in front of an empty line.
  const marks = line === '' ? ' '.repeat(width) : line.slice(0, width);
  if (!/^[ +-]+$/.test(marks) || marks.length < width) return false;
  const isGone = marks.includes('-');
  const isOf = (at: number) => (isGone ? marks[at] === '-' : marks[at] === ' ');
  if (isGone ? !left.parents.some((count, at) => isOf(at) && count > 0) : left.result <= 0) return false;
  for (const at of left.parents.keys()) if (isOf(at)) left.parents[at]!--;
  if (!isGone) left.result--;
  lines.push(`${isGone ? '-' : marks.includes('+') ? '+' : ' '}${line.slice(width)}`);
  return true;
}

// With no lines on a side the number given is that of the line before. Lines are counted from one, whoever wrote the patch.
const startOf = (first: number, count: number): number => Math.max(1, first + Number(count === 0));

function side(text: string): readonly [first: number, count: number] {
  const [first, count = '1'] = text.slice(1).split(',');
  return [Number(first), Number(count)];
}
