// Opens an index file: checks it if others wrote to it, creates its tables, and replaces one that is damaged or of another
// version.
import type { DatabaseSync } from 'node:sqlite';
import { ContextError } from '../../../model/errors.ts';
import { checkHeader, checkRows, checkTables, type Stamp, stampOf } from './check-database.ts';
import { isDamage, rollBack, translateFailure } from './connection.ts';
import { overwriteStore, prepareLock, preparePlace, putSqliteStoreAside } from './database-place.ts';
import { openDriver } from './driver.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

const IN_MEMORY = ':memory:';
// Kept small, because every answering thread has a cache and the system caches pages too; writers use more.
const CACHE_KIBIBYTES = 8 * 1024;
const CHECKPOINT_PAGES = 4000;

interface DatabaseOptions {
  readonly busyTimeoutMs: number;
  readonly onDamage?: ((why: string) => void) | undefined;
  /** Runs on an intact database; if it finds damage, the database is replaced. */
  readonly onOpen: (database: DatabaseSync) => void;
}

/** Opens the index at a path (or `:memory:`) ready for use; one that is damaged or of another version is replaced. */
export function openDatabase(path: string, options: DatabaseOptions): DatabaseSync {
  try {
    return openSound(path, options);
  } catch (error) {
    if (!isDamage(error) || path === IN_MEMORY) throw error;
  }
  return replaceDatabase(path, options);
}

// Two processes may find the same damage at once, and the second must not remove the new file of the first. So both
// take a lock first: the lock of SQLite on a second, empty database, which the system releases if its holder is killed.
function replaceDatabase(path: string, options: DatabaseOptions): DatabaseSync {
  const lockPath = `${path}-replacing`;
  prepareLock(lockPath);
  const lock = openDriver(lockPath);
  try {
    lock.exec(`PRAGMA busy_timeout = ${options.busyTimeoutMs}`);
    lock.exec('BEGIN EXCLUSIVE');
    try {
      return openSound(path, options);
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (isOfAnotherVersion(error)) overwriteStore(path);
      else putSqliteStoreAside(path);
      options.onDamage?.((error as ContextError).message);
    }
    return openSound(path, options);
  } catch (error) {
    throw translateFailure(error);
  } finally {
    lock.close();
  }
}

function openSound(path: string, { busyTimeoutMs, onOpen }: DatabaseOptions): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    const mark = path === IN_MEMORY ? 0 : preparePlace(path);
    database = openDriver(path);
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    createTables(database, mark);
    tune(database);
    if (path !== IN_MEMORY) checkUnlessTrusted(database, path);
    onOpen(database);
    return database;
  } catch (error) {
    database?.close();
    throw translateFailure(error);
  }
}

// Checks the tables, and also the rows unless the stamp shows that the file is unchanged since an earlier check.
function checkUnlessTrusted(database: DatabaseSync, path: string): void {
  checkTables(database);
  const stamp = stampOf(path);
  if (stamp.isAsLeft()) return;
  checkHeader(path);
  checkRows(database);
  stamp.leave();
}

/**
 * Returns a check of an open file, which fails on damage. If another program wrote to the file, the check reads all of it
 * through a new connection, because the open one may still cache old pages, and returns true.
 */
export function createTrustCheck(path: string, stamp: Stamp): () => boolean {
  let believed = stamp.seen();
  return () => {
    const now = stamp.seen();
    if (now === believed) return false;
    const isStrange = !stamp.isAsLeft();
    if (isStrange) checkFile(path);
    believed = stamp.seen();
    return isStrange;
  };
}

function checkFile(path: string): void {
  const database = openDriver(path);
  try {
    checkUnlessTrusted(database, path);
  } catch (error) {
    throw translateFailure(error);
  } finally {
    database.close();
  }
}

// `mark` is the application id by which `preparePlace` recognizes the file later.
function createTables(database: DatabaseSync, mark: number): void {
  if (versionOf(database) === SCHEMA_VERSION) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Reads the version again, because another process may have made the tables meanwhile.
    if (versionOf(database) !== SCHEMA_VERSION) {
      const hasTables = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
      if (versionOf(database) !== 0 || hasTables) throw new ContextError('STORE_DAMAGED', ANOTHER_VERSION);
      database.exec(SCHEMA);
      database.exec(`PRAGMA application_id = ${mark}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

const ANOTHER_VERSION = 'The index was written by another version of knap.';

const isOfAnotherVersion = (error: unknown): boolean => error instanceof Error && error.message === ANOTHER_VERSION;

function versionOf(database: DatabaseSync): number {
  const row = database.prepare('SELECT user_version AS version FROM pragma_user_version').get();
  return Number(row?.version);
}

function tune(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA journal_mode = WAL');
  } catch (error) {
    // The file system has no shared memory, or another process opens the file at this moment. SQLite then keeps its
    // present journal mode, which is slower but safe too.
    if (isDamage(translateFailure(error))) throw error;
  }
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec(`PRAGMA cache_size = -${CACHE_KIBIBYTES}`);
  database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  database.exec('PRAGMA temp_store = MEMORY');
}
