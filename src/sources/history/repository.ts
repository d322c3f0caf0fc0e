// The history depends on the state of a git repository. This file finds that state: whether there is a repository, its
// head commit, which commits a rewrite dropped, and a cheap stamp that differs when the state may have changed.
import { join } from 'node:path';
import type { HistoryStamp } from '../../ports/source.ts';
import { findRepository, readHead, smallText, statsOf } from '../../reading/git/find-repository.ts';
import { git } from '../../reading/git.ts';

export type Repository =
  | { readonly kind: 'none'; readonly note: string }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'commits';
      readonly head: string;
      readonly isShallow: boolean;
      /** Whether some of its objects may be only on the server. */
      readonly isPartial: boolean;
      readonly isSubfolder: boolean;
    };

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Inspects the repository of a folder with one call of git; `rev` names the commit whose history is wanted. */
export async function inspectRepository(root: string, rev: string): Promise<Repository> {
  const answer = await git(root, ['rev-parse', '--is-shallow-repository', '--show-prefix', `${rev}^{commit}`]);
  if (answer.isMissing) return { kind: 'none', note: 'no history: git could not be run' };
  const lines = answer.stdout.toString('utf8').split('\n');
  const [shallow, ...others] = lines;
  if (shallow !== 'true' && shallow !== 'false') return { kind: 'none', note: explainNoRepository(answer.complaint) };
  // The commit is on the last line that is not empty; the name of a folder before it may hold newlines.
  const head = others.at(-2) ?? '';
  if (!answer.ok || !COMMIT.test(head)) return { kind: 'empty' };
  const prefix = others.slice(0, -2).join('\n');
  const { isPartial } = answer;
  return { kind: 'commits', head, isShallow: shallow === 'true', isPartial, isSubfolder: prefix !== '' };
}

/** Finds the commits of the earlier head that the later head lacks; null if git cannot tell or lost the earlier one. */
export async function findDroppedCommits(
  root: string,
  earlier: string,
  later: string,
): Promise<readonly string[] | null> {
  // The earlier head comes from the index, which may be forged.
  if (!COMMIT.test(earlier)) return null;
  const answer = await git(root, ['rev-list', `${later}..${earlier}`]);
  return answer.ok ? answer.stdout.toString('latin1').split('\n').filter(Boolean) : null;
}

function explainNoRepository(complaint: string): string {
  const isOutside = complaint === '' || complaint.includes('not a git repository');
  return isOutside ? 'no history: not in a git repository' : `no history: ${complaint.slice(0, 200)}`;
}

const SYMBOLIC = /^ref: (.+)$/m;

/** Makes a stamp from a few files and their times without starting git, so that every question can afford it. */
export function takeGitStamp(root: string): HistoryStamp {
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

/** Reads the commit of HEAD from the files of git; returns null where they do not tell it. */
export function readHeadFromFiles(root: string): string | null {
  const place = findRepository(root);
  const head = place === null ? null : readHead(place.own);
  if (place === null || head === null) return null;
  const branch = SYMBOLIC.exec(head)?.[1]?.trimEnd();
  const commit =
    branch === undefined ? head : branch.startsWith('refs/heads/') ? readBranch(place.common, branch) : null;
  return commit !== null && COMMIT.test(commit.trimEnd()) ? commit.trimEnd() : null;
}

// Reads the commit of a branch from its own file, else from the packed refs.
function readBranch(common: string, branch: string): string | null {
  if (statsOf(join(common, branch)) !== undefined) return smallText(join(common, branch));
  const packed = smallText(join(common, 'packed-refs'))?.split('\n') ?? [];
  return packed.find((line) => line.endsWith(` ${branch}`))?.split(' ', 1)[0] ?? null;
}
