// Writes and reads small numbers in few bytes.

/** The greatest length in bytes of one 32-bit number. */
export const VARINT_BYTES_MAX = 5;

/** Writes a whole number below 2³², seven bits in each byte, lowest first; returns the offset after it. */
export function writeVarint(bytes: Uint8Array, offset: number, value: number): number {
  let rest = value;
  let index = offset;
  while (rest >= 0x80) {
    bytes[index++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[index++] = rest;
  return index;
}

/** Reads what `writeVarint` wrote, and byte strings between the numbers, in sequence. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.offset >= this.#bytes.length;
  }

  next(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.offset++]!;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let shift = 7;
    do {
      // At the end of the bytes this reads `undefined`, which ends the number.
      byte = bytes[this.offset++]!;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte >= 0x80);
    return value >>> 0;
  }

  /** The next bytes, without moving on. */
  peek(length: number): Uint8Array {
    return this.#bytes.subarray(this.offset, this.offset + length);
  }

  /** The next bytes; moves past them. */
  take(length: number): Uint8Array {
    const bytes = this.peek(length);
    this.skip(length);
    return bytes;
  }

  skip(length: number): void {
    this.offset += length;
  }
}

export function packVarints(values: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(values.length * VARINT_BYTES_MAX);
  let end = 0;
  for (let index = 0; index < values.length; index += 1) end = writeVarint(bytes, end, values[index]!);
  return bytes.slice(0, end);
}

/** Unpacks a byte string to numbers, in one flat loop, which is fast even before it is compiled. */
export function unpackVarints(bytes: Uint8Array): Uint32Array {
  const values = new Uint32Array(bytes.length);
  let count = 0;
  let value = 0;
  let shift = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      values[count++] = value;
      value = 0;
      shift = 0;
    } else {
      shift += 7;
    }
  }
  return values.subarray(0, count);
}
