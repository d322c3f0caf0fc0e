import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { insideOf } from '../confine.ts';
import { readPlainText } from '../plain-file.ts';

const TEXT_BYTES_MAX = 65_536;
const allowed = new Set<string>();

/** Lets repositories keep their git folder, or parts of it, in these folders: the user's own word, never a repository's. */
export function allowGitFolders(folders: readonly string[]): void {
  for (const folder of folders) allowed.add(realOf(folder) ?? folder);
}

/** The folders a repository may read, with all links resolved; a string names the one that lies outside and does not lead back. */
export function placesOf(place: {
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

/** Whether a path lies in one of some folders; all of them have their links resolved. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => insideOf(folder, path) !== null);
}

/** Where a path really lies; null where nothing does. */
export function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

// A linked work tree: the folder names the file `.git` that names it.
function isLinkedTree(own: string, top: string): boolean {
  const file = textAt(join(own, 'gitdir'))?.trimEnd();
  return file !== undefined && basename(file) === '.git' && realOf(dirname(resolve(own, file))) === top;
}

const SECTION = /^\s*\[\s*([^\]]*?)\s*\]\s*$/;
const WORK_TREE = /^\s*worktree\s*=\s*(?:"([^"\\]*)"|([^"\\]*?))\s*$/i;

// A submodule: the settings name the folder of its files.
function isSubmodule(own: string, top: string): boolean {
  let section = '';
  for (const line of (textAt(join(own, 'config')) ?? '').split('\n')) {
    section = SECTION.exec(line)?.[1]?.toLowerCase() ?? section;
    const said = section === 'core' ? WORK_TREE.exec(line) : null;
    if (said && realOf(resolve(own, said[1] ?? said[2] ?? '')) === top) return true;
  }
  return false;
}

function textAt(path: string): string | null {
  return readPlainText(path, { bytesMax: TEXT_BYTES_MAX, followsLinks: true });
}
