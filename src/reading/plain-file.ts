import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { isAbsence } from './confine.ts';

/** Why nothing was read: only plain files are opened, up to a size, and links only where a person named the file. */
export type PlainRefusal = 'gone' | 'link' | 'odd' | 'large' | 'unreadable';

export interface PlainOptions {
  readonly bytesMax: number;
  /** For files that a person names or keeps; a path that a repository brought is never followed. */
  readonly followsLinks?: boolean;
}

/** In words, after the name of the file. */
export const REFUSED: Readonly<Record<PlainRefusal, string>> = {
  gone: 'is not there',
  link: 'is a link, which is not followed here',
  odd: 'is not a plain file',
  large: 'is too large',
  unreadable: 'cannot be read',
};

/** The bytes of a small file, or why they are not read. Neither a pipe nor a device nor a huge file can hold it up. */
export function readPlainFile(path: string, options: PlainOptions): Buffer | PlainRefusal {
  return withPlainFile(path, options, readWhole);
}

/** The same as text; null where there is none that can be read, for those who need not know why. */
export function readPlainText(path: string, options: PlainOptions): string | null {
  const bytes = readPlainFile(path, options);
  return typeof bytes === 'string' ? null : bytes.toString('utf8');
}

/** Does some work on an open file; whatever is no plain file of that size is refused before a byte of it is read. */
export function withPlainFile<T>(
  path: string,
  { bytesMax, followsLinks = false }: PlainOptions,
  work: (descriptor: number, stats: Stats) => T,
): T | PlainRefusal {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, followsLinks ? QUICK : QUICK | NO_LINK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return 'odd';
    return stats.size > bytesMax ? 'large' : work(descriptor, stats);
  } catch (error) {
    return refusalOf(error);
  } finally {
    if (descriptor !== null) closeRead(descriptor);
  }
}

// What was read stays read, however closing goes.
function closeRead(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // The system has let go of it all the same.
  }
}

// As many bytes as the stat promised: a file that grows meanwhile is another one, and is read again next time.
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

// Not to wait for the other end of a pipe.
const QUICK = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;

function refusalOf(error: unknown): PlainRefusal {
  if (isAbsence(error)) return 'gone';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ELOOP' ? 'link' : code === 'ENXIO' || code === 'EISDIR' ? 'odd' : 'unreadable';
}
