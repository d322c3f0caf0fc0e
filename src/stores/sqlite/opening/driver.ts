// Loads the SQLite of Node when it is first used.
import type { DatabaseSync as Database } from 'node:sqlite';
import { SEAL_FUNCTION, sealOf } from './row-checksums.ts';

let sqlite: typeof import('node:sqlite') | undefined;

/** Opens a database with the SQLite of Node, which is loaded at first use, and defines the function that seals rows. */
export function openDriver(path: string): Database {
  sqlite ??= withoutExperimentalWarning(() => process.getBuiltinModule('node:sqlite'));
  const database = new sqlite.DatabaseSync(path);
  database.function(SEAL_FUNCTION, { deterministic: true, varargs: true }, sealOf);
  return database;
}

/**
 * Loads a module without the warning of older Node versions that SQLite is experimental, which a user cannot act upon.
 * Loading is synchronous, so no other warning gets lost meanwhile.
 */
export function withoutExperimentalWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = (...args: unknown[]) => {
    if (args[1] !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, args);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
