// Paths of the workspace are relative, with forward slashes. These functions take them apart, join them, and find paths
// near to a mistyped one.

/** Returns the folder of a path; empty for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the base name without its last extension: `src/a.test.ts` → `a.test`. */
export function stemOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Returns the last extension without its dot; empty when there is none. */
export function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

/** Whether a path is `end`, or ends in all its segments. */
export function endsWithPath(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

/** Joins a folder and a relative path; null if the result would leave the root. */
export function joinPath(folder: string, relative: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** Lists a folder and those above it, nearest first, the root last. */
export function upwards(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let at = folder; at !== ''; at = folderOf(at)) folders.push(at);
  return [...folders, ''];
}

/** Whether a path lies below a folder; everything lies below the root. */
export function isUnder(path: string, folder: string): boolean {
  return folder === '' || (path.startsWith(folder) && path[folder.length] === '/');
}

const NEAR_MAX = 3;

/** Asks whether one of these names was meant, after a sentence; an empty text without names. */
export function didYouMean(names: readonly string[]): string {
  return names.length > 0 ? ` Did you mean ${names.join(' or ')}?` : '';
}

/** At most three names near to a misspelt one, nearest first. */
export function closeMatches(wanted: string, names: readonly string[]): readonly string[] {
  const lower = wanted.toLowerCase().slice(0, 100);
  const rated = names.map((name) => ({ name, distance: distanceOf(lower, name.toLowerCase().slice(0, 100)) }));
  return rated
    .filter(({ distance, name }) => distance <= Math.max(2, Math.floor(Math.max(lower.length, name.length) * 0.34)))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, NEAR_MAX)
    .map(({ name }) => name);
}

/** At most three paths near to a misspelt one, similar names in its folder first; none for a word without dot or slash. */
export function closePaths(path: string, paths: readonly string[]): readonly string[] {
  const name = nameOf(path);
  if (!name.includes('.') && !path.includes('/')) return [];
  const folder = path.slice(0, path.length - name.length);
  const inFolder = folder === '' ? [] : paths.filter((one) => one === folder + nameOf(one));
  const near = closeMatches(name, inFolder.map(nameOf)).map((base) => folder + base);
  const names = new Set(closeMatches(name, [...new Set(paths.map(nameOf))]));
  const anywhere = paths.filter((one) => names.has(nameOf(one)) && !near.includes(one));
  const sharedWith = (one: string) =>
    folder.split('/').filter((part) => part !== '' && one.includes(`${part}/`)).length;
  return [...near, ...anywhere.toSorted((a, b) => sharedWith(b) - sharedWith(a))].slice(0, NEAR_MAX);
}

// Of two names of three letters or more, one that begins with the other counts as one edit away.
function distanceOf(a: string, b: string): number {
  if (a.length > 2 && b.length > 2 && (b.startsWith(a) || a.startsWith(b))) return 1;
  return editDistance(a, b, LENGTHS_APART);
}

// Other names whose lengths differ by this much or more are not near.
const LENGTHS_APART = 21;

/** Counts insertions, deletions, replacements and swapped neighbours; infinite if lengths differ by `limit` or more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let value = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + cost);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) value = Math.min(value, beforeLast[column - 2]! + 1);
      current.push(value);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}
