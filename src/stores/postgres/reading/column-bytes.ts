// Decodes columns with bytes and lists of numbers, which the server sends as text.

/** The bytes of a column selected with `encode(…, 'base64')`, which is a third shorter than the hexadecimal default. */
export function bytesOf(column: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(column, 'base64');
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The numbers of a column selected with `array_to_string(…, ' ')`. */
export function numbersIn(column: string): ReadonlySet<number> {
  return new Set(column === '' ? [] : column.split(' ').map(Number));
}
