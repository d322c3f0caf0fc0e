import type { DatabaseSync as Database } from 'node:sqlite';
import { SEAL_FUNCTION, sealOf } from './seals.ts';

let sqlite: typeof import('node:sqlite') | undefined;

/** Opens a database of the SQLite that comes with Node, loaded on first use. It knows the function that seals rows. */
export function openDriver(path: string): Database {
  sqlite ??= withoutExperimentalWarning(() => process.getBuiltinModule('node:sqlite'));
  const database = new sqlite.DatabaseSync(path);
  database.function(SEAL_FUNCTION, { deterministic: true, varargs: true }, sealOf);
  return database;
}

/**
 * Loads something without the remark that it is experimental, which older Node versions make of SQLite and about which
 * the user of a command can do nothing. Loading is synchronous, so that nothing else runs while remarks are held back.
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
