// Finds the repository of a folder without running git, and decides which git folders outside may be read for it.
import { readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../../model/errors.ts';
import { insideOf } from '../confine.ts';
import { readPlainText } from '../plain-file.ts';

export interface RepositoryPlace {
  /** The folder with HEAD and the index. */
  readonly own: string;
  /** The folder with objects, branches and settings; differs from `own` only in a linked work tree. */
  readonly common: string;
  /** The folder with the checked-out files; null in a bare repository. */
  readonly top: string | null;
}

const LINKED = /^gitdir: ([^\n\0]+)/;
const HEAD = /^(?:ref: refs\/[^\s\0]+|[0-9a-f]{40}(?:[0-9a-f]{24})?)\s*$/;

/** Finds the repository of a folder; null too if `allowedFoldersOf` refuses its git folder. */
export function findRepository(folder: string): RepositoryPlace | null {
  const place = locateRepository(folder);
  return place === null || typeof allowedFoldersOf(place) === 'string' ? null : place;
}

/** Finds the nearest repository in a folder or above it; a bare repository only in the folder itself. */
export function locateRepository(folder: string): RepositoryPlace | null {
  const start = resolve(folder);
  for (let path = start; ; path = dirname(path)) {
    const place = placeAt(path);
    if (place) return place;
    if (path === start && isBareRepository(path)) return { own: path, common: path, top: null };
    if (path === dirname(path)) return null;
  }
}

/** Whether a folder is itself a git folder, as a bare repository is. */
export function isBareRepository(folder: string): boolean {
  return statsOf(join(folder, '.git')) === undefined && isGitFolder({ own: folder, common: folder });
}

/** The text of HEAD; null if it is not as git writes it. */
export function readHead(own: string): string | null {
  const path = join(own, 'HEAD');
  // Old versions of git made HEAD a symbolic link.
  const link = attempt(() => readlinkSync(path));
  if (link?.startsWith('refs/')) return `ref: ${link}\n`;
  const text = smallText(path);
  return text !== null && HEAD.test(text) ? text : null;
}

/** The stats of a path, following links; undefined if it does not exist or cannot be reached. */
export function statsOf(path: string): Stats | undefined {
  return attempt(() => statSync(path, { throwIfNoEntry: false }));
}

// In a submodule and in a linked work tree, `.git` is a file that names the git folder.
function placeAt(top: string): RepositoryPlace | null {
  const path = join(top, '.git');
  const stats = statsOf(path);
  if (stats === undefined) return null;
  const linked = stats.isFile() ? LINKED.exec(smallText(path) ?? '')?.[1] : undefined;
  const own = stats.isDirectory() ? path : linked === undefined ? null : resolve(top, linked.trimEnd());
  if (own === null) return null;
  const common = resolve(own, smallText(join(own, 'commondir'))?.trimEnd() ?? '.');
  return isGitFolder({ own, common }) ? { own, common, top } : null;
}

function isGitFolder({ own, common }: { own: string; common: string }): boolean {
  const isFolder = (name: string) => statsOf(join(common, name))?.isDirectory() === true;
  return isFolder('objects') && isFolder('refs') && readHead(own) !== null;
}

const TEXT_BYTES_MAX = 65_536;
const allowed = new Set<string>();

/** Allows repositories to use git folders in these folders. Only the user may set this, never a repository. */
export function allowGitFolders(folders: readonly string[]): void {
  for (const folder of folders) allowed.add(realOf(folder) ?? folder);
}

/** The folders that git may read for a repository, or the path of a git folder outside that does not lead back. */
export function allowedFoldersOf(place: RepositoryPlace): readonly string[] | string {
  const [top, own, common] = [place.top ?? place.own, place.own, place.common].map(
    (folder) => realOf(folder) ?? folder,
  ) as [string, string, string];
  const leadsBack = () => isLinkedTree(own, top) || isSubmodule(own, top);
  if (!isWithin(own, [top, ...allowed]) && !leadsBack()) return own;
  const isShared = common === own || (join(common, 'worktrees', basename(own)) === own && isLinkedTree(own, top));
  if (!isShared && !isWithin(common, [top, ...allowed])) return common;
  return [top, own, common, ...allowed];
}

/** Whether a path is or lies in one of some folders; all of them have their links resolved. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => insideOf(folder, path) !== null);
}

/** A path with its links resolved; null if it does not exist or cannot be reached. */
export function realOf(path: string): string | null {
  return attempt(() => realpathSync.native(path)) ?? null;
}

/** The text of a small file of git; null if it cannot be read. */
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
