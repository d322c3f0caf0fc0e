// Looks at a folder before it is indexed: whether it is a home folder or a disk, a workspace, or indexed already.
import { readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { existingStateFolder, isMarked } from '../../config/workspace-folders.ts';
import { ContextError } from '../../model/errors.ts';
import { insideOf } from '../../reading/confine.ts';

/** Refuses to index a whole home folder or disk for the first time, because hardly anybody wants that. */
export function refuseWholeDisk(root: string, env: Readonly<Record<string, string | undefined>>): void {
  if (isWholeDisk(root, env) && !hasIndex(root)) {
    const name = dirname(root) === root ? 'the whole disk' : 'your home folder';
    throw new ContextError('WHOLE_DISK', `${root} is ${name}, and everything in it would be indexed.`);
  }
}

export function isWholeDisk(root: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return root === homeOf(env) || dirname(root) === root;
}

/** The user's home folder, with links resolved. */
export function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  const home = env.HOME || env.USERPROFILE || homedir();
  try {
    return realpathSync.native(home);
  } catch {
    return home;
  }
}

/** Whether a workspace has an index file, even of another version or not complete. */
export function hasIndex(root: string): boolean {
  return indexFile(root) !== null;
}

/** An index file in the state folder of a workspace; null if there is none. */
export function indexFile(root: string): string | null {
  const folder = existingStateFolder(root);
  // Indexes of several versions may lie side by side, and an index over a shared store has a name of its own.
  const name =
    folder === null ? undefined : readdirSync(folder).find((file) => /^(?:index|over-\w+)(?:-v\d+)?\.db$/.test(file));
  return name === undefined ? null : join(folder!, name);
}

/** The reason not to index a folder without being asked; null if it is allowed. */
export function whyNotHere(root: string, home: string): string | null {
  if (hasIndex(root)) return null;
  if (insideOf(root, home) !== null) return 'this folder holds a whole home';
  return isMarked(root) ? null : 'this folder is not a repository and has no index';
}
