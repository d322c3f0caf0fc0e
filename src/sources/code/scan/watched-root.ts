import type { WatchedFolder } from '../../../ports/watcher.ts';
import { ignoredFolders } from './list-with-git.ts';
import { openSearch, type ScanOptions } from './scan.ts';
import { DROPPED_FOLDERS, NEVER } from './unwanted-paths.ts';

/** The root as a folder to watch: what is ignored, installed or git's own is not looked into. */
export async function watchedRoot(root: string, options: ScanOptions): Promise<WatchedFolder> {
  const { own, included } = openSearch(root, options);
  // A root that lets installed things in again may mean any of them, and so may a user with what git ignores.
  const ignored = included.reincludes ? [] : await ignoredFolders(root);
  const isAnyInstalled = own.reincludes || included.reincludes;
  return {
    folder: root,
    ignoredPaths: ignored.map((path) => path.slice(0, -1)),
    ignoredNames: [...NEVER, ...(isAnyInstalled ? [] : DROPPED_FOLDERS)],
  };
}
