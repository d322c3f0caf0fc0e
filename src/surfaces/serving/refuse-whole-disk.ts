import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { ContextError } from '../../model/errors.ts';
import { hasIndex } from './index-place.ts';

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
