import type { SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { ContextError } from '../../../model/errors.ts';

/** The name `sealOf` has in SQL. */
export const SEAL_FUNCTION = 'seal_of';

/** A number that is another one, all but surely, when any of these values is another. */
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
  // Signed, because SQLite keeps such a number in four bytes.
  return crc32(text, seal) | 0;
}

/** Fails unless values are those that were sealed: bytes that changed on the disk may still look like bytes of ours. */
export function checkSeal(seal: number, ...values: SQLInputValue[]): void {
  if (sealOf(...values) !== seal) throw new ContextError('STORE_DAMAGED', 'The index file holds changed bytes.');
}
