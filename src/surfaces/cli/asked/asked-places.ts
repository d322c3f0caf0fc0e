import { type Config, FOLDER } from '../../../config/schema.ts';
import { findRoot } from '../../../config/workspace-folders.ts';
import { ContextError } from '../../../model/errors.ts';

/** A workspace a command is about: a folder, or what the shared store has under a name. */
export interface AskedPlace {
  readonly root: string;
  readonly workspace: string | undefined;
}

/** How places are named on a command line. */
interface AskedNames {
  readonly root?: readonly string[];
  readonly workspace?: readonly string[];
  readonly group?: string | undefined;
}

export type AskedPlaces = readonly [AskedPlace, ...AskedPlace[]];

/**
 * The workspaces a command names, the one that leads first: folders, then names of the shared store. One name alone is that of the
 * folder one stands in, and several are asked as the store has them. Of a group the folder one stands in leads.
 */
export async function askedPlaces(
  { root: folders = [], workspace = [], group }: AskedNames,
  cwd: string,
  load: (root: string) => Promise<Config>,
): Promise<AskedPlaces> {
  const here = findRoot(cwd, folders[0]);
  const names = workspace.flatMap((text) => text.split(','));
  const members = group === undefined ? [] : membersOf(group, (await load(here)).groups);
  const roots = folders.map((folder) => findRoot(cwd, folder));
  const listed = members.filter((member) => FOLDER.test(member)).map((member) => findRoot(here, member));
  const standing = listed.filter((root) => root === here);
  const all = [...roots, ...standing, ...listed.filter((root) => root !== here)];
  const isOne = names.length === 1 && group === undefined;
  const asked = [...(isOne ? [] : names), ...members.filter((member) => !FOLDER.test(member))];
  const [first = { root: here, workspace: undefined }, ...others] = [
    ...all.map((root) => ({ root, workspace: undefined })),
    ...asked.map((name) => ({ root: here, workspace: name.includes('@') ? name : `${name}@main` })),
  ];
  if (asked.length > 0 && (await load(here)).store === undefined)
    throw new ContextError(
      'BAD_INPUT',
      `${asked[0]} is a name in a shared store: say which with --store, or name folders.`,
    );
  return [isOne ? { ...first, workspace: names[0] } : first, ...others];
}

function membersOf(group: string, groups: Config['groups']): readonly string[] {
  const members = Object.hasOwn(groups, group) ? groups[group] : undefined;
  if (members) return members;
  const known = Object.keys(groups).join(', ');
  throw new ContextError(
    'BAD_INPUT',
    `Your configuration has no group "${group}"${known === '' ? '' : `; it has ${known}`}.`,
  );
}
