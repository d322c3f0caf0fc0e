import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ContextError } from '../../../model/errors.ts';
import { birthplaceOf } from '../../../reading/birthplace.ts';
import { withPlainFile } from '../../../reading/plain-file.ts';
import { openDriver } from './driver.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { STAMP_SUFFIX } from './stamp.ts';

/** Files that belong to a database: how it was left, and what SQLite keeps beside it. */
export const COMPANIONS = [STAMP_SUFFIX, '-wal', '-shm', '-journal'] as const;

const PRIVATE = 0o600;
// Where a database says what wrote it, in the first bytes of its file.
const MARK_OFFSET = 68;
const VERSION_OFFSET = 60;
const VERSIONS_MAX = 1000;
// Thirty days.
const LEFT_MS = 2_592_000_000;

/**
 * Looks at the files before SQLite does, which follows links and plays back whatever log lies beside a database.
 * Makes the file where there is none, and returns the mark it must carry; one without it is a stranger's: damaged.
 */
export function preparePlace(path: string): number {
  for (const file of [path, ...COMPANIONS.map((companion) => path + companion)]) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== false) continue;
    throw new ContextError('CANNOT_WRITE', `${file} is no plain file: remove it, and knap makes one.`);
  }
  makePrivate(path);
  const mark = birthplaceOf(path);
  if (!carries(path, mark)) throw new ContextError('STORE_DAMAGED', 'The index was not made here.');
  return mark;
}

/**
 * Where this version keeps its index: at the path itself, unless an index of a newer version is there, which somebody may still use; then beside
 * it. One that was not written to for long is in nobody's way any more.
 */
export function ownPlace(path: string): string {
  const own = besideNewer(path);
  const [beside, other] = [own, path].map((file) => lstatSync(file, { throwIfNoEntry: false }));
  if (!beside) return other?.isFile() && isOthers(path) ? own : path;
  if (other && beside.mtimeMs - other.mtimeMs > LEFT_MS)
    for (const end of ['', ...COMPANIONS]) rmSync(path + end, { force: true });
  return own;
}

/**
 * Overwrites and removes the indexes of older versions, unless somebody has them open: older rules let secrets pass that are known now.
 * True where there was one.
 */
export function forgetOlder(path: string): boolean {
  const older = olderPlaces(path).filter((file) => !isOpenElsewhere(file));
  try {
    for (const file of older) overwriteStore(file);
  } catch {
    // It cannot be written: the next command tries again.
    return false;
  }
  return older.length > 0;
}

function olderPlaces(path: string): readonly string[] {
  const stem = basename(path, '.db');
  const isOf = (name: string) => /^(?:-v\d+)?\.db(?:-damaged)?$/.test(name.slice(stem.length)) && name.startsWith(stem);
  const files = readdirSync(dirname(path))
    .filter(isOf)
    .map((name) => join(dirname(path), name));
  return files.filter((file) => isOthers(file) && (numberAt(file, VERSION_OFFSET) ?? 0) < SCHEMA_VERSION);
}

/** Of the indexes that `ownPlace` may choose from the one of this version, as it lies there; null for none that was made there. */
export function indexAt(path: string): string | null {
  const isPlain = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.isFile() !== false;
  const isUsable = (file: string) =>
    numberAt(file, VERSION_OFFSET) === SCHEMA_VERSION && isOurs(file) && COMPANIONS.every((end) => isPlain(file + end));
  return [besideNewer(path), path].find(isUsable) ?? null;
}

const besideNewer = (path: string): string => path.replace(/\.db$/, `-v${SCHEMA_VERSION}.db`);

// Whoever closes a database as the last one removes what SQLite keeps beside it.
function isOpenElsewhere(path: string): boolean {
  const isThere = (end: string) => lstatSync(path + end, { throwIfNoEntry: false });
  if (!isThere('-shm')?.isFile() || isThere('-wal')?.isFile() === false) return false;
  try {
    const database = openDriver(path);
    database.exec('PRAGMA wal_checkpoint');
    database.close();
  } catch {
    // Damaged: nobody can use it.
    return false;
  }
  return isThere('-shm') !== undefined;
}

/** Removes a database after its bytes, and those of the files beside it, were overwritten. Nothing may have it open. */
export function overwriteStore(path: string): void {
  for (const end of [...COMPANIONS, '']) {
    const file = path + end;
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) overwrite(file);
    rmSync(file, { force: true });
  }
}

function overwrite(file: string): void {
  const descriptor = openSync(file, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = fstatSync(descriptor);
    for (let at = 0; at < size; at += ZEROS.length)
      writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, size - at), at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const ZEROS = Buffer.alloc(1024 * 1024);

// One that says it is of a version there never was is damaged.
function isOthers(path: string): boolean {
  const version = numberAt(path, VERSION_OFFSET);
  return version !== null && version > 0 && version < VERSIONS_MAX && version !== SCHEMA_VERSION && isOurs(path);
}

const isOurs = (path: string): boolean => numberAt(path, MARK_OFFSET) === birthplaceOf(path);

function numberAt(path: string, offset: number): number | null {
  const bytes = Buffer.alloc(4);
  const count = withPlainFile(path, { bytesMax: Number.POSITIVE_INFINITY }, (file) =>
    readSync(file, bytes, 0, 4, offset),
  );
  return count === 4 ? bytes.readInt32BE(0) : null;
}

/** Makes room for an empty file that is only locked: whatever else lies at its place is nobody's lock. */
export function prepareLock(path: string): void {
  for (const companion of COMPANIONS) rmSync(path + companion, { force: true });
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && !(stats.isFile() && stats.size === 0)) rmSync(path, { force: true, recursive: true });
  makePrivate(path);
}

// SQLite gives the files beside the database the mode of the database itself.
function makePrivate(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) return;
  try {
    closeSync(openSync(path, 'a', PRIVATE));
    chmodSync(path, PRIVATE);
  } catch (error) {
    throw new ContextError('STORE_UNUSABLE', `${path} cannot be written.`, { cause: error });
  }
}

// One that is still empty is being made, by this process or another.
function carries(path: string, mark: number): boolean {
  const found = withPlainFile(path, { bytesMax: Number.POSITIVE_INFINITY }, (file, { size }) => {
    const bytes = Buffer.alloc(4);
    return size === 0 || (readSync(file, bytes, 0, 4, MARK_OFFSET) === 4 && bytes.readInt32BE(0) === mark);
  });
  if (typeof found === 'string') throw new ContextError('CANNOT_WRITE', `${path} cannot be read.`);
  return found;
}
