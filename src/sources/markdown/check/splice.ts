/** A replacement at exact offsets; everything around it stays byte for byte. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces parts of a text that do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const sorted = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: string[] = [];
  let at = 0;
  for (const splice of sorted) {
    if (splice.start < at) continue;
    pieces.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  return [...pieces, text.slice(at)].join('');
}
