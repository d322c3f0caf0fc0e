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
import { beginFolder, endFolder } from './unfinished-folders.ts';

const ABANDONED_MS = 3_600_000;
const SAME_NAME_MAX = 1000;

/** Writes a pack folder whole or not at all; an existing folder is never touched: the next free name is taken. */
export async function writePackFolder(parent: string, bundle: Bundle, nowMs: number): Promise<string> {
  const name = packName(bundle.pack.task.title, nowMs);
  return write(parent, bundle, nowMs, async (temporary) => {
    for (let count = 1; count <= SAME_NAME_MAX; count++) {
      const target = join(parent, count === 1 ? name : `${name}-${count}`);
      if (await renamed(temporary, target)) return target;
    }
    throw new ContextError('CANNOT_WRITE', `${join(parent, name)} and ${SAME_NAME_MAX} names like it are taken.`);
  });
}

/** Writes a pack to the very folder that was asked for; it must not exist yet, or be empty. */
export async function writeNamedFolder(target: string, bundle: Bundle, nowMs: number): Promise<string> {
  return write(dirname(target), bundle, nowMs, async (temporary) => {
    await rmdir(target).catch(() => undefined); // An empty folder gives way; any other stays and is reported below.
    if (await renamed(temporary, target)) return target;
    throw new ContextError('BAD_INPUT', `${target} exists already; packs are never overwritten.`);
  });
}

/** Refuses a place to write that a link in the root leads out of it: the repository may have brought that link. */
export async function refuseLinkedOut(root: string, target: string): Promise<void> {
  const real = await realpath(root);
  const isInside = (path: string | null) => path !== null && insideOf(real, path) !== null;
  const realOf = (path: string) => realpath(path).catch(() => null);
  for (let at = target; at !== dirname(at); at = dirname(at)) {
    const isLink = await lstat(at).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    if (isLink && isInside(await realOf(dirname(at))) && !isInside(await realOf(at)))
      throw new ContextError(
        'BAD_INPUT',
        `${at} is a link that leads out of the workspace; to write there, name the folder it leads to.`,
      );
  }
}

type PlaceFolder = (temporary: string) => Promise<string>;

async function write(parent: string, bundle: Bundle, nowMs: number, place: PlaceFolder): Promise<string> {
  let temporary: string | null = null;
  try {
    await mkdir(parent, { recursive: true });
    await removeAbandoned(parent, nowMs);
    temporary = await mkdtemp(join(parent, UNFINISHED_PREFIX));
    beginFolder(temporary);
    await writePages(temporary, bundle);
    return await place(temporary);
  } catch (cause) {
    if (cause instanceof ContextError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === undefined) throw cause;
    throw new ContextError('CANNOT_WRITE', `${parent} cannot be written (${code}).`, { cause });
  } finally {
    if (temporary !== null) {
      await rm(temporary, { recursive: true, force: true });
      endFolder(temporary);
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

async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'].includes(code) && (await exists(to))) return false;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

// A process that was killed leaves its temporary folder; nobody else may be writing one that is an hour old.
async function removeAbandoned(parent: string, nowMs: number): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue;
    const path = join(parent, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => nowMs - mtimeMs,
      () => 0,
    );
    if (age > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

// Nothing of the machine or the moment goes into an archive: the same pages give the same bytes.
const ATTRIBUTES = { mtime: 0, uid: 0, gid: 0, mode: '644' } as const;

const FOLDER = 'context-pack';
// An archive ends in two empty blocks; the library leaves them out when the last record happens to be full.
const END = new Uint8Array(1024);

/** `ctx.tgz`: all pages of a pack below one folder. It is packed in another thread. */
export async function archive(pages: readonly BundlePage[]): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const files = pages.map(({ name, content }) => ({
    name: `${FOLDER}/${name}`,
    data: encoder.encode(content),
    attrs: ATTRIBUTES,
  }));
  const zipped = await promisify(gzip)(Buffer.concat([createTar(files), END]), { level: 9 });
  // The byte that names the operating system.
  zipped[9] = 255;
  return zipped;
}
