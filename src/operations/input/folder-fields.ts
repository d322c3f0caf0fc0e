import { realpathSync } from 'node:fs';
import * as z from 'zod';
import { insideOf } from '../../reading/confine.ts';
import { type Call, field } from '../operation.ts';

const folder = z.string().min(1).optional();

export const near = field(folder.describe('A folder that comes first, with its package'), {
  placeholder: 'DIR',
  isPath: true,
});
export const under = field(folder.describe('Only what lies in this folder'), { placeholder: 'DIR', isPath: true });

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
