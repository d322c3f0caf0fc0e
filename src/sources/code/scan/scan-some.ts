import type { Fingerprint } from '../../../ports/store.ts';
import { listSomeWithGit } from './list-with-git.ts';
import { measure } from './measure-path.ts';
import { measurePaths, openSearch, type ScanOptions } from './scan.ts';

// With more of them, looking at everything is quicker.
const PATHS_MAX = 300;
// What a known file may have become without anybody having to be asked.
const STILL: ReadonlySet<string> = new Set(['file', 'gone']);
const NONE = { paths: [], undecodable: 0 };
// What these files say decides about others.
const DECIDING = /(?:^|\/)(?:\.gitignore|\.ctxignore|\.gitmodules|\.git)$/;

interface SomeOptions extends ScanOptions {
  /** Git lists the files here; what a walk would find can only be told by walking. */
  readonly isListed: boolean;
  readonly isKnown: (path: string) => boolean;
}

/**
 * What stands at some paths and below them. Null where that cannot be told from the paths alone: with links, when
 * rules changed, or when there is something to remark, which only a look at everything can do right. Whether git ignores a
 * file is not asked again while what decides about it is as it was.
 */
export async function scanSome(
  root: string,
  paths: readonly string[],
  { isListed, isKnown, ...options }: SomeOptions,
): Promise<readonly Fingerprint[] | null> {
  if (paths.length > PATHS_MAX || paths.some((path) => DECIDING.test(path))) return null;
  const search = openSearch(root, options);
  const wanted = paths.filter((path) => search.verdict(path) !== 'drop');
  if (search.notes.length > 0) return null;
  if (wanted.length === 0) return [];
  const isStill = (path: string) => isKnown(path) && STILL.has(measure(root, path).kind);
  const { still = [], other = [] } = Object.groupBy(wanted, (path) => (isStill(path) ? 'still' : 'other'));
  if (other.length > 0 && !isListed) return null;
  const listing = other.length === 0 ? NONE : await listSomeWithGit(root, other);
  if (listing.paths === null || listing.undecodable > 0) return null;
  const { files, links } = await measurePaths(search, [...still, ...listing.paths]);
  const isClear = links.length === 0 && search.notes.length === 0 && search.tally.notes().length === 0;
  return isClear ? files : null;
}
