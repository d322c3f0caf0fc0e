import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY_FILES } from '../../config/load.ts';
import { hasIndex } from '../serving/whole-disk.ts';

/** Why a folder is none to start an index in unasked; null where it may be. */
export function whyNotHere(root: string, home: string): string | null {
  if (hasIndex(root)) return null;
  // Everything somebody owns, or more, is no workspace.
  if (!relative(root, home).startsWith('..')) return 'this folder holds a whole home';
  const isWorkspace = ['.git', ...REPOSITORY_FILES].some((mark) => existsSync(join(root, mark)));
  return isWorkspace ? null : 'this folder is no repository and has no index';
}
