// With several workspaces, a page shows paths as seen from the first, or with the name of a stored view. This file
// converts paths between that form and the form inside each workspace.
import { isAbsolute } from 'node:path';
import { ContextError } from '../../model/errors.ts';
import { insideOf, wayTo } from '../../reading/confine.ts';
import type { QuestionRun } from '../question-run.ts';

/** Converts paths between one workspace and the first, whose pages print them. */
export interface WorkspacePaths {
  /** A path or id of this workspace as the first shows it: `src/a.ts` as `../api/src/a.ts`. */
  shown<Text extends string>(path: Text): Text;
  /** A shown path as a path of this workspace; null if it lies in another workspace. */
  local(path: string): string | null;
}

export interface AskedWorkspace {
  readonly context: QuestionRun;
  readonly paths: WorkspacePaths;
}

/** The workspaces that a question goes to, beginning with the engine's own. */
export function askedWorkspaces(context: QuestionRun): readonly [AskedWorkspace, ...AskedWorkspace[]] {
  const { neighbours = [], root } = context;
  const { storedView } = context.parts;
  const others = neighbours.map((neighbour): AskedWorkspace => {
    const view = neighbour.parts.storedView;
    return { context: neighbour, paths: view === null ? relativePaths(root, neighbour.root) : storedViewPaths(view) };
  });
  // A stored view that is asked alone needs no name in its paths.
  const isNamed = storedView !== null && others.length > 0;
  const paths = isNamed ? storedViewPaths(storedView) : leadPaths(others.map((workspace) => workspace.paths));
  return [{ context, paths }, ...others];
}

/** The workspace that a shown path leads into; the first workspace if it leads into no other. */
export function workspaceHolding(
  [first, ...others]: readonly [AskedWorkspace, ...AskedWorkspace[]],
  path: string,
): AskedWorkspace {
  return others.find(({ paths }) => localFolder(path, paths) !== undefined) ?? first;
}

/** A shown folder or file as a path of its workspace: empty for the workspace itself, undefined if it is elsewhere. */
export function localFolder(folder: string | undefined, paths: WorkspacePaths): string | undefined {
  return folder === undefined ? undefined : (paths.local(`${folder}/`)?.replace(/\/$/, '') ?? undefined);
}

// Paths of the workspace at `root` as seen from the one at `home`.
function relativePaths(home: string, root: string): WorkspacePaths {
  const folder = wayTo(home, root);
  return {
    shown: <Text extends string>(path: Text) => `${folder}/${path}` as Text,
    local: (path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null),
  };
}

// Paths of a view without local files: `src/a.ts` as `org/name:src/a.ts`. The name leaves out the default view `@main`.
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

/** Paths of the first workspace: unchanged, unless they lead into another one. */
function leadPaths(others: readonly WorkspacePaths[]): WorkspacePaths {
  return { shown: (path) => path, local: (path) => (others.some((paths) => paths.local(path) !== null) ? null : path) };
}

/** Refuses workspaces that are the same or lie inside each other, because their files would appear twice. */
export function refuseOverlap(roots: readonly string[]): void {
  for (const [index, root] of roots.entries())
    for (const other of roots.slice(index + 1)) {
      const [outer, inner] = root.length <= other.length ? [root, other] : [other, root];
      if (outer === inner) throw new ContextError('BAD_INPUT', `The workspace ${outer} is named twice.`);
      if (isAbsolute(outer) && isAbsolute(inner) && insideOf(outer, inner) !== null)
        throw new ContextError('BAD_INPUT', `${inner} lies in ${outer}: name one of them.`);
    }
}
