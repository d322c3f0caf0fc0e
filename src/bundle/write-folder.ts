// A pack folder appears completely or not at all: it is written under a temporary name and renamed. It also holds an
// archive of its pages.
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createTar } from 'nanotar';
import { UNFINISHED_PREFIX } from '../config/workspace-folders.ts';
import { ContextError } from '../model/errors.ts';
import { insideOf } from '../reading/confine.ts';
import { packName } from './pack-folders.ts';
import { type Bundle, type BundlePage, bundleFiles } from './pages.ts';
import { forgetFolder, rememberFolder } from './unfinished-folders.ts';

const ABANDONED_MS = 3_600_000;
const SAME_NAME_MAX = 1000;

/** Names the folder after time and task, with the next free number if that name exists already. */
export async function writePackFolder(parent: string, bundle: Bundle, nowMs: number): Promise<string> {
  const name = packName(bundle.pack.task.title, nowMs);
  return write(parent, bundle, nowMs, async (temporary) => {
    for (let count = 1; count <= SAME_NAME_MAX; count++) {
      const target = join(parent, count === 1 ? name : `${name}-${count}`);
      if (await tryRename(temporary, target)) return target;
    }
    const taken = `${join(parent, name)} and ${SAME_NAME_MAX - 1} numbered names after it`;
    throw new ContextError('CANNOT_WRITE', `${taken} exist already.`);
  });
}

/** The folder must be missing or empty. */
export async function writeNamedFolder(target: string, bundle: Bundle, nowMs: number): Promise<string> {
  return write(dirname(target), bundle, nowMs, async (temporary) => {
    await rmdir(target).catch(() => undefined); // Removes only an empty folder; another one is reported below.
    if (await tryRename(temporary, target)) return target;
    throw new ContextError('BAD_INPUT', `${target} exists already; knap never overwrites a pack.`);
  });
}

/** Refuses to write behind a link that leads out of the root, because the repository may contain that link. */
export async function refuseLinkedOut(root: string, target: string): Promise<void> {
  const real = await realpath(root);
  const isInside = (path: string | null) => path !== null && insideOf(real, path) !== null;
  const realOf = (path: string) => realpath(path).catch(() => null);
  for (let at = target; at !== dirname(at); at = dirname(at)) {
    const stats = await lstat(at).catch(() => null);
    if (stats?.isSymbolicLink() && isInside(await realOf(dirname(at))) && !isInside(await realOf(at)))
      throw new ContextError(
        'BAD_INPUT',
        `${at} is a link to a folder outside the workspace; to write there, name that folder itself.`,
      );
  }
}

/** Moves a complete folder to its final path and returns that path. */
type PlaceFolder = (temporary: string) => Promise<string>;

async function write(parent: string, bundle: Bundle, nowMs: number, place: PlaceFolder): Promise<string> {
  let temporary: string | null = null;
  try {
    await mkdir(parent, { recursive: true });
    await removeAbandoned(parent, nowMs);
    temporary = await mkdtemp(join(parent, UNFINISHED_PREFIX));
    rememberFolder(temporary);
    await writePages(temporary, bundle);
    return await place(temporary);
  } catch (cause) {
    if (cause instanceof ContextError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === undefined) throw cause;
    throw new ContextError('CANNOT_WRITE', `knap cannot write to ${parent} (${code}).`, { cause });
  } finally {
    if (temporary !== null) {
      await rm(temporary, { recursive: true, force: true });
      forgetFolder(temporary);
    }
  }
}

async function writePages(folder: string, bundle: Bundle): Promise<void> {
  const pages = bundleFiles(bundle);
  await mkdir(join(folder, 'excerpts'));
  const add = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content, { flag: 'wx' });
  const zipped = archive(pages).then((bytes) => add('ctx.tgz', bytes));
  await Promise.all([zipped, ...pages.map(({ name, content }) => add(name, content))]);
}

async function tryRename(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'].includes(code) && existsSync(to)) return false;
    throw error;
  }
}

// Removes temporary folders that have not changed for an hour: the processes that wrote them were killed.
async function removeAbandoned(parent: string, nowMs: number): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue;
    const path = join(parent, name);
    // Another process may have removed it meanwhile.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }));
    if (nowMs - mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

// The attributes are constant, so that the archive depends on neither time nor user.
const ATTRIBUTES = { mtime: 0, uid: 0, gid: 0, mode: '644' } as const;

const FOLDER = 'context-pack';
// A tar archive ends with two empty blocks, which the library omits if the last record is full.
const END = new Uint8Array(1024);

/** Makes `ctx.tgz`. */
export async function archive(pages: readonly BundlePage[]): Promise<Uint8Array> {
  const files = pages.map(({ name, content }) => {
    return { name: `${FOLDER}/${name}`, data: Buffer.from(content), attrs: ATTRIBUTES };
  });
  const zipped = await promisify(gzip)(Buffer.concat([createTar(files), END]), { level: 9 });
  // Byte 9 of the header names the operating system; 255 stands for an unknown one.
  zipped[9] = 255;
  return zipped;
}
