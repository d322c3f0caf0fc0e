// Packs the vectors of a content into bytes and back.
import type { UnitVectors } from '../../ports/embedder.ts';

// The vectors of a content form one byte string: the scale of each unit (a float, low bytes first), then the rows.
const SCALE_BYTES = 4;

/** Packs the vectors of a content to bytes. */
export function packVectors({ scales, rows }: UnitVectors): Uint8Array {
  const bytes = new Uint8Array(scales.byteLength + rows.byteLength);
  bytes.set(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength));
  bytes.set(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength), scales.byteLength);
  return bytes;
}

/** Unpacks the vectors that `packVectors` packed. */
export function unpackVectors(bytes: Uint8Array, dimensions: number): UnitVectors {
  const units = bytes.length / (SCALE_BYTES + dimensions);
  // A Float32Array must start at a multiple of four bytes: copies bytes that do not.
  const aligned = bytes.byteOffset % SCALE_BYTES === 0 ? bytes : bytes.slice();
  return {
    scales: new Float32Array(aligned.buffer, aligned.byteOffset, units),
    rows: new Int8Array(aligned.buffer, aligned.byteOffset + units * SCALE_BYTES, units * dimensions),
  };
}
