// Computes the history of a file, such as its churn, from the commits that touched it. Both stores use it.

const DAY_MS = 86_400_000;

/** A commit that touched a file. */
export interface Touch {
  readonly commit: number;
  readonly timeMs: number;
}

/** The sum of the touches of one file. `heat` is the binary logarithm of its decayed commit count. */
export interface TouchSummary {
  readonly lastModifiedMs: number;
  readonly commitCount: number;
  readonly heat: number;
}

/** Sorts touches newest first. Of two commits at the same time, the one with the higher number is newer. */
export function newestFirst(touches: readonly Touch[]): Touch[] {
  return touches.toSorted((a, b) => b.timeMs - a.timeMs || b.commit - a.commit);
}

/**
 * Sums up the touches of one file, which come newest first. Every commit counts half as much for each half-life it is
 * older; without a half-life all count the same. The logarithm is taken against a fixed moment, so that the summary of
 * a file stays valid however many newer commits other files get: `churnOf` divides that moment out again.
 */
export function summarizeTouches(touches: readonly Touch[], halfLifeDays: number | undefined): TouchSummary {
  const lastModifiedMs = touches[0]?.timeMs ?? 0;
  if (halfLifeDays === undefined) {
    return { lastModifiedMs, commitCount: touches.length, heat: Math.log2(touches.length) };
  }
  const halfLifeMs = halfLifeDays * DAY_MS;
  const decayed = touches.reduce((sum, touch) => sum + 2 ** ((touch.timeMs - lastModifiedMs) / halfLifeMs), 0);
  return { lastModifiedMs, commitCount: touches.length, heat: Math.log2(decayed) + lastModifiedMs / halfLifeMs };
}

/** 0..1: the decayed commit count divided by that of the hottest file. */
export function churnOf(heat: number, hottest: number): number {
  return 2 ** (heat - hottest);
}
