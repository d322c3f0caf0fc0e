import type { Fingerprint } from '../../../ports/store.ts';
import { listSomeWithGit } from './list-with-git.ts';
import { measurePaths, openSearch, type ScanOptions } from './scan.ts';

// With more of them, looking at everything is quicker.
const PATHS_MAX = 300;
// What these files say decides about others.
const DECIDING = /(?:^|\/)(?:\.gitignore|\.ctxignore|\.gitmodules|\.git)$/;

/**
 * What stands at some paths and below them. Null where that cannot be told from the paths alone: with links, when
 * rules changed, or when there is something to remark, which only a look at everything can do right.
 */
export async function scanSome(
  root: string,
  paths: readonly string[],
  options: ScanOptions,
): Promise<readonly Fingerprint[] | null> {
  if (paths.length > PATHS_MAX || paths.some((path) => DECIDING.test(path))) return null;
  const search = openSearch(root, options);
  const wanted = paths.filter((path) => search.verdict(path) !== 'drop');
  if (search.notes.length > 0) return null;
  if (wanted.length === 0) return [];
  const listing = await listSomeWithGit(root, wanted);
  if (listing.paths === null || listing.undecodable > 0) return null;
  const { files, links } = await measurePaths(search, listing.paths);
  const isClear = links.length === 0 && search.notes.length === 0 && search.tally.notes().length === 0;
  return isClear ? files : null;
}
