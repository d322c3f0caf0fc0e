// Finds the root of a workspace, its state folder `.knap` and the folder of caches; makes the state folder, and refuses
// links in its place.
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ContextError } from '../model/errors.ts';

/**
 * The workspace a command is about: the folder it names, or the nearest one upwards that is a repository or has a
 * configuration, or else the folder it was started in.
 */
export function findRoot(cwd: string, named: string | undefined): string {
  if (named !== undefined) return realFolder(resolve(cwd, named), named);
  const start = realpathSync.native(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (isMarked(folder)) return folder;
    if (dirname(folder) === folder) return start;
  }
}

/**
 * The names that the repository's configuration may have. It lies beside the code, not in `.knap/`, because `.knap/`
 * ignores itself, and the configuration is there to be committed and shared.
 */
export const REPOSITORY_FILES = ['knap.config.yaml', 'knap.config.json'] as const;

/** Files and folders that make a folder a workspace of its own. */
const WORKSPACE_MARKS: readonly string[] = ['.git', ...REPOSITORY_FILES];

export function isMarked(folder: string): boolean {
  return WORKSPACE_MARKS.some((mark) => existsSync(join(folder, mark)));
}

function realFolder(path: string, named: string): string {
  if (!existsSync(path)) throw new ContextError('NOT_A_FOLDER', `There is no folder ${named}.`);
  if (!statSync(path).isDirectory()) throw new ContextError('NOT_A_FOLDER', `${named} is not a folder.`);
  return realpathSync.native(path);
}

/** The folder in a workspace that holds the index and the parts below. */
export const STATE_FOLDER = '.knap';

/** The prefix of folders that are being written, or that a killed process left unfinished. */
export const UNFINISHED_PREFIX = '.knap-writing-';

/** The parts of the state folder, each in a folder of its own. */
type StatePart = 'packs' | 'graphs' | 'eval' | 'hooks';

const PRIVATE = 0o700;

/**
 * The path of the state folder, or of a part of it. Throws if a link or file is there, because by a link a repository
 * could choose where knap writes.
 */
export function stateFolder(root: string, part?: StatePart): string {
  const obstacle = findObstacle(root, part);
  if (obstacle === null) return statePath(root, part);
  throw new ContextError('CANNOT_WRITE', `${obstacle} is no folder of its own: remove it, and knap makes one.`);
}

/** The path of the state folder or a part of it, for readers; null if it does not exist or is a link or file. */
export function existingStateFolder(root: string, part?: StatePart): string | null {
  const path = statePath(root, part);
  return findObstacle(root, part) === null && existsSync(path) ? path : null;
}

function statePath(root: string, part: StatePart | undefined): string {
  return join(root, STATE_FOLDER, part ?? '');
}

function findObstacle(root: string, part: StatePart | undefined): string | null {
  const places = [statePath(root, undefined), statePath(root, part)];
  return places.find((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) ?? null;
}

/** Makes the state folder when it is first needed: private, with a `.gitignore` that ignores the folder itself. */
export async function makeStateFolder(root: string, part?: StatePart): Promise<string> {
  const folder = stateFolder(root);
  try {
    await makePrivate(folder);
    // Two processes may get here at once, so an existing file is fine. The flag keeps links from being followed.
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(ignoreExisting);
    const path = stateFolder(root, part);
    if (path !== folder) await makePrivate(path);
    return path;
  } catch (cause) {
    if (cause instanceof ContextError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    throw new ContextError('CANNOT_WRITE', `${folder} cannot be written (${code ?? 'unknown'}).`, { cause });
  }
}

async function makePrivate(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: PRIVATE });
  if (made !== undefined) await chmod(folder, PRIVATE);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

type Environment = Readonly<Record<string, string | undefined>>;

// The folder of caches on systems that have their own.
const CACHE_FOLDERS: Readonly<Partial<Record<NodeJS.Platform, (env: Environment, home: string) => string>>> = {
  darwin: (_, home) => join(home, 'Library', 'Caches', 'knap'),
  win32: ({ LOCALAPPDATA }, home) => join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'knap', 'Cache'),
};

/** The folder for fetched repositories and the like: on every system below `XDG_CACHE_HOME`, if that is absolute. */
export function cacheFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME)) return join(env.XDG_CACHE_HOME, 'knap');
  const home = env.HOME || env.USERPROFILE || homedir();
  return CACHE_FOLDERS[platform]?.(env, home) ?? join(home, '.cache', 'knap');
}

export const repositoriesFolder = (env: Environment): string => join(cacheFolder(env), 'repositories');
