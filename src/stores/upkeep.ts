// Decides for all stores with an inverted index which of its segments to merge, and how many old contents to delete.

/** How many contents that left every view a store may hold; of more it deletes the oldest, down to half of these. */
export interface ContentsKept {
  /** This many times the contents of the largest view. */
  readonly otherStates: number;
  /** But at least this many, because small workspaces may change many times over. */
  readonly contentsMin: number;
}

export interface UpkeepOptions {
  /** After this many days a commit counts half for churn; without it all commits count the same. */
  readonly churnHalfLifeDays?: number | undefined;
  /** The number of segments of an inverted index above which they are merged. */
  readonly segmentsMax?: number | undefined;
  /** Limits the contents that left every view; without it a change deletes none. */
  readonly keeping?: ContentsKept | undefined;
}

/**
 * Returns the size of the largest view, and how many contents to delete of those that left it (`dead`), the oldest first.
 * When there are too many it frees half of the room, because every deletion rewrites all postings. `most` is the size of
 * the largest view before; null before any content left the view.
 */
export function contentsToForget(
  live: number,
  dead: number,
  most: number | null,
  { otherStates, contentsMin }: ContentsKept,
): { readonly most: number | null; readonly count: number } {
  if (dead === 0 && most === null) return { most, count: 0 };
  const largest = Math.max(live, most ?? live + dead);
  const room = Math.max(otherStates * largest, contentsMin);
  return { most: largest, count: dead <= room ? 0 : dead - Math.floor(room / 2) };
}

/** A piece of an inverted index: what one change added, or several joined. */
export interface Segment {
  readonly id: number;
  readonly bytes: number;
}

/** The greatest number of segments by default; a lookup of a term reads every segment. */
export const SEGMENTS_MAX = 24;

// Beyond the newest two, a merge takes no segment larger than this many times all newer ones: that would rewrite much.
const LARGER_BY = 2;

/** The index of the first segment to merge: the newest two, and those before them up to a far larger one. */
export function mergeStart(segments: readonly Segment[]): number {
  let start = segments.length - 1;
  let newer = segments[start]!.bytes;
  while (start > 0 && (start > segments.length - 2 || segments[start - 1]!.bytes <= LARGER_BY * newer)) {
    start -= 1;
    newer += segments[start]!.bytes;
  }
  return start;
}
