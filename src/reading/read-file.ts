import { hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { FileText } from '../ports/reader.ts';
import { confine } from './confine.ts';
import { decode } from './decode.ts';
import { readWhole, withPlainFile } from './plain-file.ts';

/** Why a file was not read. */
type ReadRefusal = 'gone' | 'outside' | 'large' | 'binary' | 'unreadable';

/** Enough to tell whether a file is still the one that was read. */
export interface FileStamp {
  readonly size: number;
  /** Whole milliseconds, as a scan reports them. */
  readonly mtimeMs: number;
  /** Changes with every write, whatever the size and the clock of the writer say. */
  readonly version: string;
}

export type ReadOutcome =
  | { readonly file: FileText; readonly stamp: FileStamp; readonly hadInvalidBytes: boolean }
  | { readonly refusal: ReadRefusal; readonly stamp: FileStamp | null };

// 160 bits are beyond chance, and short enough to be printed.
const HASH_CHARACTERS = 40;
// Of them as many tell the language, where one is known.
const LANGUAGE_CHARACTERS = 8;

export interface ReadFileOptions {
  readonly fileBytesMax: number;
  /** What a file is parsed as, where that is known: its hash tells it too. */
  readonly languageOf?: ((path: string) => string | null) | undefined;
}

/** Reads one file of the root, synchronously: for files of this size that is several times quicker than waiting. */
export function readFile(realRoot: string, path: string, options: ReadFileOptions): ReadOutcome {
  const confined = confine(realRoot, path);
  if ('refusal' in confined) return { refusal: confined.refusal, stamp: null };
  // A link may have been put there since the path was resolved. How large a file is belongs to the answer.
  const outcome = withPlainFile<ReadOutcome>(confined.real, { bytesMax: Number.POSITIVE_INFINITY }, (file, stats) =>
    stats.size > options.fileBytesMax
      ? { refusal: 'large', stamp: stampOf(stats) }
      : outcomeOf({ path, bytes: readWhole(file, stats), stamp: stampOf(stats) }, options),
  );
  if (typeof outcome !== 'string') return outcome;
  return { refusal: outcome === 'gone' ? 'gone' : 'unreadable', stamp: null };
}

/** What a stat says that a scan and a cache need to know. */
export function stampOf(stats: Stats): FileStamp {
  return {
    size: stats.size,
    mtimeMs: wholeMs(stats),
    version: `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`,
  };
}

/** When a file was last changed, in whole milliseconds: those survive every store. Younger changes are hashed again. */
export function wholeMs(stats: Stats): number {
  return Math.floor(stats.mtimeMs);
}

/** The key of some bytes; what they are parsed as makes another one of them, with the same beginning. */
export function hashOf(bytes: Buffer, language: string | null = null): string {
  const own = hash('sha256', bytes, 'hex').slice(0, HASH_CHARACTERS);
  return language === null ? own : own.slice(0, -LANGUAGE_CHARACTERS) + languageHash(language);
}

const languageHashes = new Map<string, string>();

function languageHash(language: string): string {
  const known = languageHashes.get(language) ?? hash('sha256', language, 'hex').slice(0, LANGUAGE_CHARACTERS);
  languageHashes.set(language, known);
  return known;
}

/** What the bytes of a file are: a text with its key, or none. */
export function outcomeOf(
  { path, bytes, stamp }: { readonly path: string; readonly bytes: Buffer; readonly stamp: FileStamp },
  { languageOf }: Pick<ReadFileOptions, 'languageOf'>,
): ReadOutcome {
  const decoded = decode(bytes);
  if (!decoded) return { refusal: 'binary', stamp };
  const file = { path, text: decoded.text, hash: hashOf(bytes, languageOf?.(path)) };
  return { file, stamp, hadInvalidBytes: decoded.hadInvalidBytes };
}
