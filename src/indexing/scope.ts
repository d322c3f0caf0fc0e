import type { Touched } from '../ports/watcher.ts';

/** What a refresh looks at, where somebody has watched; without one it looks at everything, commits too. */
export interface RefreshScope {
  /** What was touched of each source, by its name; one that is not named was left alone. */
  readonly touched: ReadonlyMap<string, Touched>;
  /** What the sources had to remark when they were last looked through. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
}

/** Whether a path, or a folder it lies in, is among those touched. */
export function isTouched(path: string, touched: ReadonlySet<string>): boolean {
  if (touched.has(path)) return true;
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
    if (touched.has(path.slice(0, cut))) return true;
  }
  return false;
}
