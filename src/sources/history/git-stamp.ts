import { join } from 'node:path';
import { findRepository, smallText, statsOf } from '../../reading/git/find-repository.ts';

/** Two texts that change with a repository: where its HEAD stands, and what it tracks. Both empty without one. */
export interface GitStamp {
  readonly head: string;
  readonly tracked: string;
}

const SYMBOLIC = /^ref: (.+)$/m;

/** Looks at a few small files of git's, without asking git: quick enough to be done at every call. */
export function gitStamp(root: string): GitStamp {
  const place = findRepository(root);
  if (place === null) return { head: '', tracked: '' };
  const { own, common } = place;
  const head = smallText(join(own, 'HEAD')) ?? '';
  const branch = SYMBOLIC.exec(head)?.[1];
  const places = ['packed-refs', 'reftable/tables.list', ...(branch === undefined ? [] : [branch])];
  return {
    head: [head, ...places.map((place) => versionOf(join(common, place)))].join(' '),
    tracked: [join(own, 'index'), join(common, 'info/exclude')].map(versionOf).join(' '),
  };
}

function versionOf(path: string): string {
  const stats = statsOf(path);
  return stats === undefined ? '-' : `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}
