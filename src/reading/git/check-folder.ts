import { type Dirent, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { wayTo } from '../confine.ts';
import { type RepositoryPlace, smallText, statsOf } from './find-repository.ts';
import { isWithin, placesOf, realOf } from './own-places.ts';

// What git reads of a repository here: of the folder that work trees share, and of the one each has for itself.
export const SHARED = ['refs', 'packed-refs', 'reftable', 'shallow', 'logs/refs', 'info/exclude'];
export const OWN = ['logs/HEAD', 'ORIG_HEAD', 'FETCH_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];
// Folders of loose objects are many; what lies in them git opens only when it wants that very object.
const LOOSE = /^[0-9a-f]{2}$/;

/**
 * Why git is not asked about a repository: its folder lies elsewhere, a link in it leads out, or something git would wait for stands
 * where a file belongs. Null where everything is as git makes it.
 */
export function faultOf(place: RepositoryPlace): string | null {
  const places = placesOf(place);
  const said = (path: string) => wayTo(place.top ?? place.own, path);
  if (typeof places === 'string') return leadsOut('.git');
  const seen = new Set<string>();
  const look = (path: string, known?: Dirent): string | null => {
    if (known?.isFile()) return null;
    // A folder above may be a link too; below those that were looked at, only the entry itself may be one.
    const real = known && !known.isSymbolicLink() ? path : realOf(path);
    if (real === null || seen.has(real)) return null;
    if (real !== path && !isWithin(real, places)) return leadsOut(said(path));
    seen.add(real);
    const entry = statsOf(real);
    if (entry === undefined || entry.isFile()) return null;
    return entry.isDirectory() ? lookInto(path) : `${said(path)} is a pipe, a socket or a device`;
  };
  const lookInto = (folder: string): string | null => {
    for (const entry of entriesOf(folder)) {
      if (LOOSE.test(entry.name) && entry.isDirectory() && objects.has(folder)) continue;
      const fault = look(join(folder, entry.name), entry);
      if (fault !== null) return fault;
    }
    return null;
  };
  // Git reads the objects of these folders as the repository's own, and of those that they name in turn.
  const borrow = (folder: string): string | null => {
    objects.add(folder);
    const list = join(folder, 'info/alternates');
    if (statsOf(list) === undefined) return null;
    // Git itself never writes such a line in quotes.
    const lines = smallText(list)
      ?.split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')) ?? ['"'];
    for (const line of lines) {
      const real = realOf(resolve(folder, line));
      if (line.startsWith('"') || (real !== null && !isWithin(real, places))) return borrows(said(list));
      if (real === null || objects.has(real)) continue;
      const fault = borrow(real) ?? look(real);
      if (fault !== null) return fault;
    }
    return null;
  };
  const objects = new Set<string>();
  const own = entriesOf(place.own).flatMap(({ name }) => (name.startsWith('sharedindex.') ? [name] : []));
  const paths = [
    ...['objects', 'config', ...SHARED].map((name) => join(place.common, name)),
    ...['HEAD', 'index', ...OWN, ...own].map((name) => join(place.own, name)),
  ];
  for (const path of paths) {
    const fault = look(path);
    if (fault !== null) return fault;
  }
  return borrow(join(place.common, 'objects'));
}

const leadsOut = (path: string): string =>
  `${path} leads out of the repository to what does not lead back; if you trust it, name that folder with --git-folders`;

const borrows = (path: string): string =>
  `${path} leads out of the repository, as git clone --shared and --reference make it; if you trust the folder it names, name that folder with --git-folders, or copy what is borrowed with git repack -a -d and remove that file`;

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
