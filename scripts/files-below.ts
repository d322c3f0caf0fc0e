import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a folder, or a file itself, relative to a root and in a fixed order. */
export function filesBelow(root: string, path: string): readonly string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}
