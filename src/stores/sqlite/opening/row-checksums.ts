// SQLite does not notice changed bytes in a row. This file computes a checksum for each row and checks it when the row
// is read.
import type { SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { ContextError } from '../../../model/errors.ts';

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
