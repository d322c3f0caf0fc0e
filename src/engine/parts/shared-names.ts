import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import { findRepository, smallText } from '../../reading/git/find-repository.ts';

/** What a shared store calls this root: the workspace everybody means, and the state of it; null for that of this folder, which stays here. */
export interface SharedNames {
  readonly workspace: string;
  readonly view: string | null;
}

// What lies before the first @ is the workspace, what follows it the view.
const NAMED = /^([^@,\s]{1,200})(?:@([^\s,]{1,200}))?$/;

const REF_PLACE = /^(?:refs\/(?:heads|tags|remotes\/[^/]+)\/|origin\/)/;

/** The names of a root. Without one, the workspace is called as the repository is where it comes from: all who cloned it mean the same. */
export function sharedNames(root: string, named: string | undefined, ref?: string): SharedNames {
  const [, workspace, view] = named === undefined ? [] : (NAMED.exec(named) ?? []);
  if (named !== undefined && workspace === undefined)
    throw new ContextError('BAD_CONFIG', `--workspace ${named}: a name like org/name, or org/name@main.`);
  return { workspace: workspace ?? originOf(root) ?? `local/${hostname()}:${root}`, view: view ?? viewOf(ref) };
}

// A branch is called the same on every remote.
function viewOf(ref: string | undefined): string | null {
  if (ref !== 'HEAD') return ref?.replace(REF_PLACE, '') ?? null;
  throw new ContextError('BAD_INPUT', '--ref HEAD is no name for a view: say --workspace org/name@main.');
}

/** The names of what workers keep for everybody: without one, the view is `main`. */
export function namesOfIndexedView(root: string, named: string | undefined) {
  const { workspace, view } = sharedNames(root, named);
  return { workspace, view: view ?? 'main' };
}

/**
 * The view of a shared store that is read as it is, since somebody else keeps it; null where a tree on this machine is asked. What has a
 * name of its own is changed by `knap index` alone: a question asked in another folder would make it what lies there.
 */
export function storedViewOf({ store, workspace }: Pick<Config, 'store' | 'workspace'>): string | null {
  return store !== undefined && workspace?.includes('@') ? workspace : null;
}

// The settings are a stranger's text: one line of them is looked for, and it names a workspace, never a place to connect to.
function originOf(root: string): string | null {
  const place = findRepository(root);
  const settings = place ? (smallText(join(place.common, 'config')) ?? '') : '';
  const section = /^\[remote "origin"\]\s*\n((?:[ \t]+[^\n]*\n|\n)*)/m.exec(`${settings}\n`)?.[1] ?? '';
  const url = /^\s*url\s*=\s*"?([^"\s]+)"?\s*$/m.exec(section)?.[1] ?? '';
  const [, host, path] =
    /^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+\.\w+|localhost)(?::\d+\/|[:/])(.+?)(?:\.git)?\/?$/.exec(url) ?? [];
  if (host === undefined || path === undefined) return null;
  const name = `${host.toLowerCase()}/${path.replace(/^\/+/, '')}`;
  return NAMED.test(name) ? name : null;
}
