import { join } from 'node:path';
import type { HistoryStamp } from '../../ports/source.ts';
import { findRepository, readHead, smallText, statsOf } from '../../reading/git/find-repository.ts';

const SYMBOLIC = /^ref: (.+)$/m;

/** Looks at a few small files of git's, without asking git: quick enough to be done at every call. */
export function gitStamp(root: string): HistoryStamp {
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

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The commit HEAD stands at, where git's own small files say it plainly; null where only git can tell. */
export function plainHead(root: string): string | null {
  const place = findRepository(root);
  const head = place === null ? null : readHead(place.own);
  if (place === null || head === null) return null;
  const branch = SYMBOLIC.exec(head)?.[1]?.trimEnd();
  const said = branch === undefined ? head : branch.startsWith('refs/heads/') ? branchAt(place.common, branch) : null;
  return said !== null && COMMIT.test(said.trimEnd()) ? said.trimEnd() : null;
}

// A file of its own comes before the line among those that are packed.
function branchAt(common: string, branch: string): string | null {
  if (statsOf(join(common, branch)) !== undefined) return smallText(join(common, branch));
  const packed = smallText(join(common, 'packed-refs'))?.split('\n') ?? [];
  return packed.find((line) => line.endsWith(` ${branch}`))?.split(' ', 1)[0] ?? null;
}
