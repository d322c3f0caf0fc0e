import { isAbsolute } from 'node:path';
import { ContextError } from '../../model/errors.ts';
import { insideOf, wayTo } from '../../reading/confine.ts';
import type { QuestionRun } from '../question-run.ts';

/** Paths of one workspace as another sees them, so that whoever reads them there finds the files. */
export interface PathsSeen {
  /** `src/a.ts` as `../api/src/a.ts`; ids, which begin with a path, likewise. */
  seen<Text extends string>(path: Text): Text;
  /** The other way round; null for what lies elsewhere. */
  own(path: string): string | null;
}

/** A workspace among those that are asked together. */
export interface PlaceAsked {
  readonly context: QuestionRun;
  readonly paths: PathsSeen;
}

/** The workspaces of a question, the one that leads first. */
export function placesAsked(context: QuestionRun): readonly [PlaceAsked, ...PlaceAsked[]] {
  const { beside = [], root } = context;
  const { kept } = context.parts;
  const others = beside.map((one): PlaceAsked => ({ context: one, paths: pathsFrom(root, one) }));
  // One that is asked alone is not told apart from others.
  const isNamed = kept !== null && others.length > 0;
  const paths = isNamed ? pathsNamed(kept) : pathsAtHome(others.map((one) => one.paths));
  return [{ context, paths }, ...others];
}

/** The workspace a path as it is seen leads into, the first where it leads into no other. */
export function holderOf([first, ...others]: readonly [PlaceAsked, ...PlaceAsked[]], path: string): PlaceAsked {
  return others.find(({ paths }) => ownFolder(path, paths) !== undefined) ?? first;
}

/** A folder or file as its own workspace calls it, which is empty for the workspace itself. */
export function ownFolder(folder: string | undefined, paths: PathsSeen): string | undefined {
  return folder === undefined ? undefined : (paths.own(`${folder}/`)?.replace(/\/$/, '') ?? undefined);
}

function pathsFrom(home: string, { root, parts: { kept } }: QuestionRun): PathsSeen {
  return kept === null ? pathsSeen(home, root) : pathsNamed(kept);
}

/** How a workspace at `root` is seen from the one at `home`. */
export function pathsSeen(home: string, root: string): PathsSeen {
  const folder = wayTo(home, root);
  return {
    seen: <Text extends string>(path: Text) => `${folder}/${path}` as Text,
    own: (path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null),
  };
}

/** How a workspace is seen that lies on no disk here: `src/a.ts` as `org/name:src/a.ts`. The view everybody means is not said. */
function pathsNamed(view: string): PathsSeen {
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
function pathsAtHome(others: readonly PathsSeen[]): PathsSeen {
  return { seen: (path) => path, own: (path) => (others.some((one) => one.own(path) !== null) ? null : path) };
}

/** Refuses workspaces of which one is another or lies in it: its files would be told twice. */
export function checkApart(roots: readonly string[]): void {
  for (const [at, root] of roots.entries())
    for (const other of roots.slice(at + 1)) {
      const [outer, inner] = root.length <= other.length ? [root, other] : [other, root];
      if (outer === inner) throw new ContextError('BAD_INPUT', `${outer} is named twice.`);
      if (isAbsolute(outer) && isAbsolute(inner) && insideOf(outer, inner) !== null)
        throw new ContextError('BAD_INPUT', `${inner} lies in ${outer}: name one of them.`);
    }
}
