import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { FileText } from '../ports/reader.ts';
import { confine, isAbsence } from './confine.ts';
import { decode } from './decode.ts';

/** Why a file was not read. */
export type Refusal = 'gone' | 'outside' | 'large' | 'binary' | 'unreadable';

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
  | { readonly refusal: Refusal; readonly stamp: FileStamp | null };

// 160 bits are beyond chance, and short enough to be printed.
const HASH_CHARACTERS = 40;
// Not to wait for the other end of a pipe, and not to follow a link that was put there since the path was resolved.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Reads one file of the root, synchronously: for files of this size that is several times quicker than waiting. */
export function readFile(realRoot: string, path: string, fileBytesMax: number): ReadOutcome {
  const confined = confine(realRoot, path);
  if ('refusal' in confined) return { refusal: confined.refusal, stamp: null };
  let descriptor: number | null = null;
  try {
    descriptor = openSync(confined.real, OPEN_FLAGS);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { refusal: 'unreadable', stamp: null };
    if (stats.size > fileBytesMax) return { refusal: 'large', stamp: stampOf(stats) };
    return outcomeOf(path, readWhole(descriptor, stats.size), stampOf(stats));
  } catch (error) {
    return { refusal: isAbsence(error) ? 'gone' : 'unreadable', stamp: null };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
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

/** The key of some bytes. */
export function hashOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex').slice(0, HASH_CHARACTERS);
}

function outcomeOf(path: string, bytes: Buffer, stamp: FileStamp): ReadOutcome {
  const decoded = decode(bytes);
  if (!decoded) return { refusal: 'binary', stamp };
  return { file: { path, text: decoded.text, hash: hashOf(bytes) }, stamp, hadInvalidBytes: decoded.hadInvalidBytes };
}

// As many bytes as the stat promised: a file that grows meanwhile has a new stamp and is read again next time.
function readWhole(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, size - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
