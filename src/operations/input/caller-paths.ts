// Turns paths as callers type them into paths from the root of the workspace. Also defines the fields `near` and
// `under`.
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { readPlace } from '../../model/line-ranges.ts';
import { insideOf, wayTo } from '../../reading/confine.ts';
import { type Call, type Operation, optional } from '../operation.ts';
import { fieldsOf } from './read-input.ts';

export const near = optional.text('Of equal matches, rank those in this folder and its package first', {
  placeholder: 'DIR',
  isPath: true,
});
export const under = optional.text('Only files in this folder', { placeholder: 'DIR', isPath: true });

/**
 * Converts a path that exists from the current folder, or an absolute one, into one relative to the root; other texts
 * and paths outside of all roots stay as they are. Accepts backslashes, because Windows users type them.
 */
export function toRootPath({
  root,
  beside = [],
  cwd,
}: Pick<Call, 'root' | 'beside' | 'cwd'>): (typed: string) => string {
  return (typed) => {
    for (const [path, tail] of possiblePaths(typed)) {
      const absolute = resolve(cwd, path);
      if (path === '' || !existsSync(absolute)) continue;
      const real = realpathSync.native(absolute);
      const isBeside = beside.some((folder) => insideOf(folder, real) !== null);
      const inside = isBeside ? wayTo(root, real) : insideOf(root, real);
      return inside === null ? typed : (inside || '.') + tail;
    }
    // The index calls a missing file by its path from the root.
    const { name } = readPlace(typed);
    return isAbsolute(name) ? (insideOf(root, name) ?? typed) : typed;
  };
}

// The paths that a text may hold: all of it, the part before its line numbers, or the part before `#`.
function possiblePaths(typed: string): readonly (readonly [path: string, tail: string])[] {
  return [typed, typed.replaceAll('\\', '/')].flatMap((one) => {
    const { name, lines } = readPlace(one);
    const [before, ...anchor] = name.split('#');
    return [
      [one, ''],
      [name, lines.length === 0 ? '' : `:${lines.map((range) => range.join('-')).join(',')}`],
      [anchor.length === 0 ? '' : before!, `#${anchor.join('#')}`],
    ] as const;
  });
}

/** Whether a path lies in one of the folders, after following links as far as the path exists. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  const isIn = (text: string) => folders.some((folder) => insideOf(folder, text) !== null);
  for (let at = resolve(path), rest = ''; ; at = dirname(at)) {
    const real = realPath(at);
    if (real !== at || existsSync(at)) return isIn(join(real, rest));
    if (dirname(at) === at) return false;
    rest = join(basename(at), rest);
  }
}

/** Converts the path fields of the input by `toRootPath`. */
export function pathsFromRoot<Input extends Readonly<Record<string, unknown>>>(
  operation: Pick<Operation, 'input'>,
  input: Input,
  call: Pick<Call, 'root' | 'beside' | 'cwd'>,
): Input {
  const fromRoot = (value: unknown) => (typeof value === 'string' ? toRootPath(call)(value) : value);
  const paths = fieldsOf(operation).filter(({ key, face }) => face.isPath && input[key] !== undefined);
  const changed = paths.map(({ key }) => {
    const value = input[key];
    return [key, Array.isArray(value) ? value.map(fromRoot) : fromRoot(value)];
  });
  return { ...input, ...Object.fromEntries(changed) };
}

/** The current folder relative to the root; undefined at the root and outside of it. */
export function currentFolder({ root, cwd }: Pick<Call, 'root' | 'cwd'>): string | undefined {
  return insideOf(root, realPath(cwd)) || undefined;
}

export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // The path may be missing, such as a current folder that was deleted.
    return path;
  }
}
