import { relative, sep } from 'node:path';
import { ContextError } from '../../model/errors.ts';

/** Paths of one workspace as another sees them, so that whoever reads them there finds the files. */
export interface PathsSeen {
  /** `src/a.ts` as `../api/src/a.ts`; ids, which begin with a path, likewise. */
  seen<Text extends string>(path: Text): Text;
  /** The other way round; null for what lies elsewhere. */
  own(path: string): string | null;
}

/** How a workspace at `root` is seen from the one at `home`. */
export function pathsSeen(home: string, root: string): PathsSeen {
  const folder = relative(home, root).split(sep).join('/');
  return {
    seen: <Text extends string>(path: Text) => `${folder}/${path}` as Text,
    own: (path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null),
  };
}

/** How a workspace is seen that lies on no disk here: `src/a.ts` as `org/name:src/a.ts`. The view everybody means is not said. */
export function pathsNamed(view: string): PathsSeen {
  const name = view.replace(/@main$/, '');
  return {
    seen: <Text extends string>(path: Text) => `${name}:${path}` as Text,
    own: (path) => {
      if (path === name || path === `${name}/`) return '';
      return path.startsWith(`${name}:`) ? path.slice(name.length + 1).replace(/^\/+/, '') : null;
    },
  };
}

/** A workspace sees its own paths as they are, and others' as theirs. */
export function pathsAtHome(others: readonly PathsSeen[]): PathsSeen {
  return { seen: (path) => path, own: (path) => (others.some((one) => one.own(path) !== null) ? null : path) };
}

/** Refuses workspaces of which one is another or lies in it: its files would be told twice. */
export function checkApart(roots: readonly string[]): void {
  for (const [at, root] of roots.entries())
    for (const other of roots.slice(at + 1)) {
      const [outer, inner] = root.length <= other.length ? [root, other] : [other, root];
      if (outer === inner) throw new ContextError('BAD_INPUT', `${outer} is named twice.`);
      if (inner.startsWith(outer.endsWith(sep) ? outer : outer + sep))
        throw new ContextError('BAD_INPUT', `${inner} lies in ${outer}: name one of them.`);
    }
}
