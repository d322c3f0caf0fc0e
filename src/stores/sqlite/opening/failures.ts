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

const FAILURES: ReadonlyMap<number, { code: ErrorCode; message: string }> = new Map([
  [BUSY, { code: 'STORE_BUSY', message: 'The index is being written by another process.' }],
  [LOCKED, { code: 'STORE_BUSY', message: 'The index is being written by another process.' }],
  // knap never writes rows that violate these rules, so the tables or rows were changed by another program.
  [SCHEMA_CHANGED, { code: 'STORE_DAMAGED', message: 'The tables of the index file were changed.' }],
  [CONSTRAINT, { code: 'STORE_DAMAGED', message: 'The index file contradicts itself.' }],
  [MISMATCH, { code: 'STORE_DAMAGED', message: 'The index file holds values of a wrong kind.' }],
  [CORRUPT, { code: 'STORE_DAMAGED', message: 'The index file is damaged.' }],
  [NOT_A_DATABASE, { code: 'STORE_DAMAGED', message: 'The index file is not a database.' }],
  [SHORT_READ, { code: 'STORE_DAMAGED', message: 'The index file is cut off.' }],
  [READ_ONLY, { code: 'STORE_UNUSABLE', message: 'The index file cannot be written.' }],
  [CANNOT_OPEN, { code: 'STORE_UNUSABLE', message: 'The index file cannot be opened.' }],
  [IO_ERROR, { code: 'STORE_UNUSABLE', message: 'The index file cannot be read or written.' }],
  [FULL, { code: 'STORE_UNUSABLE', message: 'The disk is full.' }],
]);

const MISSING = /^no such (?:table|column): (?:main\.)?\w+$/;
const UNREADABLE_WORDS = /^(?:invalid fts5 file format|vtable constructor failed|fts5: (?:corrupt|missing row))/;

/** Translates an error of SQLite to one for the user; returns errors of knap's own code unchanged. */
export function translateFailure(error: unknown): unknown {
  if (isTooLarge(error))
    return new ContextError('STORE_DAMAGED', 'The index file holds wild numbers.', { cause: error });
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  // SQLite has no code for a missing table or column. All statements match the schema, so a missing one means damage.
  if (MISSING.test(error.message))
    return new ContextError('STORE_DAMAGED', 'The index file lacks a table.', { cause: error });
  if (UNREADABLE_WORDS.test(error.message))
    return new ContextError('STORE_DAMAGED', 'The index file holds unreadable words.', { cause: error });
  const failure = FAILURES.get(error.errcode) ?? FAILURES.get(error.errcode & 0xff);
  return failure ? new ContextError(failure.code, failure.message, { cause: error }) : error;
}

// The driver refuses to return numbers that JavaScript cannot represent; knap never stores any.
function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Decodes bytes from the database; reports any failure as damage, which SQLite itself cannot detect. */
export function decoding<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ContextError('STORE_DAMAGED', 'The index file holds unreadable facts.', { cause: error });
  }
}

export function isDamage(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'STORE_DAMAGED';
}
