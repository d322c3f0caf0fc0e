// Packs texts into bytes, compressed if they are long.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const PLAIN = 0;
const DEFLATED = 1;
// Compressing shorter texts takes more time than writing them.
const DEFLATED_BYTES_MIN = 512;
const LEVEL = 1;

/** Packs a text to bytes and compresses it if it is long; the first byte says which. */
export function packText(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const isDeflated = bytes.length >= DEFLATED_BYTES_MIN;
  const packed = isDeflated ? deflateRawSync(bytes, { level: LEVEL }) : bytes;
  return Buffer.concat([Uint8Array.of(isDeflated ? DEFLATED : PLAIN), packed]);
}

/** Unpacks the text that `packText` packed. */
export function unpackText(bytes: Uint8Array): string {
  const packed = bytes.subarray(1);
  const plain = bytes[0] === DEFLATED ? inflateRawSync(packed) : Buffer.from(packed);
  return plain.toString('utf8');
}
