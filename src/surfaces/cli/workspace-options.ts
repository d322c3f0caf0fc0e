// Reads the options that name workspaces and settings for every command.
import { type Config, type ConfigLayer, configSchema, FOLDER } from '../../config/schema.ts';
import { findRoot } from '../../config/workspace-folders.ts';
import { ContextError } from '../../model/errors.ts';

/** The options that `global-options.ts` lists. */
export interface Globals {
  readonly root?: readonly string[];
  readonly repo?: string;
  readonly config?: string;
  readonly store?: string;
  readonly workspace?: readonly string[];
  readonly group?: string | undefined;
  readonly includeIgnored?: readonly string[];
  readonly gitFolders?: readonly string[];
  readonly complete?: boolean;
  readonly yes?: boolean;
  readonly color: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** A workspace of a command: a folder, or a name in the shared store. */
interface NamedWorkspace {
  readonly root: string;
  readonly workspace: string | undefined;
}

export type NamedWorkspaces = readonly [NamedWorkspace, ...NamedWorkspace[]];

/**
 * Finds the workspaces of a command: the folders of --root, those of a group (the current one first), then names in the
 * shared store. A single --workspace without a group is the name of the first folder instead.
 */
export async function namedWorkspaces(
  { root: folders = [], workspace = [], group }: Pick<Globals, 'root' | 'workspace' | 'group'>,
  cwd: string,
  load: (root: string) => Promise<Config>,
): Promise<NamedWorkspaces> {
  const here = findRoot(cwd, folders[0]);
  const typedNames = workspace.flatMap((text) => text.split(','));
  const members = group === undefined ? [] : membersOf(group, (await load(here)).groups);
  const roots = folders.map((folder) => findRoot(cwd, folder));
  const listed = members.filter((member) => FOLDER.test(member)).map((member) => findRoot(here, member));
  const current = listed.filter((root) => root === here);
  const all = [...roots, ...current, ...listed.filter((root) => root !== here)];
  const isOne = typedNames.length === 1 && group === undefined;
  const names = [...(isOne ? [] : typedNames), ...members.filter((member) => !FOLDER.test(member))];
  const [first = { root: here, workspace: undefined }, ...others] = [
    ...all.map((root) => ({ root, workspace: undefined })),
    ...names.map((name) => ({ root: here, workspace: name.includes('@') ? name : `${name}@main` })),
  ];
  if (names.length > 0 && (await load(here)).store === undefined)
    throw new ContextError(
      'BAD_INPUT',
      `${names[0]} is a name in a shared store: name the store with --store, or give folders instead.`,
    );
  return [isOne ? { ...first, workspace: typedNames[0] } : first, ...others];
}

function membersOf(group: string, groups: Config['groups']): readonly string[] {
  const members = Object.hasOwn(groups, group) ? groups[group] : undefined;
  if (members) return members;
  const all = Object.keys(groups).join(', ');
  const known = all === '' ? '' : `; it has ${all}`;
  throw new ContextError('BAD_INPUT', `Your configuration has no group "${group}"${known}.`);
}

/** The further workspaces that are folders; the others are names in a shared store. */
export const furtherFolders = ([, ...others]: NamedWorkspaces): readonly string[] =>
  others.flatMap(({ root, workspace }) => (workspace === undefined ? [root] : []));

/** The further workspaces with their settings. The configured name belongs to the first workspace alone. */
export function furtherWorkspaces([, ...others]: NamedWorkspaces, load: (root: string) => Promise<Config>) {
  return Promise.all(
    others.map(async ({ root, workspace }) => ({ root, config: { ...(await load(root)), workspace } })),
  );
}

/** Turns global options into the configuration layer that overrides all others. */
export function configFlags({ includeIgnored, gitFolders, store }: Globals, workspace?: string): ConfigLayer {
  return {
    ...(includeIgnored === undefined ? {} : { includeIgnored: [...includeIgnored] }),
    ...(gitFolders === undefined ? {} : { gitFolders: checkOption('gitFolders', [...gitFolders]) }),
    ...(store === undefined ? {} : { store: checkOption('store', store) }),
    ...(workspace === undefined ? {} : { workspace: checkOption('workspace', workspace) }),
  };
}

// The message does not repeat the value, because the address of a store may hold a password.
function checkOption<Value>(key: 'store' | 'workspace' | 'gitFolders', value: Value): Value {
  const parsed = configSchema.shape[key].safeParse(value);
  if (parsed.success) return value;
  throw new ContextError('BAD_INPUT', `--${key.replace('F', '-f')}: ${parsed.error.issues[0]!.message}`);
}
