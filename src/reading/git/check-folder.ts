import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { wayTo } from '../confine.ts';
import { type RepositoryPlace, statsOf } from './find-repository.ts';
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
      if (LOOSE.test(entry.name) && entry.isDirectory() && folder === objects) continue;
      const fault = look(join(folder, entry.name), entry);
      if (fault !== null) return fault;
    }
    return null;
  };
  const objects = join(place.common, 'objects');
  const own = entriesOf(place.own).flatMap(({ name }) => (name.startsWith('sharedindex.') ? [name] : []));
  const paths = [
    ...['objects', 'config', ...SHARED].map((name) => join(place.common, name)),
    ...['HEAD', 'index', ...OWN, ...own].map((name) => join(place.own, name)),
  ];
  for (const path of paths) {
    const fault = look(path);
    if (fault !== null) return fault;
  }
  return null;
}

const leadsOut = (path: string): string =>
  `${path} leads out of the repository to what does not lead back; if you trust it, name that folder with --git-folders`;

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
