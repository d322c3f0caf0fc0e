import type { Scored } from '../../model/candidate.ts';
import type { Floors } from '../../ports/ranker.ts';
import { enoughFrom } from './enough.ts';

/** How many times more it matters to miss nothing than to add nothing, of files and of the lines inside them. */
export interface AimOptions {
  readonly filesBeta: number;
  readonly unitsBeta: number;
  /** Units that are less likely than this share of the likeliest stay out, however long they are. */
  readonly unitsLeastShare: number;
}

/**
 * Where more would cost a reader more than it helps: files first, then the units of those that stay. Null where nobody can
 * say how likely anything is.
 */
export function aimAt(
  scored: readonly Scored[],
  { filesBeta, unitsBeta, unitsLeastShare }: AimOptions,
): Floors['likely'] {
  const rated = scored.filter(({ likelihood }) => likelihood !== null);
  if (rated.length === 0) return undefined;
  const isFile = ({ entity }: Scored) => entity.container === null;
  const files = enoughFrom(
    rated.filter(isFile).map(({ likelihood }) => ({ likelihood: likelihood!, size: 1 })),
    filesBeta,
  );
  const kept = new Set(
    rated.filter((one) => isFile(one) && (one.likelihood! >= files || one.isPinned)).map(({ path }) => path),
  );
  const chances = rated
    .filter((one) => !isFile(one) && kept.has(one.path))
    .map(({ likelihood, entity: { location } }) => ({
      likelihood: likelihood!,
      size: location.endLine - location.startLine + 1,
    }));
  const most = chances.reduce((best, { likelihood }) => Math.max(best, likelihood), 0);
  return { files, units: Math.max(enoughFrom(chances, unitsBeta), most * unitsLeastShare) };
}
