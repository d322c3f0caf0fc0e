// Counts which files past commits changed together, for partners of a pack and for files that a change may have missed.
import type { CommitRecord } from '../ports/store.ts';

/** Counts how often each other file changed with a file; commits of more than `filesMax` files show no connection. */
export function countTogether(
  path: string,
  commits: readonly CommitRecord[],
  filesMax: number,
): { readonly times: ReadonlyMap<string, number>; readonly commits: number } {
  const small = commits.filter(({ paths }) => paths.length <= filesMax);
  const times = new Map<string, number>();
  for (const { paths } of small)
    for (const other of paths) if (other !== path) times.set(other, (times.get(other) ?? 0) + 1);
  return { times, commits: small.length };
}
