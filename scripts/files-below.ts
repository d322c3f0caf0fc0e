import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a folder (or the given file) relative to a root, sorted. */
export function filesBelow(root: string, path: string): readonly string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}
