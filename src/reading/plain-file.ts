// Opens only plain files up to a given size, so that no pipe, device or huge file blocks. Identifies files by inodes.
import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../model/errors.ts';
import { isAbsence } from './confine.ts';

/** Why a file was not read; `odd` is a folder, a pipe, a socket or a device. */
export type PlainRefusal = 'gone' | 'link' | 'odd' | 'large' | 'unreadable';

interface PlainOptions {
  readonly bytesMax: number;
  /** Set it for files that a person, git or knap itself names, never for other files of a repository. */
  readonly followsLinks?: boolean;
}

/** Texts that follow the name of a refused file. */
export const REFUSED: Readonly<Record<PlainRefusal, string>> = {
  gone: 'is not there',
  link: 'is a link, which is not followed here',
  odd: 'is not a plain file',
  large: 'is too large',
  unreadable: 'cannot be read',
};

/** Reads a whole file, or returns why not. */
export function readPlainFile(path: string, options: PlainOptions): Buffer | PlainRefusal {
  return withPlainFile(path, options, readWhole);
}

/** Reads a whole file as UTF-8; null if it cannot be read. */
export function readPlainText(path: string, options: PlainOptions): string | null {
  const bytes = readPlainFile(path, options);
  return typeof bytes === 'string' ? null : bytes.toString('utf8');
}

/** Runs `work` on an open file. If it throws, the file counts as refused, mostly as `unreadable`. */
export function withPlainFile<T>(
  path: string,
  { bytesMax, followsLinks = false }: PlainOptions,
  work: (descriptor: number, stats: Stats) => T,
): T | PlainRefusal {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, followsLinks ? NON_BLOCKING : NON_BLOCKING | NO_LINK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return 'odd';
    return stats.size > bytesMax ? 'large' : work(descriptor, stats);
  } catch (error) {
    return refusalOf(error);
  } finally {
    // The system releases the descriptor even if closing fails.
    if (descriptor !== null) attempt(() => closeSync(descriptor!));
  }
}

/** Reads at most as many bytes as `size` says, also of a file that grows meanwhile. */
export function readWhole(descriptor: number, { size }: Stats): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, size - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

// O_NONBLOCK prevents waiting for the other end of a pipe.
const NON_BLOCKING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;

function refusalOf(error: unknown): PlainRefusal {
  if (isAbsence(error)) return 'gone';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ELOOP' ? 'link' : code === 'ENXIO' || code === 'EISDIR' ? 'odd' : 'unreadable';
}

/**
 * A number, never 0, made from the inode numbers of a file and its folder. Written into the file, it hardly ever fits a
 * copy of the file or of the folder, because copies have other inodes.
 */
export function fileIdentityOf(path: string, file: Stats = lstatSync(path)): number {
  const folder = lstatSync(dirname(path));
  const place = hash('sha256', `${folder.ino} ${file.ino}`, 'buffer');
  return place.readInt32BE(0) || 1;
}
