import type { Scored } from '../model/candidate.ts';
import type { Floors } from '../ports/ranker.ts';

/** Whether it is worth a reader's time, by how much of it is needed or, where nobody knows, by its score. */
export function isAbove(one: Scored, floors: Floors, kind: 'units' | 'files' | 'alone'): boolean {
  const { likelihood, score } = one;
  if (!floors.likely || likelihood === null) return score >= floors[kind];
  return kind === 'units' ? floors.likely.needOf(one) >= floors.likely.units : likelihood >= floors.likely.files;
}

/** What it is worth beside others, before its length counts. */
export function worthOf(one: Scored, { likely }: Floors): number {
  return likely ? likely.needOf(one) : one.score;
}

/** Files that are worth it, or something in them. */
export function worthPaths(scored: readonly Scored[], floors: Floors): ReadonlySet<string> {
  const isWorth = (one: Scored) => isAbove(one, floors, one.entity.container === null ? 'files' : 'units');
  return new Set(scored.filter(isWorth).map(({ path }) => path));
}
