import { type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readPlainText } from '../../reading/plain-file.ts';

/** Two texts that change with a repository: where its HEAD stands, and what it tracks. Both empty without one. */
export interface GitStamp {
  readonly head: string;
  readonly tracked: string;
}

// All of them hold one line.
const BYTES_MAX = 64 * 1024;
const SYMBOLIC = /^ref: (.+)$/m;
const LINKED = /^gitdir: (.+)$/m;

/** Looks at a few small files of git's, without asking git: quick enough to be done at every call. */
export function gitStamp(root: string): GitStamp {
  const folder = gitFolder(root);
  if (folder === null) return { head: '', tracked: '' };
  // In a linked work tree the branches are kept by the main one.
  const common = resolve(folder, textOf(join(folder, 'commondir'))?.trim() ?? '.');
  const head = textOf(join(folder, 'HEAD')) ?? '';
  const branch = SYMBOLIC.exec(head)?.[1];
  const places = ['packed-refs', 'reftable/tables.list', ...(branch === undefined ? [] : [branch])];
  return {
    head: [head, ...places.map((place) => versionOf(join(common, place)))].join(' '),
    tracked: [join(folder, 'index'), join(common, 'info/exclude')].map(versionOf).join(' '),
  };
}

// Upwards, as git looks for it. A file of that name leads to where the folder is.
function gitFolder(root: string): string | null {
  for (let at = resolve(root); ; at = dirname(at)) {
    const place = join(at, '.git');
    const stats = statsOf(place);
    if (stats?.isDirectory()) return place;
    const linked = stats === undefined ? undefined : LINKED.exec(textOf(place) ?? '')?.[1];
    if (linked !== undefined) return resolve(at, linked);
    if (at === dirname(at)) return null;
  }
}

// Not there, or not to be read: both look the same to whoever compares. HEAD may be a link in an old repository.
function textOf(path: string): string | null {
  return readPlainText(path, { bytesMax: BYTES_MAX, followsLinks: true });
}

function versionOf(path: string): string {
  const stats = statsOf(path);
  return stats === undefined ? '-' : `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder above may not be entered.
    return undefined;
  }
}
