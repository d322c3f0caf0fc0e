// A watcher reports which paths changed. This file describes such a report, and finds the indexed files that it
// touches.
import type { ChangedPaths } from '../ports/watcher.ts';

/** The changes a watcher reported, to which a refresh is limited. Without a scope it scans everything, commits too. */
export interface RefreshScope {
  /** Changed paths by the name of their source; a source without an entry is unchanged. */
  readonly changedPaths: ReadonlyMap<string, ChangedPaths>;
  /** The notes of each source from its last full scan. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
}

/** The files that changed, or lie in a changed folder; `files` must be sorted by path. */
export function filesAtPaths<File extends { readonly path: string }>(
  files: readonly File[],
  changedPaths: Iterable<string>,
): readonly File[] {
  const found = new Set<File>();
  for (const path of changedPaths) {
    const own = files[placeOf(files, path)];
    if (own?.path === path) found.add(own);
    for (let index = placeOf(files, `${path}/`); files[index]?.path.startsWith(`${path}/`); index++)
      found.add(files[index]!);
  }
  return [...found];
}

/** The index of a path among files sorted by path, or the index where it would be inserted. */
export function placeOf(files: readonly { readonly path: string }[], path: string): number {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (files[middle]!.path < path) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a path or one of its folders changed. */
export function isAtOrBelow(path: string, changedPaths: ReadonlySet<string>): boolean {
  if (changedPaths.has(path)) return true;
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
    if (changedPaths.has(path.slice(0, cut))) return true;
  }
  return false;
}
