import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { insideOf } from '../../reading/confine.ts';
import { REFUSED, readPlainFile } from '../../reading/plain-file.ts';
import { SettingsFault } from './jsonc.ts';
import type { UserPlaces } from './places.ts';

/** A file before and after; null where there is none. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly kind: 'create' | 'change' | 'remove' | 'none';
}

/** Reads a file and says what an edit makes of it. A file that would hold nothing any more is removed. */
export async function readChange(
  file: string,
  within: string | null,
  edit: (text: string) => string,
): Promise<FileChange> {
  if (within !== null) refuseOutside(file, within);
  const before = await read(file);
  const edited = understood(file, () => edit(before ?? ''));
  const after = edited !== before && /^(\{\s*("version":\s*1\s*)?\})?$/.test(edited.trim()) ? null : edited;
  return changeOf(file, before, after);
}

export function changeOf(file: string, before: string | null, after: string | null): FileChange {
  const kind = before === after ? 'none' : before === null ? 'create' : after === null ? 'remove' : 'change';
  return { file, before, after, kind };
}

/** Makes a change by one rename; a link is followed, its permissions are kept. */
export async function makeChange(
  { file, after }: FileChange,
  { root, home }: Pick<UserPlaces, 'root' | 'home'>,
): Promise<void> {
  try {
    if (after === null) {
      await rm(file);
      await removeEmpty(dirname(file), [root, home]);
      return;
    }
    await mkdir(dirname(file), { recursive: true });
    // There may be none yet: it will be where it is named.
    const target = realOf(file) ?? file;
    const mode = (await stat(target).catch(() => null))?.mode;
    const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
    await writeFile(temporary, after, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
    await rename(temporary, target).catch(async (error: unknown) => {
      await rm(temporary, { force: true });
      throw error;
    });
  } catch (cause) {
    throw new ContextError('BAD_INPUT', `${file} cannot be written (${(cause as NodeJS.ErrnoException).code}).`, {
      cause,
    });
  }
}

// Folders that held nothing but the file go with it; one that holds anything else is not empty, and stays.
async function removeEmpty(folder: string, kept: readonly string[]): Promise<void> {
  const isInside = kept.some((one) => one !== folder && insideOf(one, folder) !== null);
  if (!isInside || kept.includes(folder)) return;
  const isGone = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isGone) await removeEmpty(dirname(folder), kept);
}

export async function read(file: string): Promise<string | null> {
  const bytes = readPlainFile(file, { ...DEFAULTS.kept, followsLinks: true });
  if (bytes === 'gone') return null;
  if (typeof bytes === 'string') throw new ContextError('BAD_INPUT', `${file} ${REFUSED[bytes]}.`);
  return bytes.toString('utf8');
}

// A repository is data: a link in it does not choose which file outside is changed.
export function refuseOutside(file: string, within: string): void {
  let path = file;
  while (realOf(path) === null && path !== within) path = dirname(path);
  const real = realOf(path) ?? within;
  if (insideOf(within, real) === null)
    throw new ContextError('OUTSIDE_ROOT', `${file} leads out of the workspace by a link.`);
}

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function understood(file: string, edit: () => string): string {
  try {
    return edit();
  } catch (cause) {
    if (!(cause instanceof SettingsFault)) throw cause;
    throw new ContextError('BAD_INPUT', `${file} is left alone: ${cause.message}. Mend it, or add knap by hand.`, {
      cause,
    });
  }
}
