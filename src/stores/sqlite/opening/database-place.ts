// Guards the index file on the disk: refuses links and foreign files, keeps versions apart, erases older ones.
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
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ContextError } from '../../../model/errors.ts';
import { fileIdentityOf, type PlainRefusal, withPlainFile } from '../../../reading/plain-file.ts';
import { STAMP_SUFFIX } from './check-database.ts';
import { openDriver } from './driver.ts';
import { SCHEMA_VERSION } from './schema.ts';

// Suffixes of the files that belong to a database: the stamp, and the files that SQLite makes.
const COMPANIONS = [STAMP_SUFFIX, '-wal', '-shm', '-journal'] as const;

const PRIVATE = 0o600;
// The offsets of the application id and of the user version in the header of a SQLite file.
const MARK_OFFSET = 68;
const VERSION_OFFSET = 60;
const VERSIONS_MAX = 1000;
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Checks the files before SQLite opens them, because SQLite follows links and replays any journal of that name. Creates
 * the file if it is missing, and returns the mark that it must carry as its application id. A file without the mark was
 * not made at this place: it counts as damaged.
 */
export function preparePlace(path: string): number {
  for (const file of [path, ...COMPANIONS.map((companion) => path + companion)]) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== false) continue;
    throw new ContextError('CANNOT_WRITE', `${file} is not a plain file: remove it, and knap makes one.`);
  }
  createPrivate(path);
  const mark = fileIdentityOf(path);
  const { size } = lstatSync(path);
  const found = readNumber(path, MARK_OFFSET);
  if (typeof found === 'string') throw new ContextError('CANNOT_WRITE', `${path} cannot be read.`);
  // The file is empty while a process creates it.
  if (size > 0 && found !== mark) throw new ContextError('STORE_DAMAGED', 'The index was not made here.');
  return mark;
}

/**
 * The path for the index of this version: the path itself, or one next to it if another version had an index there
 * first. Removes that other index if it was last written more than thirty days before that of this version.
 */
export function ownPlace(path: string): string {
  const own = versionedPath(path);
  const [beside, other] = [own, path].map((file) => lstatSync(file, { throwIfNoEntry: false }));
  if (!beside) return other?.isFile() && isOfOtherVersion(path) ? own : path;
  if (other && beside.mtimeMs - other.mtimeMs > UNUSED_MS) removeSqliteStore(path);
  return own;
}

/**
 * Overwrites and removes indexes of older versions that no process has open, because older redaction rules let some
 * secrets pass. Returns whether it removed any; false too if one cannot be written.
 */
export function forgetOlder(path: string): boolean {
  const older = olderPlaces(path).filter((file) => !isOpenElsewhere(file));
  try {
    for (const file of older) overwriteStore(file);
  } catch {
    // The file cannot be written: the next command tries again.
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
  return files.filter((file) => isOfOtherVersion(file) && (numberAt(file, VERSION_OFFSET) ?? 0) < SCHEMA_VERSION);
}

/** The path of the existing index of this version, of those that `ownPlace` chooses from; null if there is none. */
export function indexAt(path: string): string | null {
  const isPlain = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.isFile() !== false;
  const isUsable = (file: string) =>
    numberAt(file, VERSION_OFFSET) === SCHEMA_VERSION &&
    isMadeHere(file) &&
    COMPANIONS.every((end) => isPlain(file + end));
  return [versionedPath(path), path].find(isUsable) ?? null;
}

const versionedPath = (path: string): string => path.replace(/\.db$/, `-v${SCHEMA_VERSION}.db`);

// The last process to close a database removes the -shm and -wal files.
function isOpenElsewhere(path: string): boolean {
  const isThere = (end: string) => lstatSync(path + end, { throwIfNoEntry: false });
  if (!isThere('-shm')?.isFile() || isThere('-wal')?.isFile() === false) return false;
  try {
    const database = openDriver(path);
    database.exec('PRAGMA wal_checkpoint');
    database.close();
  } catch {
    // A damaged database counts as closed.
    return false;
  }
  return isThere('-shm') !== undefined;
}

/** Removes an index with its companion files. No process may have it open. */
export function removeSqliteStore(path: string): void {
  removeCompanions(path);
  // The database goes last: while it exists, other processes still see that it must be replaced.
  rmSync(path, { force: true });
}

/** Renames a damaged index, if it can, instead of removing it; the next damaged index overwrites it. */
export function putSqliteStoreAside(path: string): void {
  removeCompanions(path);
  try {
    renameSync(path, `${path}-damaged`);
  } catch {
    // The file is gone already, or the folder forbids renaming.
    rmSync(path, { force: true });
  }
}

function removeCompanions(path: string): void {
  for (const companion of COMPANIONS) rmSync(path + companion, { force: true });
}

/** Overwrites the bytes of a database and its companion files, then removes them. No process may have it open. */
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
    for (let index = 0; index < size; index += ZEROS.length)
      writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, size - index), index);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const ZEROS = Buffer.alloc(1024 * 1024);

// Whether another version of knap made the database at this place. A version number that never existed means damage.
function isOfOtherVersion(path: string): boolean {
  const version = numberAt(path, VERSION_OFFSET);
  return version !== null && version > 0 && version < VERSIONS_MAX && version !== SCHEMA_VERSION && isMadeHere(path);
}

const isMadeHere = (path: string): boolean => numberAt(path, MARK_OFFSET) === fileIdentityOf(path);

// The number of four bytes at an offset; null in a shorter file, and a text if the file cannot be read.
function readNumber(path: string, offset: number): number | null | PlainRefusal {
  const bytes = Buffer.alloc(4);
  return withPlainFile(path, { bytesMax: Number.POSITIVE_INFINITY }, (file) =>
    readSync(file, bytes, 0, 4, offset) === 4 ? bytes.readInt32BE(0) : null,
  );
}

function numberAt(path: string, offset: number): number | null {
  const found = readNumber(path, offset);
  return typeof found === 'number' ? found : null;
}

/** Makes sure that a plain empty file is at the path of a lock, and nothing else. */
export function prepareLock(path: string): void {
  removeCompanions(path);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && !(stats.isFile() && stats.size === 0)) rmSync(path, { force: true, recursive: true });
  createPrivate(path);
}

// SQLite gives the companion files the mode of the database.
function createPrivate(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) return;
  try {
    closeSync(openSync(path, 'a', PRIVATE));
    chmodSync(path, PRIVATE);
  } catch (error) {
    throw new ContextError('STORE_UNUSABLE', `${path} cannot be written.`, { cause: error });
  }
}
