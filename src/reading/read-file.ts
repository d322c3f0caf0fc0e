// Reads one file of the workspace: its text, hash and times, or why it is refused.
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { memoize } from '../model/memoize.ts';
import type { FileText } from '../ports/reader.ts';
import { confine } from './confine.ts';
import { readWhole, withPlainFile } from './plain-file.ts';

type ReadRefusal = 'gone' | 'outside' | 'large' | 'binary' | 'unreadable';

export interface FileStamp {
  readonly size: number;
  /** In whole milliseconds, as a scan reports them. */
  readonly mtimeMs: number;
  /** Differs after nearly every write, even if size and time stay the same. */
  readonly version: string;
}

export type ReadOutcome =
  | { readonly file: FileText; readonly stamp: FileStamp; readonly hadInvalidBytes: boolean }
  | { readonly refusal: ReadRefusal; readonly stamp: FileStamp | null };

// 160 bits exclude collisions by chance.
const HASH_CHARACTERS = 40;
// The last of these characters encode the language, if there is one.
const LANGUAGE_CHARACTERS = 8;

export interface ReadFileOptions {
  readonly fileBytesMax: number;
  /** The language of a file becomes a part of its hash. */
  readonly languageOf?: ((path: string) => string | null) | undefined;
}

/** Reads synchronously, which for small files is several times quicker than asynchronously. */
export function readFile(realRoot: string, path: string, options: ReadFileOptions): ReadOutcome {
  const confined = confine(realRoot, path);
  if ('refusal' in confined) return { refusal: confined.refusal, stamp: null };
  // Refuses a link that replaced the file meanwhile. Sets no size limit, because the outcome reports the size.
  const outcome = withPlainFile<ReadOutcome>(confined.real, { bytesMax: Number.POSITIVE_INFINITY }, (file, stats) =>
    stats.size > options.fileBytesMax
      ? { refusal: 'large', stamp: stampOf(stats) }
      : outcomeOf({ path, bytes: readWhole(file, stats), stamp: stampOf(stats) }, options),
  );
  if (typeof outcome !== 'string') return outcome;
  return { refusal: outcome === 'gone' ? 'gone' : 'unreadable', stamp: null };
}

export function stampOf(stats: Stats): FileStamp {
  const version = `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
  return { size: stats.size, mtimeMs: wholeMs(stats), version };
}

/** The time of the last change in whole milliseconds, which every store can hold. */
export function wholeMs(stats: Stats): number {
  return Math.floor(stats.mtimeMs);
}

/** The hash of a file: the same bytes in another language have another hash with the same beginning. */
export function hashOf(bytes: Buffer, language: string | null = null): string {
  const own = hash('sha256', bytes, 'hex').slice(0, HASH_CHARACTERS);
  return language === null ? own : own.slice(0, -LANGUAGE_CHARACTERS) + languageHash(language);
}

const languageHash = memoize((language: string) => hash('sha256', language, 'hex').slice(0, LANGUAGE_CHARACTERS));

export function outcomeOf(
  { path, bytes, stamp }: { readonly path: string; readonly bytes: Buffer; readonly stamp: FileStamp },
  { languageOf }: Pick<ReadFileOptions, 'languageOf'>,
): ReadOutcome {
  const decoded = decode(bytes);
  if (!decoded) return { refusal: 'binary', stamp };
  const file = { path, text: decoded.text, hash: hashOf(bytes, languageOf?.(path)) };
  return { file, stamp, hadInvalidBytes: decoded.hadInvalidBytes };
}

interface DecodedText {
  readonly text: string;
  readonly hadInvalidBytes: boolean;
}

const SNIFFED_BYTES = 8192;
// Text in an old one-byte encoding is mostly ASCII; with a greater share of invalid characters it is not text.
const INVALID_SHARE_MAX = 0.3;

/** Decodes UTF-8, or UTF-16 with a byte order mark, without the mark; null for bytes that do not look like text. */
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

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

function invalidShare(text: string): number {
  const sample = text.slice(0, SNIFFED_BYTES);
  let invalid = 0;
  for (let index = sample.indexOf('\uFFFD'); index !== -1; index = sample.indexOf('\uFFFD', index + 1)) invalid++;
  return invalid / sample.length;
}
