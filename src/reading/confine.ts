import { realpathSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';

/** Where a path really lies, or why it may not be opened. */
export type Confined = { readonly real: string } | { readonly refusal: 'outside' | 'gone' | 'unreadable' };

/** Resolves a relative path with all its links; whatever ends outside the root is refused. */
export function confine(realRoot: string, path: string): Confined {
  const isOdd = path === '' || path.includes('\0') || isAbsolute(path) || path.split(/[/\\]/).includes('..');
  if (isOdd) return { refusal: 'outside' };
  try {
    const real = realpathSync.native(join(realRoot, path));
    const prefix = realRoot.endsWith(sep) ? realRoot : realRoot + sep;
    return real === realRoot || real.startsWith(prefix) ? { real } : { refusal: 'outside' };
  } catch (error) {
    return { refusal: isAbsence(error) ? 'gone' : 'unreadable' };
  }
}

/** Whether an error of the file system says that there is nothing at the path. */
export function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
