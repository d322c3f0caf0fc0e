// Checks a repository before git runs on it: whether it belongs to the user, and whether what git reads of its git folder
// leads out of the allowed folders or holds pipes or devices.
import { type Dirent, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attempt } from '../../model/errors.ts';
import { wayTo } from '../confine.ts';
import { allowedFoldersOf, isWithin, type RepositoryPlace, realOf, smallText, statsOf } from './find-repository.ts';

// The files and folders that a stand-in takes from the git folder that work trees share, and from that of one work tree.
export const SHARED = ['refs', 'packed-refs', 'reftable', 'shallow', 'logs/refs', 'info/exclude'];
export const OWN = ['logs/HEAD', 'ORIG_HEAD', 'FETCH_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];

/**
 * Why it is not safe to run git on a repository: a git folder outside does not lead back, a link or borrowed objects
 * lead out of the allowed folders, or a pipe or device takes the place of a file. Null if it is safe.
 */
export function faultOf(place: RepositoryPlace): string | null {
  const allowedFolders = allowedFoldersOf(place);
  const shown = (path: string) => wayTo(place.top ?? place.own, path);
  if (typeof allowedFolders === 'string') return leadsOut('.git');
  const seen = new Set<string>();
  const checkPath = (path: string, listed?: Dirent): string | null => {
    if (listed?.isFile()) return null;
    // Resolves links of the folders above once; below a checked folder, only the entry itself may be a link.
    const real = listed && !listed.isSymbolicLink() ? path : realOf(path);
    if (real === null || seen.has(real)) return null;
    if (real !== path && !isWithin(real, allowedFolders)) return leadsOut(shown(path));
    seen.add(real);
    const entry = statsOf(real);
    if (entry === undefined || entry.isFile()) return null;
    return entry.isDirectory() ? checkEntries(path) : `${shown(path)} is a pipe, a socket or a device`;
  };
  const checkEntries = (folder: string): string | null =>
    firstFault(entriesOf(folder), (entry) => checkPath(join(folder, entry.name), entry));
  const checkedStores = new Set<string>();
  // `objects/info/alternates` names other folders of objects, which git reads too, and those that they name in turn.
  const checkAlternates = (folder: string): string | null => {
    checkedStores.add(folder);
    const list = join(folder, 'info/alternates');
    if (statsOf(list) === undefined) return null;
    // Refuses a quoted line, because git unquotes it by rules of its own, and a list that cannot be read.
    const lines = smallText(list)
      ?.split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')) ?? ['"'];
    return firstFault(lines, (line) => {
      const real = realOf(resolve(folder, line));
      if (line.startsWith('"') || (real !== null && !isWithin(real, allowedFolders))) return borrowsFrom(shown(list));
      return real === null || checkedStores.has(real) ? null : (checkAlternates(real) ?? checkPath(real));
    });
  };
  const own = entriesOf(place.own).flatMap(({ name }) => (name.startsWith('sharedindex.') ? [name] : []));
  const paths = [
    ...['objects', 'config', ...SHARED].map((name) => join(place.common, name)),
    ...['HEAD', 'index', ...OWN, ...own].map((name) => join(place.own, name)),
  ];
  return firstFault(paths, (path) => checkPath(path)) ?? checkAlternates(join(place.common, 'objects'));
}

function firstFault<T>(items: readonly T[], faultOfItem: (item: T) => string | null): string | null {
  return items.values().map(faultOfItem).find(Boolean) ?? null;
}

const leadsOut = (path: string): string =>
  `${path} leads out of the repository to what does not lead back; if you trust it, name that folder with --git-folders`;

const borrowsFrom = (path: string): string =>
  `${path} leads out of the repository, as git clone --shared and --reference make it; if you trust the folder it names, name that folder with --git-folders, or copy what is borrowed with git repack -a -d and remove that file`;

function entriesOf(folder: string): readonly Dirent[] {
  return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** The ids of the user of this process, undefined on systems without user ids, and of the one who called `sudo`. */
export interface ProcessUser {
  readonly user: number | undefined;
  readonly sudoUser: number | null;
}

export function isOfAnother(place: RepositoryPlace, asking: ProcessUser): boolean {
  const folders = place.top === null ? [place.own] : [place.own, place.top, join(place.top, '.git')];
  return folders.some((folder) => !isOwner(statsOf(folder)?.uid ?? -1, asking));
}

export function isOwner(owner: number, { user, sudoUser }: ProcessUser): boolean {
  return user === undefined || owner === user || (user === 0 && owner === sudoUser);
}

/** Whether the user's `safe.directory` setting allows a repository; an empty value clears the values before it. */
export function isTrusted({ top, own }: RepositoryPlace, safe: readonly string[]): boolean {
  const folder = top ?? own;
  return safe
    .slice(safe.lastIndexOf('') + 1)
    .some(
      (entry) => entry === '*' || entry === folder || (entry.endsWith('/*') && folder.startsWith(entry.slice(0, -1))),
    );
}
