import type { LineRange } from '../../model/facts.ts';

const STARTS =
  /^(import\b|from\s+\S+\s+import\b|use\s|#include\b|require\(|require_relative\b|(const|let|var)\s.*\brequire\()/;
const LOOK_MAX = 200;

/** Import lines by their looks, where no parser is at hand: the first run of them, with what they carry over lines. */
export function importLinesOf(lines: readonly string[]): readonly LineRange[] {
  const first = lines.slice(0, LOOK_MAX).findIndex((line) => STARTS.test(line));
  if (first < 0) return [];
  let last = first;
  let depth = 0;
  for (let at = first; at < Math.min(lines.length, first + LOOK_MAX); at++) {
    const line = lines[at] ?? '';
    if (depth === 0 && !STARTS.test(line)) break;
    depth = Math.max(0, depth + openings(line));
    last = at;
  }
  return [[first + 1, last + 1]];
}

function openings(line: string): number {
  return (line.match(/[{(]/g)?.length ?? 0) - (line.match(/[})]/g)?.length ?? 0);
}
