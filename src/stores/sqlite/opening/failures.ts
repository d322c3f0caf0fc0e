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
// The extended code of a file that ends before its last page.
const SHORT_READ = 522;

const FAILURES: ReadonlyMap<number, { code: ErrorCode; message: string }> = new Map([
  [BUSY, { code: 'STORE_BUSY', message: 'The index is being written by another process.' }],
  [LOCKED, { code: 'STORE_BUSY', message: 'The index is being written by another process.' }],
  // Our rows keep the rules of our tables: it is the tables or the rows that are others.
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

/** The error to show for one of SQLite's; whatever is not the world's fault stays as it is. */
export function translateFailure(error: unknown): unknown {
  if (isTooLarge(error))
    return new ContextError('STORE_DAMAGED', 'The index file holds wild numbers.', { cause: error });
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  // A fault in a statement has no number of its own; that the tables lack what every statement asks for is damage.
  if (MISSING.test(error.message))
    return new ContextError('STORE_DAMAGED', 'The index file lacks a table.', { cause: error });
  if (UNREADABLE_WORDS.test(error.message))
    return new ContextError('STORE_DAMAGED', 'The index file holds unreadable words.', { cause: error });
  const failure = FAILURES.get(error.errcode) ?? FAILURES.get(error.errcode & 0xff);
  return failure ? new ContextError(failure.code, failure.message, { cause: error }) : error;
}

// We store no number that does not fit into one of JavaScript's; the driver refuses to give such a one out.
function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Runs work on bytes that came out of the database; whatever goes wrong there is damage SQLite cannot see. */
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
