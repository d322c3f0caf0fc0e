import { existsSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Call } from '../operation.ts';

const TAIL = /(?:#[^/]*|:\d+(?:-\d+)?)$/;

/** Turns a path typed below the root into one from the root; ids, names and paths from the root stay as they are. */
export function fromWhereOneStands({ root, cwd }: Pick<Call, 'root' | 'cwd'>): (typed: string) => string {
  return (typed) => {
    for (const tail of ['', TAIL.exec(typed)?.[0] ?? '']) {
      const path = typed.slice(0, typed.length - tail.length);
      const absolute = resolve(cwd, path);
      if (path === '' || !existsSync(absolute)) continue;
      const inside = relative(root, realpathSync(absolute));
      return inside === '' || inside.startsWith('..') ? typed : inside.split(sep).join('/') + tail;
    }
    return typed;
  };
}
