import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readPlainText } from '../plain-file.ts';
import { placesOf } from './own-places.ts';

/** Where a repository lies. */
export interface RepositoryPlace {
  /** HEAD and the index are here. */
  readonly own: string;
  /** Objects, branches and settings are here: the same folder, but for a linked work tree. */
  readonly common: string;
  /** The folder of its files; null for a bare one. */
  readonly top: string | null;
}

const LINKED = /^gitdir: ([^\n\0]+)/;
const HEAD = /^(?:ref: refs\/[^\s\0]+|[0-9a-f]{40}(?:[0-9a-f]{24})?)\s*$/;
const TEXT_BYTES_MAX = 65_536;

/** The repository a folder lies in; null too where its git folder lies elsewhere and does not lead back. */
export function findRepository(folder: string): RepositoryPlace | null {
  const place = locateRepository(folder);
  return place === null || typeof placesOf(place) === 'string' ? null : place;
}

/**
 * The repository a folder seems to lie in, found as git finds it but without asking git, which would read the repository's
 * configuration on the way. A bare one counts in its own folder alone.
 */
export function locateRepository(folder: string): RepositoryPlace | null {
  const start = resolve(folder);
  for (let at = start; ; at = dirname(at)) {
    const place = placeAt(at);
    if (place) return place;
    if (at === start && isBareRepository(at)) return { own: at, common: at, top: null };
    if (at === dirname(at)) return null;
  }
}

/** Whether a folder is itself what `.git` is elsewhere, and so has no files to read. */
export function isBareRepository(folder: string): boolean {
  return statsOf(join(folder, '.git')) === undefined && isGitFolder({ own: folder, common: folder });
}

/** What HEAD says; null where it says nothing that git would write. */
export function readHead(own: string): string | null {
  const path = join(own, 'HEAD');
  try {
    // As git wrote it long ago.
    if (lstatSync(path).isSymbolicLink() && readlinkSync(path).startsWith('refs/'))
      return `ref: ${readlinkSync(path)}\n`;
  } catch {
    return null;
  }
  const text = smallText(path);
  return text !== null && HEAD.test(text) ? text : null;
}

/** The text of one of git's small files; null for whatever is not a plain file of that size. */
export function smallText(path: string): string | null {
  return readPlainText(path, { bytesMax: TEXT_BYTES_MAX, followsLinks: true });
}

/** What stands at a path, links followed; undefined where nothing does, or a folder above may not be entered. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

// A file of that name leads to where the folder is: in a submodule, and in a linked work tree.
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
