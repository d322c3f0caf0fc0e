import { deflateRawSync, inflateRawSync } from 'node:zlib';

const PLAIN = 0;
const DEFLATED = 1;
// Below this, deflating costs more time than writing the bytes.
const DEFLATED_BYTES_MIN = 512;
const LEVEL = 1;

/** A text as bytes, deflated where that pays; the first byte says which. */
export function packText(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const isDeflated = bytes.length >= DEFLATED_BYTES_MIN;
  const packed = isDeflated ? deflateRawSync(bytes, { level: LEVEL }) : bytes;
  return Buffer.concat([Uint8Array.of(isDeflated ? DEFLATED : PLAIN), packed]);
}

/** The text of such bytes. */
export function unpackText(bytes: Uint8Array): string {
  const packed = bytes.subarray(1);
  const plain = bytes[0] === DEFLATED ? inflateRawSync(packed) : Buffer.from(packed);
  return plain.toString('utf8');
}
