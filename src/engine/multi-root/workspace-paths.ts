import { isAbsolute } from 'node:path';
import { ContextError } from '../../model/errors.ts';
import { insideOf, wayTo } from '../../reading/confine.ts';
import type { QuestionRun } from '../question-run.ts';

/** Paths of one workspace as another sees them, so that whoever reads them there finds the files. */
export interface WorkspacePaths {
  /** `src/a.ts` as `../api/src/a.ts`; ids, which begin with a path, likewise. */
  shown<Text extends string>(path: Text): Text;
  /** The other way round; null for what lies elsewhere. */
  local(path: string): string | null;
}

/** A workspace among those that are asked together. */
export interface AskedWorkspace {
  readonly context: QuestionRun;
  readonly paths: WorkspacePaths;
}

/** The workspaces of a question, the one that leads first. */
export function askedWorkspaces(context: QuestionRun): readonly [AskedWorkspace, ...AskedWorkspace[]] {
  const { neighbours = [], root } = context;
  const { storedView } = context.parts;
  const others = neighbours.map((one): AskedWorkspace => ({ context: one, paths: neighbourPaths(root, one) }));
  // One that is asked alone is not told apart from others.
  const isNamed = storedView !== null && others.length > 0;
  const paths = isNamed ? storedViewPaths(storedView) : leadPaths(others.map((one) => one.paths));
  return [{ context, paths }, ...others];
}

/** The workspace a path as it is seen leads into, the first where it leads into no other. */
export function workspaceHolding(
  [first, ...others]: readonly [AskedWorkspace, ...AskedWorkspace[]],
  path: string,
): AskedWorkspace {
  return others.find(({ paths }) => localFolder(path, paths) !== undefined) ?? first;
}

/** A folder or file as its own workspace calls it, which is empty for the workspace itself. */
export function localFolder(folder: string | undefined, paths: WorkspacePaths): string | undefined {
  return folder === undefined ? undefined : (paths.local(`${folder}/`)?.replace(/\/$/, '') ?? undefined);
}

function neighbourPaths(home: string, { root, parts: { storedView } }: QuestionRun): WorkspacePaths {
  return storedView === null ? relativePaths(home, root) : storedViewPaths(storedView);
}

/** How a workspace at `root` is seen from the one at `home`. */
export function relativePaths(home: string, root: string): WorkspacePaths {
  const folder = wayTo(home, root);
  return {
    shown: <Text extends string>(path: Text) => `${folder}/${path}` as Text,
    local: (path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null),
  };
}

/** How a workspace is seen that lies on no disk here: `src/a.ts` as `org/name:src/a.ts`. The view everybody means is not said. */
function storedViewPaths(view: string): WorkspacePaths {
  const name = view.replace(/@main$/, '');
  return {
    shown: <Text extends string>(path: Text) => `${name}:${path}` as Text,
    local: (path) => {
      if (path === name || path === `${name}/`) return '';
      return path.startsWith(`${name}:`) ? path.slice(name.length + 1).replace(/^\/+/, '') : null;
    },
  };
}

/** A workspace sees its own paths as they are, and others' as theirs. */
function leadPaths(others: readonly WorkspacePaths[]): WorkspacePaths {
  return { shown: (path) => path, local: (path) => (others.some((one) => one.local(path) !== null) ? null : path) };
}

/** Refuses workspaces of which one is another or lies in it: its files would be told twice. */
export function refuseOverlap(roots: readonly string[]): void {
  for (const [at, root] of roots.entries())
    for (const other of roots.slice(at + 1)) {
      const [outer, inner] = root.length <= other.length ? [root, other] : [other, root];
      if (outer === inner) throw new ContextError('BAD_INPUT', `${outer} is named twice.`);
      if (isAbsolute(outer) && isAbsolute(inner) && insideOf(outer, inner) !== null)
        throw new ContextError('BAD_INPUT', `${inner} lies in ${outer}: name one of them.`);
    }
}
