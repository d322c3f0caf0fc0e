// Reads unified diffs, of git and plain ones, and lists the lines they touch.
import type { LineRange } from '../../model/facts.ts';
import { mergeRanges } from '../../model/line-ranges.ts';
import type { Change, Hunk } from '../../model/task.ts';

interface OpenChange {
  oldPath: string | null;
  newPath: string | null;
  status: Change['status'];
  readonly modes: string[];
  isBinary: boolean;
  readonly hunks: Hunk[];
}

// The prefixes of paths that git writes by default (a, b), and with diff.mnemonicPrefix: index, work tree, commit,
// object.
const PREFIXES = { old: /^[aico]\//, new: /^[bwi]\// } as const;
// Longer than any file system allows, four times over for escapes.
const PATH_CHARACTERS_MAX = 16_384;
const RANGES_MAX = 1000;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** Parses a unified diff, of git or plain, also of a merge; skips text around it. */
export function parsePatch(patch: string): readonly Change[] {
  const changes: OpenChange[] = [];
  let open: OpenChange | null = null;
  let hunk: OpenHunk | null = null;
  const begin = (): OpenChange => {
    const sides = { oldPath: null, newPath: null, status: 'modified' } as const;
    const change: OpenChange = { ...sides, modes: [], isBinary: false, hunks: [] };
    changes.push(change);
    return change;
  };
  for (const raw of patch.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (hunk !== null && !hunk.isDone() && hunk.takes(line)) continue;
    hunk = null;
    if (line.startsWith('diff --git ')) {
      open = begin();
      [open.oldPath, open.newPath] = gitPaths(line.slice(11));
    } else if (/^diff --(?:cc|combined) /.test(line)) {
      open = begin();
      open.newPath = unquote(line.slice(line.indexOf(' ', 5) + 1));
      open.oldPath = open.newPath;
    } else if (line.startsWith('--- ')) {
      // A plain diff has no `diff --git` line, so this line begins the next file.
      if (open === null || open.hunks.length > 0) open = begin();
      open.oldPath = patchPath(line.slice(4), 'old');
      if (open.oldPath === null) open.status = 'added';
    } else if (open !== null && line.startsWith('+++ ')) {
      const path = patchPath(line.slice(4), 'new');
      if (path === null) open.status = 'deleted';
      else open.newPath = path;
    } else if (open !== null) {
      hunk = openHunk(line);
      if (hunk === null) readHeader(line, open);
      else open.hunks.push(hunk.hunk);
    }
  }
  const byPath = Map.groupBy(changes.filter(pathOf), (change) => pathOf(change)!);
  return [...byPath].map(([path, same]) => ({ path, ...joinChanges(path, same) }));
}

/** Lists the lines of one side that hunks touch; a line that only the other side has touches the line above it. */
export function touchedLines(hunks: readonly Hunk[], side: 'old' | 'new'): readonly LineRange[] {
  const [own, other] = side === 'new' ? ['+', '-'] : ['-', '+'];
  const touched: number[] = [];
  for (const hunk of hunks) {
    let next = side === 'new' ? hunk.newStart : hunk.oldStart;
    for (const line of hunk.lines) {
      if (line[0] === other) touched.push(Math.max(1, next - 1));
      else {
        if (line[0] === own) touched.push(next);
        next++;
      }
    }
  }
  return fewRanges(touched.map((line) => [line, line]));
}

function readHeader(line: string, open: OpenChange): void {
  if (line.startsWith('new file mode')) open.status = 'added';
  else if (line.startsWith('deleted file mode')) open.status = 'deleted';
  else if (line.startsWith('rename from ')) [open.oldPath, open.status] = [unquote(line.slice(12)), 'renamed'];
  else if (line.startsWith('rename to ')) [open.newPath, open.status] = [unquote(line.slice(10)), 'renamed'];
  else if (/^(?:old|new) mode /.test(line)) open.modes.push(line.slice(9));
  else if (/^(?:Binary files .* differ|GIT binary patch)$/.test(line)) open.isBinary = true;
  else if (line.startsWith('copy to ')) [open.newPath, open.status] = [unquote(line.slice(8)), 'added'];
}

function pathOf({ oldPath, newPath, status }: OpenChange): string | null {
  return (status === 'deleted' ? (oldPath ?? newPath) : (newPath ?? oldPath)) || null;
}

// Joins the changes of a file in a series of patches: the last status counts, but a new file stays new if modified.
function joinChanges(path: string, same: readonly OpenChange[]): Omit<Change, 'path'> {
  const { status: last, oldPath } = same.at(-1)!;
  const status = last === 'modified' && same.some((change) => change.status === 'added') ? 'added' : last;
  const hunks = same.flatMap((change) => change.hunks);
  const modes = same.flatMap((change) => change.modes);
  const remark = same.some((change) => change.isBinary)
    ? 'binary'
    : modes.length > 1
      ? `mode ${modes[0]} to ${modes.at(-1)}`
      : null;
  const from = status === 'renamed' && oldPath !== path ? oldPath : null;
  return { status, lines: status === 'deleted' ? [] : touchedLines(hunks, 'new'), patch: { from, hunks, remark } };
}

// Merges near ranges if there are very many, because every unit is compared with each of them.
function fewRanges(lines: readonly LineRange[]): LineRange[] {
  let ranges = mergeRanges(lines);
  for (let gap = 1; ranges.length > RANGES_MAX; gap *= 2) ranges = mergeRanges(ranges, gap);
  return ranges;
}

// Parses `a/x b/x`, where each path may be quoted; without quotes both halves are mostly the same name.
function gitPaths(text: string): [string | null, string | null] {
  if (text.startsWith('"')) {
    const end = text.indexOf('" ', 1);
    return end < 0 ? [null, null] : [patchPath(text.slice(0, end + 1), 'old'), patchPath(text.slice(end + 2), 'new')];
  }
  const quote = text.indexOf(' "');
  if (quote > 0) return [patchPath(text.slice(0, quote), 'old'), patchPath(text.slice(quote + 1), 'new')];
  const half = (text.length - 1) / 2;
  if (text[half] === ' ') return [patchPath(text.slice(0, half), 'old'), patchPath(text.slice(half + 1), 'new')];
  const cut = text.indexOf(' b/');
  return cut < 0 ? [null, null] : [patchPath(text.slice(0, cut), 'old'), patchPath(text.slice(cut + 1), 'new')];
}

// Reads a path; null for /dev/null, because that side does not exist. A plain diff writes a time after a tab.
function patchPath(text: string, side: 'old' | 'new'): string | null {
  const path = text.startsWith('"') ? unquote(text) : (text.split('\t')[0] ?? '').trimEnd();
  if (path === '/dev/null') return null;
  return PREFIXES[side].test(path) ? path.slice(2) : path.replace(/^\.\//, '');
}

// Reads a path, quoted or not; git writes bytes outside of ASCII as octal escapes of their UTF-8 form.
function unquote(quoted: string): string {
  const text = quoted.slice(0, PATH_CHARACTERS_MAX);
  if (!text.startsWith('"')) return text;
  const bytes: number[] = [];
  const encode = new TextEncoder();
  const body = text.slice(1, text.lastIndexOf('"') > 0 ? text.lastIndexOf('"') : undefined);
  for (const [piece] of body.matchAll(/\\[0-7]{3}|\\.|[^\\]+/g)) {
    if (/^\\[0-7]{3}$/.test(piece)) bytes.push(Number.parseInt(piece.slice(1), 8));
    else for (const byte of encode.encode(unescapePiece(piece))) bytes.push(byte);
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function unescapePiece(piece: string): string {
  return piece.startsWith('\\') ? (ESCAPES[piece[1] ?? ''] ?? piece.slice(1)) : piece;
}

/** A hunk that is being read line by line. */
interface OpenHunk {
  readonly hunk: Hunk;
  /** Takes a line that belongs to it; counting both sides keeps a removed `-- x` from looking like the next file. */
  takes(line: string): boolean;
  isDone(): boolean;
}

// `@@ -1,3 +1,4 @@`; a merge has a side for each parent: `@@@ -1,3 -1,2 +1,4 @@@`.
const HEAD = /^(@@+) ((?:-\d{1,9}(?:,\d{1,9})? ){1,16})\+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** The hunk that a line opens; null for any other line. */
function openHunk(line: string): OpenHunk | null {
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
  const isOf = (index: number) => (isGone ? marks[index] === '-' : marks[index] === ' ');
  if (isGone ? !left.parents.some((count, index) => isOf(index) && count > 0) : left.result <= 0) return false;
  for (const index of left.parents.keys()) if (isOf(index)) left.parents[index]!--;
  if (!isGone) left.result--;
  lines.push(`${isGone ? '-' : marks.includes('+') ? '+' : ' '}${line.slice(width)}`);
  return true;
}

// A hunk states the line before a side without lines, so its start is the next line.
const startOf = (first: number, count: number): number => Math.max(1, first + Number(count === 0));

function side(text: string): readonly [first: number, count: number] {
  const [first, count = '1'] = text.slice(1).split(',');
  return [Number(first), Number(count)];
}
