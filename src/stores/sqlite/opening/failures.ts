// Turns errors of SQLite into errors that tell a user what to do: the disk is full, the index is damaged, another
// process writes.
import { ContextError, type ErrorCode } from '../../../model/errors.ts';

// Primary result codes of SQLite; the low byte of every extended code.
const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const SCHEMA_CHANGED = 17;
const CONSTRAINT = 19;
const MISMATCH = 20;
const NOT_A_DATABASE = 26;
// The extended code for a file that ends before its last page.
const SHORT_READ = 522;

const FAILURES: Readonly<Record<number, readonly [code: ErrorCode, message: string]>> = {
  [BUSY]: ['STORE_BUSY', 'The index is being written by another process.'],
  [LOCKED]: ['STORE_BUSY', 'The index is being written by another process.'],
  // knap never writes rows that violate these rules, so the tables or rows were changed by another program.
  [SCHEMA_CHANGED]: ['STORE_DAMAGED', 'The tables of the index file were changed.'],
  [CONSTRAINT]: ['STORE_DAMAGED', 'The index file contradicts itself.'],
  [MISMATCH]: ['STORE_DAMAGED', 'The index file holds values of a wrong kind.'],
  [CORRUPT]: ['STORE_DAMAGED', 'The index file is damaged.'],
  [NOT_A_DATABASE]: ['STORE_DAMAGED', 'The index file is not a database.'],
  [SHORT_READ]: ['STORE_DAMAGED', 'The index file is cut off.'],
  [READ_ONLY]: ['STORE_UNUSABLE', 'The index file cannot be written.'],
  [CANNOT_OPEN]: ['STORE_UNUSABLE', 'The index file cannot be opened.'],
  [IO_ERROR]: ['STORE_UNUSABLE', 'The index file cannot be read or written.'],
  [FULL]: ['STORE_UNUSABLE', 'The disk is full.'],
};

const MISSING = /^no such (?:table|column): (?:main\.)?\w+$/;

/** Translates an error of SQLite to one for the user; returns errors of knap's own code unchanged. */
export function translateFailure(error: unknown): unknown {
  // The driver refuses to return numbers that JavaScript cannot represent; knap never stores any.
  if (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
    return new ContextError('STORE_DAMAGED', 'The index file holds wild numbers.', { cause: error });
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  // SQLite has no code for a missing table or column. All statements match the schema, so a missing one means damage.
  if (MISSING.test(error.message))
    return new ContextError('STORE_DAMAGED', 'The index file lacks a table.', { cause: error });
  const failure = FAILURES[error.errcode] ?? FAILURES[error.errcode & 0xff];
  return failure ? new ContextError(...failure, { cause: error }) : error;
}

/** Decodes bytes from the database; reports any failure as damage, which SQLite itself cannot detect. */
export function decodeOrDamage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ContextError('STORE_DAMAGED', 'The index file holds unreadable facts.', { cause: error });
  }
}

export function isDamage(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'STORE_DAMAGED';
}
