// Packs texts, facts, vectors and the commits of a file into bytes, and unpacks them.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ContentFacts, Unit } from '../../model/facts.ts';
import type { UnitVectors } from '../../ports/embedder.ts';
import type { StoredContent } from '../../ports/store.ts';
import type { Touch } from '../commits.ts';

export type FactsAndUnits = Pick<StoredContent, 'facts' | 'units'>;

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

export function unpackText(bytes: Uint8Array): string {
  const packed = bytes.subarray(1);
  const plain = bytes[0] === DEFLATED ? inflateRawSync(packed) : Buffer.from(packed);
  return plain.toString('utf8');
}

export function packFacts({ facts, units }: FactsAndUnits): Uint8Array {
  return packText(JSON.stringify([facts, units]));
}

/** Unpacks what `packFacts` packed, so its shape is certain. */
export function unpackFacts(bytes: Uint8Array): FactsAndUnits {
  const [facts, units] = JSON.parse(unpackText(bytes)) as [ContentFacts, Unit[]];
  return { facts, units };
}

// The vectors of a content form one byte string: the scale of each unit (a 32-bit float), then the rows.
const SCALE_BYTES = 4;

export function packVectors({ scales, rows }: UnitVectors): Uint8Array {
  const bytes = new Uint8Array(scales.byteLength + rows.byteLength);
  bytes.set(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength));
  bytes.set(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength), scales.byteLength);
  return bytes;
}

export function unpackVectors(bytes: Uint8Array, dimensions: number): UnitVectors {
  const units = bytes.length / (SCALE_BYTES + dimensions);
  // A Float32Array must start at a multiple of four bytes: copies bytes that do not.
  const aligned = bytes.byteOffset % SCALE_BYTES === 0 ? bytes : bytes.slice();
  return {
    scales: new Float32Array(aligned.buffer, aligned.byteOffset, units),
    rows: new Int8Array(aligned.buffer, aligned.byteOffset + units * SCALE_BYTES, units * dimensions),
  };
}

// A touch is the number of its commit (32 bits) and its time (a double), low bytes first.
const TOUCH_BYTES = 12;
const TIME_OFFSET = 4;

export function packTouches(touches: readonly Touch[]): Uint8Array {
  const bytes = new Uint8Array(touches.length * TOUCH_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, { commit, timeMs }] of touches.entries()) {
    view.setUint32(index * TOUCH_BYTES, commit, true);
    view.setFloat64(index * TOUCH_BYTES + TIME_OFFSET, timeMs, true);
  }
  return bytes;
}

/** Unpacks the first `max` touches. */
export function unpackTouches(bytes: Uint8Array, max = Number.POSITIVE_INFINITY): Touch[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.min(max, bytes.length / TOUCH_BYTES);
  const touches: Touch[] = [];
  for (let offset = 0; touches.length < count; offset += TOUCH_BYTES) {
    touches.push({ commit: view.getUint32(offset, true), timeMs: view.getFloat64(offset + TIME_OFFSET, true) });
  }
  return touches;
}
