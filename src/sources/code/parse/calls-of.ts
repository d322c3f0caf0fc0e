import type { Captures, Span } from './symbols/captures.ts';

const CALLS_PER_SYMBOL_MAX = 300;

/** Gives every called or referred-to name to the innermost symbol around it: unique, in order of appearance. */
export function callsOf(text: string, placed: readonly Span[], captures: Captures): readonly (readonly string[])[] {
  const names = new Set(captures.definitions.map((definition) => definition.name.start));
  const calls = placed.map(() => new Set<string>());
  const open: number[] = [];
  let next = 0;
  for (const offset of captures.calls.toSorted((a, b) => a - b)) {
    for (let symbol = placed[next]; symbol !== undefined && symbol.start <= offset; symbol = placed[++next]) {
      close(open, placed, symbol.start);
      open.push(next);
    }
    close(open, placed, offset);
    const owner = open.at(-1);
    if (owner === undefined || names.has(offset)) continue;
    const found = calls[owner];
    const name = wordAt(text, offset);
    // One letter is a type parameter or a throw-away name.
    if (found !== undefined && name.length > 1 && found.size < CALLS_PER_SYMBOL_MAX) found.add(name);
  }
  return calls.map((found) => [...found]);
}

function close(open: number[], placed: readonly Span[], offset: number): void {
  while (open.length > 0 && (placed[open.at(-1) ?? 0]?.end ?? 0) <= offset) open.pop();
}

function wordAt(text: string, start: number): string {
  let end = start;
  while (end < text.length && isWordCode(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}
