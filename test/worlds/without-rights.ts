import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const NOBODY = 65_534;

/**
 * Does something in some folders as a user whom permissions bind. They do not bind root, as whom tests run in a
 * container: there the folders are given to nobody, and the process is nobody as long as the work takes.
 */
export async function withoutRights<Result>(
  folders: readonly string[],
  work: () => Promise<Result> | Result,
): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  for (const folder of folders)
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(join(folder, name), NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
