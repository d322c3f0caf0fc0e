// Decides which git folders outside a repository may be read for it.
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { insideOf } from '../confine.ts';
import { readPlainText } from '../plain-file.ts';

const TEXT_BYTES_MAX = 65_536;
const allowed = new Set<string>();

/** Allows repositories to use git folders in these folders. Only the user may set this, never a repository. */
export function allowGitFolders(folders: readonly string[]): void {
  for (const folder of folders) allowed.add(realOf(folder) ?? folder);
}

/**
 * The folders that git may read for a repository, with links resolved. If a git folder lies outside and does not name
 * the repository, returns only its path as a string.
 */
export function allowedFoldersOf(place: {
  readonly own: string;
  readonly common: string;
  readonly top: string | null;
}): readonly string[] | string {
  const [top, own, common] = [place.top ?? place.own, place.own, place.common].map(
    (folder) => realOf(folder) ?? folder,
  ) as [string, string, string];
  const leadsBack = () => isLinkedTree(own, top) || isSubmodule(own, top);
  if (!isWithin(own, [top, ...allowed]) && !leadsBack()) return own;
  const isShared = common === own || (join(common, 'worktrees', basename(own)) === own && isLinkedTree(own, top));
  if (!isShared && !isWithin(common, [top, ...allowed])) return common;
  return [top, own, common, ...allowed];
}

/** Whether a path lies in one of some folders; path and folders have their links resolved. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => insideOf(folder, path) !== null);
}

/** A path with its links resolved; null if it does not exist. */
export function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** The text of a small file of git; null if it is not a plain file or too large. */
export function smallText(path: string): string | null {
  return readPlainText(path, { bytesMax: TEXT_BYTES_MAX, followsLinks: true });
}

// In a linked work tree, the git folder names the `.git` file that names it.
function isLinkedTree(own: string, top: string): boolean {
  const file = smallText(join(own, 'gitdir'))?.trimEnd();
  return file !== undefined && basename(file) === '.git' && realOf(dirname(resolve(own, file))) === top;
}

const SECTION = /^\s*\[\s*([^\]]*?)\s*\]\s*$/;
const WORK_TREE = /^\s*worktree\s*=\s*(?:"([^"\\]*)"|([^"\\]*?))\s*$/i;

// In a submodule, the settings in the git folder name the folder of files.
function isSubmodule(own: string, top: string): boolean {
  let section = '';
  for (const line of (smallText(join(own, 'config')) ?? '').split('\n')) {
    section = SECTION.exec(line)?.[1]?.toLowerCase() ?? section;
    const setting = section === 'core' ? WORK_TREE.exec(line) : null;
    if (setting && realOf(resolve(own, setting[1] ?? setting[2] ?? '')) === top) return true;
  }
  return false;
}
