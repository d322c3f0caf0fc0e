import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import { findRepository, smallText } from '../../reading/git/find-repository.ts';

/** What a store that is shared calls this root: the workspace everybody means, and the state of it that lies here. */
export interface SharedNames {
  readonly workspace: string;
  readonly view: string;
}

// What lies before the first @ is the workspace, what follows it the view.
const NAMED = /^([^@,\s]{1,200})(?:@([^\s,]{1,200}))?$/;

const REF_PLACE = /^(?:refs\/(?:heads|tags|remotes\/[^/]+)\/|origin\/)/;

/**
 * The names of a root. Without one, the workspace is called as the repository is where it comes from, so that all who cloned it mean
 * the same one, and the view is called after this machine and folder, since only here are the files as they are here.
 */
export function sharedNames(root: string, named: string | undefined, ref?: string): SharedNames {
  const [, workspace, view] = named === undefined ? [] : (NAMED.exec(named) ?? []);
  if (named !== undefined && workspace === undefined)
    throw new ContextError('BAD_CONFIG', `--workspace ${named}: a name like org/name, or org/name@main.`);
  const here = `${hostname()}:${root}`;
  return { workspace: workspace ?? originOf(root) ?? `local/${here}`, view: view ?? viewOf(ref) ?? here };
}

// A branch is called the same on every remote.
function viewOf(ref: string | undefined): string | undefined {
  if (ref !== 'HEAD') return ref?.replace(REF_PLACE, '');
  throw new ContextError('BAD_INPUT', '--ref HEAD is no name for a view: say --workspace org/name@main.');
}

/** The names of what workers keep for everybody: without one, the view is `main`. */
export function namesToKeep(root: string, named: string | undefined): SharedNames {
  const { workspace, view } = sharedNames(root, named);
  return { workspace, view: named?.includes('@') ? view : 'main' };
}

/**
 * The view of a shared store that is read as it is, since somebody else keeps it; null where a tree on this machine is asked. What has a
 * name of its own is changed by `knap index` alone: a question asked in another folder would make it what lies there.
 */
export function keptView({ store, workspace }: Pick<Config, 'store' | 'workspace'>): string | null {
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
