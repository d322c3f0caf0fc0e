import type { Scored } from '../../model/candidate.ts';
import type { Floors } from '../../ports/ranker.ts';

/** Where an aim ends. */
export interface AimOptions {
  /** Units that a reader needs less than this share of the most needed one stay out, as far as that one is certain. */
  readonly leastShare: number;
  /** 1: a share of the most needed, however little that is; the less, the nearer to it a unit must be where all are unlikely. */
  readonly power: number;
  /** A file without parts, and one that the next aim would add, counts from this likelihood on. */
  readonly leastFile: number;
}

/** Where more would cost a reader more than it helps; undefined where nobody can say how likely anything is. */
export function aimAt(
  scored: readonly Scored[],
  needOf: (one: Scored) => number,
  { leastShare, power, leastFile }: AimOptions,
): Floors['likely'] {
  const units = scored.filter(({ likelihood, entity }) => likelihood !== null && entity.container !== null);
  if (units.length === 0) return undefined;
  const most = units.reduce((best, one) => Math.max(best, needOf(one)), 0);
  return { needOf, units: leastShare * most ** power, files: leastFile };
}
