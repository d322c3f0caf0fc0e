// The inverted index consists of segments. This file decides which of them to merge, for both stores.

/** A piece of an inverted index: what one change added, or several joined. */
export interface Segment {
  readonly id: number;
  readonly bytes: number;
}

/** The greatest number of segments; a lookup of a term reads every segment. */
export const SEGMENTS_MAX = 24;

// A merge leaves out a segment that is this many times larger than all newer ones together, so that small changes never
// rewrite most of the index.
const LARGER_BY = 2;

/**
 * The first segment to merge: the longest run of newest segments in which none is far larger than those after it; at
 * least two.
 */
export function mergeStart(segments: readonly Segment[]): number {
  let start = segments.length - 1;
  let newer = segments[start]!.bytes;
  while (start > 0 && (start > segments.length - 2 || segments[start - 1]!.bytes <= LARGER_BY * newer)) {
    start -= 1;
    newer += segments[start]!.bytes;
  }
  return start;
}
