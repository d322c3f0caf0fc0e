import { compileGlob, escapeGlob, partsOf } from '../../model/glob.ts';

/**
 * Whether a document stands for its folder. A pattern is about the file's name: `*` is anything, `?` one character and
 * `{folder}` the name of the folder; a pattern with a slash is about the whole path, where `**` crosses folders.
 */
export function isRootPath(path: string, patterns: readonly string[]): boolean {
  const whole = partsOf(path);
  const folder = path.split('/').at(-2) ?? '';
  return patterns.some((pattern) => {
    // At the top there is no folder to be named after.
    if (folder === '' && pattern.includes('{folder}')) return false;
    const glob = compileGlob(globOf(pattern, folder));
    return glob?.matches(pattern.includes('/') ? whole : whole.slice(-1)) ?? false;
  });
}

// Brackets are ordinary here: pages of some frameworks are named after them.
function globOf(pattern: string, folder: string): string {
  const pieces = pattern.split('{folder}').map((piece) => piece.replace(/[\\[\]]/g, '\\$&'));
  return pieces.join(escapeGlob(folder));
}
