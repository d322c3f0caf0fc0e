import { lstatSync, type Stats } from 'node:fs';
import type { Fingerprint } from '../../../ports/store.ts';
import { confine, wayTo } from '../../../reading/confine.ts';
import { wholeMs } from '../../../reading/read-file.ts';

/** What stands at a path, by kind. Links are settled later, when all files are known. */
export type Measured =
  | { readonly kind: 'file'; readonly file: Fingerprint }
  | { readonly kind: 'folder' | 'link' | 'gone' | 'unreadable' | 'other' };

/** Asks the disk about one path; follows nothing. */
export function measure(root: string, path: string): Measured {
  const stats = statsOf(`${root}/${path}`);
  if (stats === 'unreadable') return { kind: 'unreadable' };
  if (stats === undefined) return { kind: 'gone' };
  if (stats.isFile()) return { kind: 'file', file: fingerprint(path, stats) };
  if (stats.isSymbolicLink()) return { kind: 'link' };
  // Sockets, pipes and devices cannot be read as text, and opening one could hang.
  return { kind: stats.isDirectory() ? 'folder' : 'other' };
}

/** Where a link leads. */
export type FollowedLink =
  | { readonly kind: 'file'; readonly target: string; readonly file: Fingerprint }
  | { readonly kind: 'folder' | 'outside' | 'broken' };

/** Follows a link to its end; `realRoot` is the root with its own links resolved. */
export function followLink(realRoot: string, path: string): FollowedLink {
  const confined = confine(realRoot, path);
  if ('refusal' in confined) return { kind: confined.refusal === 'outside' ? 'outside' : 'broken' };
  const stats = statsOf(confined.real);
  if (stats === undefined || stats === 'unreadable') return { kind: 'broken' };
  if (!stats.isFile()) return { kind: stats.isDirectory() ? 'folder' : 'broken' };
  const target = wayTo(realRoot, confined.real);
  return { kind: 'file', target, file: fingerprint(path, stats) };
}

function fingerprint(path: string, stats: Stats): Fingerprint {
  return { path, size: stats.size, mtimeMs: wholeMs(stats) };
}

function statsOf(path: string): Stats | 'unreadable' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // No permission on a folder above, or a name the file system refuses.
    return 'unreadable';
  }
}
