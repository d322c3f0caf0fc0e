import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { insideOf, wayTo } from '../../reading/confine.ts';
import type { Call } from '../operation.ts';

const TAIL = /(?:#[^/]*|:\d+(?:-\d+)?)$/;

/** Turns a path typed below the root, or below a folder that is asked too, into one from the root; ids, names and paths from the root stay as they are. */
export function fromWhereOneStands({
  root,
  beside = [],
  cwd,
}: Pick<Call, 'root' | 'beside' | 'cwd'>): (typed: string) => string {
  return (typed) => {
    for (const tail of ['', TAIL.exec(typed)?.[0] ?? '']) {
      const path = typed.slice(0, typed.length - tail.length);
      const absolute = resolve(cwd, path);
      if (path === '' || !existsSync(absolute)) continue;
      const real = realpathSync.native(absolute);
      const isBeside = beside.some((folder) => insideOf(folder, real) !== null);
      const inside = isBeside ? wayTo(root, real) : insideOf(root, real);
      return inside === null || inside === '' ? typed : inside + tail;
    }
    return typed;
  };
}
