import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { insideOf, wayTo } from '../../reading/confine.ts';
import { type Call, field, type Operation } from '../operation.ts';
import { fieldsOf } from './read-input.ts';

const folder = z.string().min(1).optional();

export const near = field(folder.describe('A folder that comes first, with its package'), {
  placeholder: 'DIR',
  isPath: true,
});
export const under = field(folder.describe('Only what lies in this folder'), { placeholder: 'DIR', isPath: true });

const TAIL = /(?:#[^/]*|:\d+(?:-\d+)?)$/;
const tailOf = (text: string): string => TAIL.exec(text)?.[0] ?? '';

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
    const forward = typed.replaceAll('\\', '/');
    for (const [text, tail] of [typed, forward].flatMap((one) => [[one, ''] as const, [one, tailOf(one)] as const])) {
      const path = text.slice(0, text.length - tail.length);
      const absolute = resolve(cwd, path);
      if (path === '' || !existsSync(absolute)) continue;
      const real = realpathSync.native(absolute);
      const isBeside = beside.some((folder) => insideOf(folder, real) !== null);
      const inside = isBeside ? wayTo(root, real) : insideOf(root, real);
      return inside === null ? typed : (inside || '.') + tail;
    }
    return typed;
  };
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
