import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContextError } from '../model/errors.ts';

/** The folder in a workspace that holds knap's index and packs. */
export const STATE_FOLDER = '.knap';

const PRIVATE = 0o700;

/** Makes the state folder on first need: private, and ignoring itself, so that using knap changes nothing else. */
export async function makeStateFolder(root: string): Promise<string> {
  const folder = join(root, STATE_FOLDER);
  try {
    // Two processes may get here at once: whichever made the folder or the file, both are then there.
    const made = await mkdir(folder, { recursive: true, mode: PRIVATE });
    if (made !== undefined) await chmod(folder, PRIVATE);
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(ignoreExisting);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw new ContextError('CANNOT_WRITE', `${folder} cannot be written (${code ?? 'unknown'}).`, { cause });
  }
  return folder;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
