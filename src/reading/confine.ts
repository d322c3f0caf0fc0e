// Keeps paths inside the root, and relates paths to folders.
import { realpathSync } from 'node:fs';
import native, { type PlatformPath } from 'node:path';

type ConfinedPath = { readonly real: string } | { readonly refusal: 'outside' | 'gone' | 'unreadable' };

/** Resolves a path below the root with all its links; refuses one that holds `..`, is absolute or ends outside. */
export function confine(realRoot: string, path: string): ConfinedPath {
  const isInvalid = path === '' || path.includes('\0') || native.isAbsolute(path) || path.split(/[/\\]/).includes('..');
  if (isInvalid) return { refusal: 'outside' };
  try {
    const real = realpathSync.native(native.join(realRoot, path));
    return insideOf(realRoot, real) === null ? { refusal: 'outside' } : { real };
  } catch (error) {
    return { refusal: isAbsence(error) ? 'gone' : 'unreadable' };
  }
}

/** The path rules of an operating system; a test may pass those of another one. */
type NativeRules = Pick<PlatformPath, 'relative' | 'isAbsolute' | 'sep'>;

/**
 * A path relative to a folder, with forward slashes: empty for the folder itself, and null for a path outside it. On
 * Windows, other drives are outside, and case makes no difference.
 */
export function insideOf(folder: string, path: string, rules: NativeRules = native): string | null {
  const way = rules.relative(folder, path);
  const isOutside = way === '..' || way.startsWith(`..${rules.sep}`) || rules.isAbsolute(way);
  return isOutside ? null : wayTo(folder, path, rules);
}

/** The relative path from a folder to any path, with forward slashes: `../api`, or `D:/api` on another drive. */
export function wayTo(folder: string, path: string, rules: NativeRules = native): string {
  return rules.relative(folder, path).split(rules.sep).join('/');
}

/** Whether an error of the file system means that the path does not exist. */
export function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
