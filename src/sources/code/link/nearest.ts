/** How many leading folders two paths share. */
export function sharedFolders(a: string, b: string): number {
  let shared = 0;
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end && a[at] === b[at]; at += 1) if (a[at] === '/') shared += 1;
  return shared;
}

/** The path closest to `from` in the tree: most shared folders, then shortest, then first by name. */
export function nearest(paths: readonly string[], from: string): string | null {
  let best: string | null = null;
  for (const path of paths) if (path !== from && (best === null || isNearer(path, best, from))) best = path;
  return best;
}

/** All of them, closest first. */
export function byNearness(paths: readonly string[], from: string): string[] {
  return paths.filter((path) => path !== from).sort((a, b) => (isNearer(a, b, from) ? -1 : 1));
}

function isNearer(a: string, b: string, from: string): boolean {
  const difference = sharedFolders(a, from) - sharedFolders(b, from);
  if (difference !== 0) return difference > 0;
  if (a.length !== b.length) return a.length < b.length;
  return a < b;
}
