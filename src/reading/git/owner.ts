// Refuses repositories of other users, by the rules of git.
import { join } from 'node:path';
import { type RepositoryPlace, statsOf } from './find-repository.ts';

/** The user of this process, and the one who called `sudo`. On systems without user ids nothing is refused. */
export interface ProcessUser {
  readonly user: number | undefined;
  readonly sudoUser: number | null;
}

/** Whether a folder of a repository belongs to another user, by the rules of git. */
export function isOfAnother(place: RepositoryPlace, asking: ProcessUser): boolean {
  const folders = place.top === null ? [place.own] : [place.own, place.top, join(place.top, '.git')];
  return folders.some((folder) => !isOwner(statsOf(folder)?.uid ?? -1, asking));
}

/** Whether the owner of a file is the user of this process, or the user who called `sudo`. */
export function isOwner(owner: number, { user, sudoUser }: ProcessUser): boolean {
  return user === undefined || owner === user || (user === 0 && owner === sudoUser);
}

/** Whether the user's `safe.directory` setting allows a repository; an empty value clears the values before it. */
export function isTrusted({ top, own }: RepositoryPlace, safe: readonly string[]): boolean {
  const folder = top ?? own;
  return safe
    .slice(safe.lastIndexOf('') + 1)
    .some(
      (entry) => entry === '*' || entry === folder || (entry.endsWith('/*') && folder.startsWith(entry.slice(0, -1))),
    );
}
