import { existsSync, lstatSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContextError } from '../model/errors.ts';

/** The folder in a workspace that holds knap's index and packs. */
export const STATE_FOLDER = '.knap';

/** How the names of folders begin that are being written, or were when somebody was killed; nobody reads them. */
export const UNFINISHED_PREFIX = '.knap-writing-';

/** What lies in it, each in a folder of its own. */
export type StatePart = 'packs' | 'graphs' | 'eval' | 'hooks';

const PRIVATE = 0o700;

/** Where the state, or a part of it, is kept. A link would be a repository's word about where knap writes: refused. */
export function stateFolder(root: string, part?: StatePart): string {
  const stranger = strangerAt(root, part);
  if (stranger === null) return pathOf(root, part);
  throw new ContextError('CANNOT_WRITE', `${stranger} is no folder of its own: remove it, and knap makes one.`);
}

/** The same for those who only look: null where there is none of our own. */
export function existingStateFolder(root: string, part?: StatePart): string | null {
  const path = pathOf(root, part);
  return strangerAt(root, part) === null && existsSync(path) ? path : null;
}

function pathOf(root: string, part: StatePart | undefined): string {
  return part === undefined ? join(root, STATE_FOLDER) : join(root, STATE_FOLDER, part);
}

function strangerAt(root: string, part: StatePart | undefined): string | null {
  const places = [pathOf(root, undefined), pathOf(root, part)];
  return places.find((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) ?? null;
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
