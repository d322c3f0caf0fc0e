import { join } from 'node:path';
import type { HistoryStamp } from '../../ports/source.ts';
import { findRepository, readHead, smallText, statsOf } from '../../reading/git/find-repository.ts';
import { git } from '../../reading/git.ts';

/** The repository around a folder, found out with one call of git. */
export type Repository =
  | { readonly kind: 'none'; readonly note: string }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'commits';
      readonly head: string;
      readonly isShallow: boolean;
      /** Some of its objects were left on the server. */
      readonly isPartial: boolean;
      readonly isSubfolder: boolean;
    };

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Looks at the repository a folder lies in; `rev` names the commit whose past is meant. */
export async function lookAtRepository(root: string, rev: string): Promise<Repository> {
  const answer = await git(root, ['rev-parse', '--is-shallow-repository', '--show-prefix', `${rev}^{commit}`]);
  if (answer.isMissing) return { kind: 'none', note: 'no history: git could not be run' };
  const lines = answer.stdout.toString('utf8').split('\n');
  const [shallow, ...others] = lines;
  if (shallow !== 'true' && shallow !== 'false') return { kind: 'none', note: noRepository(answer.complaint) };
  // The last line but the empty one is the commit; a folder's name between them may itself hold newlines.
  const head = others.at(-2) ?? '';
  if (!answer.ok || !COMMIT.test(head)) return { kind: 'empty' };
  const prefix = others.slice(0, -2).join('\n');
  const { isPartial } = answer;
  return { kind: 'commits', head, isShallow: shallow === 'true', isPartial, isSubfolder: prefix !== '' };
}

/** Commits of the earlier head that the later head no longer has: none where history only grew, null when git no longer has the earlier head. */
export async function commitsLeft(root: string, earlier: string, later: string): Promise<readonly string[] | null> {
  // The earlier head comes from the index, which somebody may have forged.
  if (!COMMIT.test(earlier)) return null;
  const answer = await git(root, ['rev-list', `${later}..${earlier}`]);
  return answer.ok ? answer.stdout.toString('latin1').split('\n').filter(Boolean) : null;
}

function noRepository(complaint: string): string {
  const isOutside = complaint === '' || complaint.includes('not a git repository');
  return isOutside ? 'no history: not in a git repository' : `no history: ${complaint.slice(0, 200)}`;
}

const SYMBOLIC = /^ref: (.+)$/m;

/** A stamp of a few small files of git, read without starting git, so that it can be taken at every call. */
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

/** The commit HEAD stands at, where git's own small files say it plainly; null where only git can tell. */
export function plainHead(root: string): string | null {
  const place = findRepository(root);
  const head = place === null ? null : readHead(place.own);
  if (place === null || head === null) return null;
  const branch = SYMBOLIC.exec(head)?.[1]?.trimEnd();
  const commit = branch === undefined ? head : branch.startsWith('refs/heads/') ? branchAt(place.common, branch) : null;
  return commit !== null && COMMIT.test(commit.trimEnd()) ? commit.trimEnd() : null;
}

// A branch with a file of its own does not look into the packed refs.
function branchAt(common: string, branch: string): string | null {
  if (statsOf(join(common, branch)) !== undefined) return smallText(join(common, branch));
  const packed = smallText(join(common, 'packed-refs'))?.split('\n') ?? [];
  return packed.find((line) => line.endsWith(` ${branch}`))?.split(' ', 1)[0] ?? null;
}
