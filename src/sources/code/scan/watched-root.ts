import { readFileSync } from 'node:fs';
import type { WatchedFolder } from '../../../ports/watcher.ts';
import { DROPPED_FOLDERS, NEVER } from './built-in.ts';
import { ignoredFolders } from './list-with-git.ts';

const REINCLUDES = /^!/m;

/** The root as a folder to watch: what is ignored, installed or git's own is not looked into. */
export async function watchedRoot(root: string): Promise<WatchedFolder> {
  // A root that lets ignored things in again may mean any of them.
  if (REINCLUDES.test(ownIgnoreFile(root))) return { folder: root, ignoredPaths: [], ignoredNames: [...NEVER] };
  const ignored = await ignoredFolders(root);
  return {
    folder: root,
    ignoredPaths: ignored.map((path) => path.slice(0, -1)),
    ignoredNames: [...NEVER, ...DROPPED_FOLDERS],
  };
}

function ownIgnoreFile(root: string): string {
  try {
    return readFileSync(`${root}/.ctxignore`, 'utf8');
  } catch {
    // Most roots have none.
    return '';
  }
}
