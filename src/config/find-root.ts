import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ContextError } from '../model/errors.ts';

/**
 * The workspace a command is about: the folder it names, or the nearest one upwards that is a repository or has a
 * configuration, or else the folder it was started in.
 */
export function findRoot(cwd: string, named: string | undefined): string {
  if (named !== undefined) return realFolder(resolve(cwd, named), named);
  const start = realpathSync.native(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (isMarked(folder)) return folder;
    if (dirname(folder) === folder) return start;
  }
}

/**
 * The repository's own file. It lies beside the code, not in `.knap/`, because `.knap/` ignores itself and a
 * repository's configuration is there to be committed and shared.
 */
export const REPOSITORY_FILES = ['knap.config.yaml', 'knap.config.json'] as const;

/** What a folder holds that is a workspace of its own. */
export const WORKSPACE_MARKS: readonly string[] = ['.git', ...REPOSITORY_FILES];

/** Whether a folder is a workspace by what it holds. */
export function isMarked(folder: string): boolean {
  return WORKSPACE_MARKS.some((mark) => existsSync(join(folder, mark)));
}

function realFolder(path: string, named: string): string {
  if (!existsSync(path)) throw new ContextError('NOT_A_FOLDER', `There is no folder ${named}.`);
  if (!statSync(path).isDirectory()) throw new ContextError('NOT_A_FOLDER', `${named} is not a folder.`);
  return realpathSync.native(path);
}
