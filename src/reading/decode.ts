// Decodes the bytes of a file, and recognises files that are not text.
import { isUtf8 } from 'node:buffer';

/** DecodedText text. */
export interface DecodedText {
  readonly text: string;
  /** Whether the text holds replacement characters for invalid UTF-8 bytes. */
  readonly hadInvalidBytes: boolean;
}

const SNIFFED_BYTES = 8192;
// Text in an old one-byte encoding is mostly ASCII; with a greater share of invalid bytes it is not text.
const INVALID_SHARE_MAX = 0.3;

/** Decodes UTF-8, or UTF-16 with a byte order mark, and drops the mark; null for bytes that are not text. */
export function decode(bytes: Buffer): DecodedText | null {
  const wide = wideEncoding(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), hadInvalidBytes: false };
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return null;
  const text = withoutMark(bytes.toString('utf8'));
  if (isUtf8(bytes)) return { text, hadInvalidBytes: false };
  return invalidShare(text) > INVALID_SHARE_MAX ? null : { text, hadInvalidBytes: true };
}

function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length % 2 !== 0) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function invalidShare(text: string): number {
  const sample = text.slice(0, SNIFFED_BYTES);
  let invalid = 0;
  for (let index = sample.indexOf('\uFFFD'); index !== -1; index = sample.indexOf('\uFFFD', index + 1)) invalid++;
  return invalid / sample.length;
}
