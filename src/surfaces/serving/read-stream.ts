// Reads a whole stream into memory, up to a limit, and parses JSON.

/** Throws `tooLarge` if there are more than `bytesMax` bytes. */
export async function readBytes(stream: AsyncIterable<unknown>, bytesMax: number, tooLarge: Error): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    bytes += part.length;
    if (bytes > bytesMax) throw tooLarge;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** Parses JSON in UTF-8; throws if the bytes are anything else. */
export function parseJson(bytes: Buffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}
