import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { existingStateFolder, WORKSPACE_MARKS } from '../../config/workspace-folders.ts';
import { ContextError } from '../../model/errors.ts';
import { insideOf } from '../../reading/confine.ts';

/** Throws where a folder is a whole home or disk that was never indexed: hardly anybody means all of it. */
export function refuseWholeDisk(root: string, env: Readonly<Record<string, string | undefined>>): void {
  if (isWholeDisk(root, env) && !hasIndex(root)) {
    const name = dirname(root) === root ? 'the whole disk' : 'your home folder';
    throw new ContextError('WHOLE_DISK', `${root} is ${name}, and everything in it would be indexed.`);
  }
}

/** Whether a folder is a home or the root of a disk. */
export function isWholeDisk(root: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return root === homeOf(env) || dirname(root) === root;
}

/** The home of whoever asks, with its links resolved. */
export function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  const home = env.HOME || env.USERPROFILE || homedir();
  try {
    return realpathSync.native(home);
  } catch {
    return home;
  }
}

/** Whether a workspace has been indexed before, at least in part. */
export function hasIndex(root: string): boolean {
  return indexFile(root) !== null;
}

/** The index of a workspace that keeps it beside the code; null where there is none yet. */
export function indexFile(root: string): string | null {
  const folder = existingStateFolder(root);
  // Another version's lies there under its own name.
  const name = folder === null ? undefined : readdirSync(folder).find((file) => /^index(?:-v\d+)?\.db$/.test(file));
  return name === undefined ? null : join(folder!, name);
}

/** Why a folder is none to start an index in unasked; null where it may be. */
export function whyNotHere(root: string, home: string): string | null {
  if (hasIndex(root)) return null;
  // Everything somebody owns, or more, is no workspace.
  if (insideOf(root, home) !== null) return 'this folder holds a whole home';
  return isWorkspace(root) ? null : 'this folder is no repository and has no index';
}

/** Whether a folder says of itself that it is one piece of work. */
export function isWorkspace(root: string): boolean {
  return WORKSPACE_MARKS.some((mark) => existsSync(join(root, mark)));
}
