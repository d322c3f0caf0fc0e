// Packs the commits that touched a file into bytes, newest first.
import type { Touch } from '../file-history.ts';

// A touch is the number of its commit (32 bits) and its time (a double, for times before 1970), low bytes first.
const TOUCH_BYTES = 12;
const TIME_OFFSET = 4;

/** Packs the touches of a file to bytes, in the given order. */
export function packTouches(touches: readonly Touch[]): Uint8Array {
  const bytes = new Uint8Array(touches.length * TOUCH_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, { commit, timeMs }] of touches.entries()) {
    view.setUint32(index * TOUCH_BYTES, commit, true);
    view.setFloat64(index * TOUCH_BYTES + TIME_OFFSET, timeMs, true);
  }
  return bytes;
}

/** Unpacks the first `most` touches. */
export function unpackTouches(bytes: Uint8Array, max = Number.POSITIVE_INFINITY): Touch[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.min(max, bytes.length / TOUCH_BYTES);
  const touches: Touch[] = [];
  for (let offset = 0; touches.length < count; offset += TOUCH_BYTES) {
    touches.push({ commit: view.getUint32(offset, true), timeMs: view.getFloat64(offset + TIME_OFFSET, true) });
  }
  return touches;
}
