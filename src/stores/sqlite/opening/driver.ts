// Loads the SQLite of Node, and computes the seal (a checksum) of each row: SQLite does not notice changed bytes.
import type { DatabaseSync as Database, SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { ContextError } from '../../../model/errors.ts';

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

/** The SQL name of `sealOf`. */
export const SEAL_FUNCTION = 'seal_of';

/** A checksum of values. */
export function sealOf(...values: SQLInputValue[]): number {
  let seal = 0;
  let text = '';
  for (const value of values) {
    if (value instanceof Uint8Array) {
      seal = crc32(value, crc32(text, seal));
      text = '';
    } else {
      text += `${value}\0`;
    }
  }
  // Signed, because SQLite stores a signed 32-bit number in four bytes.
  return crc32(text, seal) | 0;
}

/** Fails if values do not match their seal, because bytes that changed on the disk may still look valid. */
export function checkSeal(seal: number, ...values: SQLInputValue[]): void {
  if (sealOf(...values) !== seal) throw new ContextError('STORE_DAMAGED', 'The index file holds changed bytes.');
}
