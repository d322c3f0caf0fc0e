import { hash } from 'node:crypto';

/**
 * What stands for a text in the tables: 64 bits of its digest, in decimal. A path, a term or a name of any length is a key of eight
 * bytes, and whoever asks makes it without asking: no number has to be given out, which would be a place all writers meet at.
 */
export function keyOf(text: string): string {
  return hash('sha256', text, 'buffer').readBigInt64BE(0).toString();
}

/** The keys of texts, each once. */
export function keysOf(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].map(keyOf);
}
