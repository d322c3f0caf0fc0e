// Long names would make large indexes. This file gives each text a short key for the tables.
import { hash } from 'node:crypto';

/**
 * The key of a text in the tables: 64 bits of its digest, in decimal. A path, term or name of any length takes eight
 * bytes, and every process computes the key itself. Numbers handed out by the database would make all writers wait for
 * one counter.
 */
export function keyOf(text: string): string {
  return hash('sha256', text, 'buffer').readBigInt64BE(0).toString();
}

/** The distinct keys of texts. */
export function keysOf(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].map(keyOf);
}
