import type { UnitVectors } from '../../ports/embedder.ts';

// A content's vectors are one byte string: the scale of each unit (a float, low bytes first), then the rows.
const SCALE_BYTES = 4;

/** The vectors of a content as bytes. */
export function packVectors({ scales, rows }: UnitVectors): Uint8Array {
  const bytes = new Uint8Array(scales.byteLength + rows.byteLength);
  bytes.set(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength));
  bytes.set(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength), scales.byteLength);
  return bytes;
}

/** The vectors of such bytes. */
export function unpackVectors(bytes: Uint8Array, dimensions: number): UnitVectors {
  const units = bytes.length / (SCALE_BYTES + dimensions);
  // Floats must lie at a multiple of their size; bytes of a row of a database often do.
  const aligned = bytes.byteOffset % SCALE_BYTES === 0 ? bytes : bytes.slice();
  return {
    scales: new Float32Array(aligned.buffer, aligned.byteOffset, units),
    rows: new Int8Array(aligned.buffer, aligned.byteOffset + units * SCALE_BYTES, units * dimensions),
  };
}
