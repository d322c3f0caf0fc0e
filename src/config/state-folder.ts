import { lstatSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContextError } from '../model/errors.ts';

/** The folder in a workspace that holds knap's index and packs. */
export const STATE_FOLDER = '.knap';

/** What lies in it, each in a folder of its own. */
export type StatePart = 'packs' | 'graphs' | 'eval';

const PRIVATE = 0o700;

/** Where the state, or a part of it, is kept. A link would be a repository's word about where knap writes: refused. */
export function stateFolder(root: string, part?: StatePart): string {
  const folder = join(root, STATE_FOLDER);
  const path = part === undefined ? folder : join(folder, part);
  for (const each of new Set([folder, path])) {
    if (lstatSync(each, { throwIfNoEntry: false })?.isDirectory() !== false) continue;
    throw new ContextError('CANNOT_WRITE', `${each} is no folder of its own: remove it, and knap makes one.`);
  }
  return path;
}

/** Makes it on first need: private, and ignoring itself, so that using knap changes nothing else. */
export async function makeStateFolder(root: string, part?: StatePart): Promise<string> {
  const folder = stateFolder(root);
  try {
    await makePrivate(folder);
    // Two processes may get here at once: whichever made the file, it is then there. A link is not written through.
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(ignoreExisting);
    const path = stateFolder(root, part);
    if (path !== folder) await makePrivate(path);
    return path;
  } catch (cause) {
    if (cause instanceof ContextError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    throw new ContextError('CANNOT_WRITE', `${folder} cannot be written (${code ?? 'unknown'}).`, { cause });
  }
}

async function makePrivate(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: PRIVATE });
  if (made !== undefined) await chmod(folder, PRIVATE);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
