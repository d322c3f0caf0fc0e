import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this repository. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Files that are or would be committed, sorted; deleted ones left out. */
export function trackedFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    maxBuffer: 1 << 26,
  });
  const paths = listed
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '');
  return [...new Set(paths)].filter((path) => existsSync(join(ROOT, path))).sort();
}

/** The text of a file of this repository. */
export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
