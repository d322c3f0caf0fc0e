import type { Fingerprint } from '../ports/store.ts';

/** What must be done to bring the stored view up to what was seen. All in path order. */
export interface IndexPlan {
  readonly add: readonly Fingerprint[];
  readonly change: readonly Fingerprint[];
  /** Unchanged by size and time, but touched, or so young when indexed that a later write may have left both as they were. */
  readonly recheck: readonly Fingerprint[];
  readonly remove: readonly string[];
}

export interface PlanOptions {
  /** When the stored view was made; null for never. */
  readonly indexedAtMs: number | null;
  /** Files touched less than this before they were indexed are looked at again. */
  readonly youngMs: number;
  /** Files that something is known to have happened to are looked at again too. */
  readonly isTouched?: (path: string) => boolean;
}

/** The difference between the stored view and the files seen now, by path, size and time. */
export function plan(
  stored: readonly Fingerprint[],
  seen: readonly Fingerprint[],
  { indexedAtMs, youngMs, isTouched = () => false }: PlanOptions,
): IndexPlan {
  const before = new Map(stored.map((file) => [file.path, file]));
  const now = new Set(seen.map((file) => file.path));
  const add: Fingerprint[] = [];
  const change: Fingerprint[] = [];
  const recheck: Fingerprint[] = [];
  for (const file of seen) {
    const known = before.get(file.path);
    if (!known) add.push(file);
    else if (known.size !== file.size || known.mtimeMs !== file.mtimeMs) change.push(file);
    else if (indexedAtMs === null || file.mtimeMs > indexedAtMs - youngMs || isTouched(file.path)) recheck.push(file);
  }
  const remove = stored.filter((file) => !now.has(file.path)).map((file) => file.path);
  return { add: byPath(add), change: byPath(change), recheck: byPath(recheck), remove: remove.toSorted() };
}

function byPath(files: readonly Fingerprint[]): readonly Fingerprint[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
