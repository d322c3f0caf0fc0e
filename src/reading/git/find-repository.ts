// Finds the repository of a folder without running git.
import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { allowedFoldersOf, smallText } from './allowed-folders.ts';

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

/** Finds the repository of a folder; null too if its git folder lies elsewhere and does not name this folder. */
export function findRepository(folder: string): RepositoryPlace | null {
  const place = locateRepository(folder);
  return place === null || typeof allowedFoldersOf(place) === 'string' ? null : place;
}

/**
 * Finds the repository of a folder by the rules of git, but without running git, which would read the configuration of
 * the repository. Finds a bare repository only from its own folder.
 */
export function locateRepository(folder: string): RepositoryPlace | null {
  const start = resolve(folder);
  for (let path = start; ; path = dirname(path)) {
    const place = placeAt(path);
    if (place) return place;
    if (path === start && isBareRepository(path)) return { own: path, common: path, top: null };
    if (path === dirname(path)) return null;
  }
}

/** Whether a folder is a bare repository, which has no files to read. */
export function isBareRepository(folder: string): boolean {
  return statsOf(join(folder, '.git')) === undefined && isGitFolder({ own: folder, common: folder });
}

/** The text of HEAD; null if it is not as git writes it. */
export function readHead(own: string): string | null {
  const path = join(own, 'HEAD');
  try {
    // Old versions of git made HEAD a symbolic link.
    if (lstatSync(path).isSymbolicLink() && readlinkSync(path).startsWith('refs/'))
      return `ref: ${readlinkSync(path)}\n`;
  } catch {
    return null;
  }
  const text = smallText(path);
  return text !== null && HEAD.test(text) ? text : null;
}

/** The stats of a path, following links; undefined if it does not exist or cannot be reached. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
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
