/** How many contents an index keeps that its view has no longer. */
export interface ContentsKept {
  /** As many as so many views have, of the largest the index held: two, and all of one branch may leave before another comes. */
  readonly otherStates: number;
  /** Small workspaces are edited more often than they are large: so many are kept in any case. */
  readonly contentsMin: number;
}

/** Contents in the view, and those that left it. */
export interface ContentCounts {
  readonly live: number;
  readonly dead: number;
  /** The largest view known before; null where nothing had left yet. */
  readonly most: number | null;
}

/**
 * The largest view known now, and how many dead contents are to be forgotten, the oldest first. Half of the room is left free then, since
 * forgetting rewrites all postings.
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
