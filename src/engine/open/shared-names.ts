// Names a workspace and its view in a shared store, so that all clones of a repository find the same index.
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import { findRepository, smallText } from '../../reading/git/find-repository.ts';

export interface SharedNames {
  readonly workspace: string;
  /** Null for the local state of this folder. */
  readonly view: string | null;
}

// `workspace@view`, where the view is optional.
const NAMED = /^([^@,\s]{1,200})(?:@([^\s,]{1,200}))?$/;

const REF_PREFIX = /^(?:refs\/(?:heads|tags|remotes\/[^/]+)\/|origin\/)/;

/** The names of a root. An unnamed workspace is called after the remote `origin`, else after machine and folder. */
export function sharedNames(root: string, named: string | undefined, ref?: string): SharedNames {
  const [, workspace, view] = named === undefined ? [] : (NAMED.exec(named) ?? []);
  if (named !== undefined && workspace === undefined)
    throw new ContextError('BAD_CONFIG', `--workspace ${named} is not a valid name: use org/name or org/name@main.`);
  return { workspace: workspace ?? originOf(root) ?? `local/${hostname()}:${root}`, view: view ?? viewOf(ref) };
}

// Drops the remote from a branch name, so that a branch has one name for all.
function viewOf(ref: string | undefined): string | null {
  if (ref !== 'HEAD') return ref?.replace(REF_PREFIX, '') ?? null;
  throw new ContextError('BAD_INPUT', '--ref HEAD does not name a view: add --workspace org/name@main.');
}

/** The names of a view that workers index for everybody. Without a given view it is `main`. */
export function namesOfIndexedView(root: string, named: string | undefined) {
  const { workspace, view } = sharedNames(root, named);
  return { workspace, view: view ?? 'main' };
}

/**
 * The named view of a shared store that questions read without changing it; null when questions read local files. Only
 * `knap index` changes a named view: otherwise a question in another folder would replace its content.
 */
export function storedViewOf({ store, workspace }: Pick<Config, 'store' | 'workspace'>): string | null {
  return store !== undefined && workspace?.includes('@') ? workspace : null;
}

// Reads the remote's URL from git's settings. They are untrusted text, so the URL only names a workspace and is never
// connected to.
function originOf(root: string): string | null {
  const place = findRepository(root);
  const settings = place ? (smallText(join(place.common, 'config')) ?? '') : '';
  const section = /^\[remote "origin"\]\s*\n((?:[ \t]+[^\n]*\n|\n)*)/m.exec(`${settings}\n`)?.[1] ?? '';
  const url = /^\s*url\s*=\s*"?([^"\s]+)"?\s*$/m.exec(section)?.[1] ?? '';
  // The host and path of a URL or of `user@host:path`, without scheme, user, port and `.git`.
  const [, host, path] =
    /^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+\.\w+|localhost)(?::\d+\/|[:/])(.+?)(?:\.git)?\/?$/.exec(url) ?? [];
  if (host === undefined || path === undefined) return null;
  const name = `${host.toLowerCase()}/${path.replace(/^\/+/, '')}`;
  return NAMED.test(name) ? name : null;
}
