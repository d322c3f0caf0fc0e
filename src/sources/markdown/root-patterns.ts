/**
 * Whether a document stands for its folder. A pattern is about the file's name: `*` is anything, `?` one character and
 * `{folder}` the name of the folder; a pattern with a slash is about the whole path, where `**` crosses folders.
 */
export function isRootPath(path: string, patterns: readonly string[]): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  const folder = parts.at(-2) ?? '';
  return patterns.some((pattern) => expressionOf(pattern, folder).test(pattern.includes('/') ? path : name));
}

function expressionOf(pattern: string, folder: string): RegExp {
  // At the top there is no folder to be named after.
  const pieces = pattern.split(/(\{folder\}|\*\*\/?|\*+|\?)/).map((piece) => {
    if (piece === '{folder}') return folder === '' ? '(?!)' : escaped(folder);
    if (piece === '**/') return '(?:[^/]+/)*';
    if (piece === '**') return '.*';
    if (piece === '*') return '[^/]*';
    return piece === '?' ? '[^/]' : escaped(piece);
  });
  return new RegExp(`^${pieces.join('')}$`, 'u');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
