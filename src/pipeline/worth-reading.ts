import type { Scored } from '../model/candidate.ts';
import type { Floors } from '../ports/ranker.ts';

/** Whether it is worth a reader's time, by how likely it is needed or, where nobody knows, by its score. */
export function isAbove({ likelihood, score }: Scored, floors: Floors, kind: 'units' | 'files' | 'alone'): boolean {
  if (!floors.likely || likelihood === null) return score >= floors[kind];
  return likelihood >= (kind === 'units' ? floors.likely.units : floors.likely.files);
}

/** Files that are worth it, or something in them. */
export function worthPaths(scored: readonly Scored[], floors: Floors): ReadonlySet<string> {
  const isWorth = (one: Scored) => isAbove(one, floors, one.entity.container === null ? 'files' : 'units');
  return new Set(scored.filter(isWorth).map(({ path }) => path));
}
