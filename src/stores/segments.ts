/** A piece of an inverted index: what one change added, or several joined. */
export interface Segment {
  readonly id: number;
  readonly bytes: number;
}

/** How many pieces an inverted index may consist of: every term of a question is looked up in every one. */
export const SEGMENTS_MAX = 24;

// A segment this much larger than all newer ones together is left out of a merge, so that small changes never pay for
// rewriting the bulk of the index.
const LARGER_BY = 2;

/** Where a merge starts: the longest run of newest segments in which none dwarfs those behind it; at least the two newest. */
export function mergeStart(segments: readonly Segment[]): number {
  let start = segments.length - 1;
  let newer = segments[start]!.bytes;
  while (start > 0 && (start > segments.length - 2 || segments[start - 1]!.bytes <= LARGER_BY * newer)) {
    start -= 1;
    newer += segments[start]!.bytes;
  }
  return start;
}
