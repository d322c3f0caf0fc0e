// Contents that left the view stay for a while, so that switching back to a branch is fast. This file says how many
// stay.

/** How many contents an index keeps that are no longer in its view. */
export interface ContentsKept {
  /**
   * Keeps this many times the contents of the largest view so far; with two, a checkout may replace all contents of a
   * branch.
   */
  readonly otherStates: number;
  /** Keeps at least this many, because small workspaces may change many times over. */
  readonly contentsMin: number;
}

/** Contents in the view, and those that left it. */
export interface ContentCounts {
  readonly live: number;
  readonly dead: number;
  /** Contents in the largest view so far; null before any content left the view. */
  readonly most: number | null;
}

/**
 * Returns the size of the largest view, and how many dead contents to delete, the oldest first. When there are too many
 * it frees half of the room, because every deletion rewrites all postings.
 */
export function contentsToForget(
  { live, dead, most }: ContentCounts,
  { otherStates, contentsMin }: ContentsKept,
): { readonly most: number | null; readonly count: number } {
  if (dead === 0 && most === null) return { most, count: 0 };
  const largest = Math.max(live, most ?? live + dead);
  const room = Math.max(otherStates * largest, contentsMin);
  return { most: largest, count: dead <= room ? 0 : dead - Math.floor(room / 2) };
}
