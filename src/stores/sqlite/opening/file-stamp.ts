// Remembers how knap left the index file, to notice when another program has written to it.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { readPlainText } from '../../../reading/plain-file.ts';

/** The suffix of the file that records the state in which knap left the index. */
export const STAMP_SUFFIX = '-stamp';

const PRIVATE = 0o600;
const STAMP_BYTES_MAX = 1000;

/** Detects changes by others to an index file, without reading the file. */
export interface Stamp {
  /** The size, number and times of the file now; null if it does not exist. */
  seen(): string | null;
  isAsLeft(): boolean;
  /** Records the present state of the file as written by knap. */
  leave(): void;
  /** Removes the record of a damaged file, so that the next process that opens the file checks all of it. */
  doubt(): void;
  /** Runs a write, then records the new state, but only if the file was unchanged before the write. */
  writing(work: () => void): void;
}

/**
 * The stamp of an index. It holds the size, the number and the last change of the file, as the system reports them. It
 * differs after another program wrote to the file, after the file was copied, and after a process of knap was killed.
 * The content of the file is then checked before use.
 */
export function stampOf(path: string): Stamp {
  const stampPath = path + STAMP_SUFFIX;
  const isAsLeft = () => known(stampPath) === seen(path);
  const leave = () => {
    const now = seen(path);
    if (now === null || known(stampPath) === now) return;
    try {
      writeFileSync(stampPath, now, { mode: PRIVATE });
    } catch {
      // The disk is full or the folder became read-only: the next process checks the index again.
    }
  };
  return {
    seen: () => seen(path),
    isAsLeft,
    leave,
    doubt: () => rmSync(stampPath, { force: true }),
    writing: (work) => {
      const isOurs = isAsLeft();
      work();
      if (isOurs) leave();
    },
  };
}

function seen(path: string): string | null {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file ? [file.size, file.ino, file.mtimeNs, file.ctimeNs].join(' ') : null;
}

// The stamp is missing or unreadable.
function known(stampPath: string): string | null {
  return readPlainText(stampPath, { bytesMax: STAMP_BYTES_MAX });
}
