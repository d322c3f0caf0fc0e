import { rmSync, statSync, writeFileSync } from 'node:fs';
import { readPlainText } from '../../../reading/plain-file.ts';

/** The file beside the index that tells how the index was left. */
export const STAMP_SUFFIX = '-stamp';

const PRIVATE = 0o600;
const STAMP_BYTES_MAX = 1000;

/** Tells whether an index is as we left it, without reading it. */
export interface Stamp {
  /** What the system knows of the file now; null where there is none. */
  seen(): string | null;
  isAsLeft(): boolean;
  /** Says that it is ours as it is now. */
  leave(): void;
  /** It turned out to be damaged: whoever opens it next reads all of it. */
  doubt(): void;
  /** Writes something and leaves it. What somebody else did to the file before is not made ours by writing more. */
  writing(work: () => void): void;
}

/**
 * The stamp of an index. It holds what the system knows of the file: its size, its number and when it was last changed.
 * It differs when somebody else wrote to the file, when it was copied, and when one of us was killed: then what is in it
 * is looked at before it is believed.
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
      // A full disk, a folder that became read-only: the index is looked at again next time.
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

// There is none, or none that can be read: nothing is known.
function known(stampPath: string): string | null {
  return readPlainText(stampPath, { bytesMax: STAMP_BYTES_MAX });
}
