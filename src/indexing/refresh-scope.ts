import type { Touched } from '../ports/watcher.ts';

/** What a refresh looks at, where somebody has watched; without one it looks at everything, commits too. */
export interface RefreshScope {
  /** What was touched of each source, by its name; one that is not named was left alone. */
  readonly touched: ReadonlyMap<string, Touched>;
  /** What the sources had to remark when they were last looked through. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
}

/** Of files in the order of their paths those that were touched, or lie in a folder that was. */
export function touchedFiles<File extends { readonly path: string }>(
  files: readonly File[],
  touched: Iterable<string>,
): readonly File[] {
  const found = new Set<File>();
  for (const path of touched) {
    const own = files[placeOf(files, path)];
    if (own?.path === path) found.add(own);
    for (let at = placeOf(files, `${path}/`); files[at]?.path.startsWith(`${path}/`); at++) found.add(files[at]!);
  }
  return [...found];
}

/** Where a path stands among files in the order of their paths, or would. */
export function placeOf(files: readonly { readonly path: string }[], path: string): number {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (files[middle]!.path < path) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a path, or a folder it lies in, is among those touched. */
export function isTouched(path: string, touched: ReadonlySet<string>): boolean {
  if (touched.has(path)) return true;
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
    if (touched.has(path.slice(0, cut))) return true;
  }
  return false;
}
