import { realpathSync } from 'node:fs';
import native, { type PlatformPath } from 'node:path';

/** Where a path really lies, or why it may not be opened. */
export type Confined = { readonly real: string } | { readonly refusal: 'outside' | 'gone' | 'unreadable' };

/** Resolves a relative path with all its links; whatever ends outside the root is refused. */
export function confine(realRoot: string, path: string): Confined {
  const isOdd = path === '' || path.includes('\0') || native.isAbsolute(path) || path.split(/[/\\]/).includes('..');
  if (isOdd) return { refusal: 'outside' };
  try {
    const real = realpathSync.native(native.join(realRoot, path));
    return insideOf(realRoot, real) === null ? { refusal: 'outside' } : { real };
  } catch (error) {
    return { refusal: isAbsence(error) ? 'gone' : 'unreadable' };
  }
}

/** What a system says about its own paths; another than this one's where a test asks. */
type NativeRules = Pick<PlatformPath, 'relative' | 'isAbsolute' | 'sep'>;

/**
 * A path of this machine as a workspace names it: from its folder, with forward slashes, empty for the folder itself and null outside of
 * it. On Windows that is another drive too, and upper and lower case are the same.
 */
export function insideOf(folder: string, path: string, rules: NativeRules = native): string | null {
  const way = rules.relative(folder, path);
  const isOutside = way === '..' || way.startsWith(`..${rules.sep}`) || rules.isAbsolute(way);
  return isOutside ? null : wayTo(folder, path, rules);
}

/** The way from a folder to any path of this machine, with forward slashes: `../api/src`, or `D:/api/src` where there is no other. */
export function wayTo(folder: string, path: string, rules: NativeRules = native): string {
  return rules.relative(folder, path).split(rules.sep).join('/');
}

/** Whether an error of the file system says that there is nothing at the path. */
export function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
