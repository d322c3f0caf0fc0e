import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import { readPlace } from '../../model/line-ranges.ts';
import { insideOf, wayTo } from '../../reading/confine.ts';
import { type Call, field, type Operation } from '../operation.ts';
import { fieldsOf } from './read-input.ts';

const folder = z.string().min(1).optional();

export const near = field(folder.describe('A folder that comes first, with its package'), {
  placeholder: 'DIR',
  isPath: true,
});
export const under = field(folder.describe('Only what lies in this folder'), { placeholder: 'DIR', isPath: true });

/**
 * Turns a path typed below the root, or below a folder that is asked too, into one from the root; ids, names and paths from the root stay as
 * they are. Whoever comes from Windows may type backslashes anywhere.
 */
export function fromWhereOneStands({
  root,
  beside = [],
  cwd,
}: Pick<Call, 'root' | 'beside' | 'cwd'>): (typed: string) => string {
  return (typed) => {
    for (const [path, tail] of readings(typed)) {
      const absolute = resolve(cwd, path);
      if (path === '' || !existsSync(absolute)) continue;
      const real = realpathSync.native(absolute);
      const isBeside = beside.some((folder) => insideOf(folder, real) !== null);
      const inside = isBeside ? wayTo(root, real) : insideOf(root, real);
      return inside === null ? typed : (inside || '.') + tail;
    }
    // One that is not there is looked for by its name, which is its way from the root.
    const { name } = readPlace(typed);
    return isAbsolute(name) ? (insideOf(root, name) ?? typed) : typed;
  };
}

// A path as it stands, without the lines behind it, without the name or heading in it.
function readings(typed: string): readonly (readonly [path: string, tail: string])[] {
  return [typed, typed.replaceAll('\\', '/')].flatMap((one) => {
    const { name, lines } = readPlace(one);
    const [before, ...named] = name.split('#');
    return [
      [one, ''],
      [name, lines.length === 0 ? '' : `:${lines.map((range) => range.join('-')).join(',')}`],
      [named.length === 0 ? '' : before!, `#${named.join('#')}`],
    ] as const;
  });
}

/** Whether a path of this machine, its links followed as far as it exists, lies in one of some folders. */
export function isWithin(folders: readonly string[], path: string): boolean {
  const isIn = (one: string) => folders.some((folder) => insideOf(folder, one) !== null);
  for (let at = resolve(path), rest = ''; ; at = dirname(at)) {
    const real = realPath(at);
    if (real !== at || existsSync(at)) return isIn(join(real, rest));
    if (dirname(at) === at) return false;
    rest = join(basename(at), rest);
  }
}

/** The input of an operation with every path in it as the workspace names it. */
export function pathsFromRoot<Input extends Readonly<Record<string, unknown>>>(
  operation: Pick<Operation, 'input'>,
  input: Input,
  call: Pick<Call, 'root' | 'beside' | 'cwd'>,
): Input {
  const named = (value: unknown) => (typeof value === 'string' ? fromWhereOneStands(call)(value) : value);
  const paths = fieldsOf(operation).filter(({ key, face }) => face.isPath && input[key] !== undefined);
  const changed = paths.map(({ key }) => {
    const value = input[key];
    return [key, Array.isArray(value) ? value.map(named) : named(value)];
  });
  return { ...input, ...Object.fromEntries(changed) };
}

/** The folder of the workspace one stands in; nothing at its root and outside of it. */
export function standingIn({ root, cwd }: Pick<Call, 'root' | 'cwd'>): string | undefined {
  return insideOf(root, realPath(cwd)) || undefined;
}

/** A path with its links followed. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // A folder that is gone is still where one stands.
    return path;
  }
}
