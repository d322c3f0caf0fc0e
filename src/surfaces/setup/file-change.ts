// Reads a settings file, applies an edit, and writes or removes it safely. Also compares the ends of two texts.
import { realpathSync } from 'node:fs';
import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { writeAtOnce } from '../../config/write-at-once.ts';
import { ContextError } from '../../model/errors.ts';
import { insideOf } from '../../reading/confine.ts';
import { REFUSED, readPlainFile } from '../../reading/plain-file.ts';
import { SettingsFault } from './jsonc.ts';
import type { UserPlaces } from './user-folders.ts';

/** A file before and after a change; null if it does not exist. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly kind: 'create' | 'change' | 'remove' | 'none';
}

/** Reads a file and applies an edit, without writing. A file that becomes empty is to be removed. */
export async function readChange(
  file: string,
  within: string | null,
  edit: (text: string) => string,
): Promise<FileChange> {
  if (within !== null) refuseOutside(file, within);
  const before = await readText(file);
  const edited = parseOrRefuse(file, () => edit(before ?? ''));
  // An object with nothing but the version of Copilot's hook file counts as empty.
  const after = edited !== before && /^(\{\s*("version":\s*1\s*)?\})?$/.test(edited.trim()) ? null : edited;
  return changeOf(file, before, after);
}

export function changeOf(file: string, before: string | null, after: string | null): FileChange {
  const kind = before === after ? 'none' : before === null ? 'create' : after === null ? 'remove' : 'change';
  return { file, before, after, kind };
}

/** Writes a file by one rename, following a link and keeping permissions; or removes it, and folders left empty. */
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
    // A file that does not exist yet, or a link that leads nowhere, has no real path.
    const target = realOf(file) ?? file;
    const mode = (await stat(target).catch(() => null))?.mode;
    await writeAtOnce(target, after, mode);
  } catch (cause) {
    throw new ContextError('BAD_INPUT', `knap cannot write ${file} (${(cause as NodeJS.ErrnoException).code}).`, {
      cause,
    });
  }
}

/** How many items two lists or texts share at their beginning, and how many of the others at their end. */
export function commonEnds(a: string | readonly string[], b: string | readonly string[]) {
  const least = Math.min(a.length, b.length);
  let sameAtStart = 0;
  while (sameAtStart < least && a[sameAtStart] === b[sameAtStart]) sameAtStart++;
  let sameAtEnd = 0;
  while (sameAtEnd < least - sameAtStart && a.at(-1 - sameAtEnd) === b.at(-1 - sameAtEnd)) sameAtEnd++;
  return { sameAtStart, sameAtEnd };
}

// Removes a folder inside one of `kept` if it is empty, then its parent; rmdir fails for others.
async function removeEmpty(folder: string, kept: readonly string[]): Promise<void> {
  const isInside = kept.some((other) => other !== folder && insideOf(other, folder) !== null);
  if (!isInside || kept.includes(folder)) return;
  const isGone = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isGone) await removeEmpty(dirname(folder), kept);
}

export async function readText(file: string): Promise<string | null> {
  const bytes = readPlainFile(file, { ...DEFAULTS.kept, followsLinks: true });
  if (bytes === 'gone') return null;
  if (typeof bytes === 'string') throw new ContextError('BAD_INPUT', `${file} ${REFUSED[bytes]}.`);
  return bytes.toString('utf8');
}

// Refuses a file behind a link that leads out of the workspace, because a repository's links are untrusted.
export function refuseOutside(file: string, within: string): void {
  let path = file;
  while (realOf(path) === null && path !== within) path = dirname(path);
  const real = realOf(path) ?? within;
  if (insideOf(within, real) === null)
    throw new ContextError('OUTSIDE_ROOT', `${file} lies outside the workspace, behind a link.`);
}

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function parseOrRefuse(file: string, edit: () => string): string {
  try {
    return edit();
  } catch (cause) {
    if (!(cause instanceof SettingsFault)) throw cause;
    throw new ContextError(
      'BAD_INPUT',
      `knap does not change ${file}: ${cause.message}. Correct the file, or add knap by hand.`,
      { cause },
    );
  }
}
