import type { Directory } from './directory.ts';
import { endingIn, type FoundPaths, findByPath, folderOf, joinPath } from './find-path.ts';

/** Documents a wikilink means: a path from the top or from here, the end of a path, a file's name, a name or an alias. The nearest win, where there is a place to be near to. */
export function findWikilink(path: string, fromPath: string | null, directory: Directory): FoundPaths {
  if (/^\.{1,2}\//.test(path)) return findByPath(path, fromPath ?? '', directory);
  const fromTop = joinPath('', path);
  if (fromTop === null) return 'outside';
  if (path.includes('/')) {
    const exact = [fromTop, joinPath(folderOf(fromPath ?? ''), path) ?? fromTop]
      .flatMap((full) => [full, `${full}.md`])
      .find((full) => directory.byPath(full) !== null);
    if (exact !== undefined) return { paths: [exact] };
  }
  const ending = nearest(endingIn(fromTop, directory), fromPath);
  return { paths: ending.length > 0 ? ending : nearest(directory.byName(path), fromPath) };
}

/** The paths fewest steps away in the tree of folders. */
function nearest(paths: readonly string[], fromPath: string | null): readonly string[] {
  if (fromPath === null) return paths;
  const steps = paths.map((path) => stepsBetween(folderOf(fromPath), folderOf(path)));
  const least = steps.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return paths.filter((_, index) => steps[index] === least);
}

function stepsBetween(a: string, b: string): number {
  const [first, second] = [a, b].map((folder) => (folder === '' ? [] : folder.split('/')));
  let shared = 0;
  while (first?.[shared] !== undefined && first[shared] === second?.[shared]) shared++;
  return (first?.length ?? 0) + (second?.length ?? 0) - 2 * shared;
}
