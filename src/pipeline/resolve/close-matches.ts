/** The names nearest to a misspelt one, nearest first; empty when none is near. */
export function closeMatches(wanted: string, names: readonly string[], countMax = 3): readonly string[] {
  const lower = wanted.toLowerCase().slice(0, 100);
  const rated = names.map((name) => ({ name, distance: distanceOf(lower, name.toLowerCase().slice(0, 100)) }));
  return rated
    .filter(({ distance, name }) => distance <= Math.max(2, Math.floor(Math.max(lower.length, name.length) * 0.34)))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, countMax)
    .map(({ name }) => name);
}

/** The paths nearest to a misspelt one: files of the same folder first, then those of such a name anywhere. */
export function closePaths(path: string, paths: readonly string[], countMax = 3): readonly string[] {
  const name = baseOf(path);
  if (!name.includes('.') && !path.includes('/')) return [];
  const folder = path.slice(0, path.length - name.length);
  const inFolder = folder === '' ? [] : paths.filter((one) => one === folder + baseOf(one));
  const near = closeMatches(name, inFolder.map(baseOf), countMax).map((base) => folder + base);
  const names = new Set(closeMatches(name, [...new Set(paths.map(baseOf))]));
  const anywhere = paths.filter((one) => names.has(baseOf(one)) && !near.includes(one));
  const sharedWith = (one: string) =>
    folder.split('/').filter((part) => part !== '' && one.includes(`${part}/`)).length;
  return [...near, ...anywhere.toSorted((a, b) => sharedWith(b) - sharedWith(a))].slice(0, countMax);
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

// The edit distance of two names; a prefix counts as 1.
function distanceOf(a: string, b: string): number {
  if (a.length > 2 && b.length > 2 && (b.startsWith(a) || a.startsWith(b))) return 1;
  if (Math.abs(a.length - b.length) > 20) return 100;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
