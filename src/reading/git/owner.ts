import { join } from 'node:path';
import { type RepositoryPlace, statsOf } from './find-repository.ts';

/** Who is asking, as the system counts users; without such numbers nothing is refused. */
export interface Asking {
  readonly user: number | undefined;
  readonly sudoUser: number | null;
}

/** Whether some folder of a repository belongs to another user, as git looks at it. */
export function isOfAnother(place: RepositoryPlace, asking: Asking): boolean {
  const folders = place.top === null ? [place.own] : [place.own, place.top, join(place.top, '.git')];
  return folders.some((folder) => !isOwner(statsOf(folder)?.uid ?? -1, asking));
}

/** Whether files of an owner are those of whoever asks, or of whoever called `sudo`. */
export function isOwner(owner: number, { user, sudoUser }: Asking): boolean {
  return user === undefined || owner === user || (user === 0 && owner === sudoUser);
}

/** Whether the user's own `safe.directory` names a repository all the same; an empty value forgets those before it. */
export function isTrusted({ top, own }: RepositoryPlace, safe: readonly string[]): boolean {
  const folder = top ?? own;
  return safe
    .slice(safe.lastIndexOf('') + 1)
    .some(
      (entry) => entry === '*' || entry === folder || (entry.endsWith('/*') && folder.startsWith(entry.slice(0, -1))),
    );
}
