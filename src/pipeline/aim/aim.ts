import type { Scored } from '../../model/candidate.ts';
import type { Floors } from '../../ports/ranker.ts';
import { enoughFrom } from './enough.ts';

/** How many times more it matters to miss nothing than to add nothing, of files and of the lines inside them. */
export interface AimOptions {
  readonly filesBeta: number;
  readonly unitsBeta: number;
}

export interface Aimed {
  readonly scored: readonly Scored[];
  readonly floors: Floors;
}

/**
 * Cuts where more would cost a reader more than it helps: files first, then the units of those that stay. Scores become
 * likelihoods, so that what is spent of the budget is spent on what one most probably needs. Null where nobody can say
 * how likely anything is.
 */
export function aimAt(scored: readonly Scored[], { filesBeta, unitsBeta }: AimOptions): Aimed | null {
  const rated = scored.filter(({ likelihood }) => likelihood !== null);
  if (rated.length === 0) return null;
  const files = rated.filter(({ entity }) => entity.container === null);
  const fileFloor = enoughFrom(
    files.map(({ likelihood }) => ({ likelihood: likelihood!, size: 1 })),
    filesBeta,
  );
  const kept = new Set(files.filter((one) => one.likelihood! >= fileFloor || one.isPinned).map(({ path }) => path));
  const units = rated.filter(({ entity, path }) => entity.container !== null && kept.has(path));
  const unitFloor = enoughFrom(
    units.map(({ likelihood, entity: { location } }) => ({
      likelihood: likelihood!,
      size: location.endLine - location.startLine + 1,
    })),
    unitsBeta,
  );
  return {
    scored: scored.map((one) => ({ ...one, reasons: one.reasons, score: one.likelihood ?? one.score })),
    floors: { units: unitFloor, files: fileFloor, alone: fileFloor },
  };
}
