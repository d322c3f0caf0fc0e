import { setFlagsFromString } from 'node:v8';
import type { Progress } from '../../engine.ts';

// Fewer files than this are parsed before the heap could grow large.
const MANY_FILES = 500;
const FLAGS = ['--semi-space-growth-factor=1', '--heap-growing-percent=20'];

/**
 * Keeps the heap small while many files are parsed or a graph is imported: left alone, V8 takes twice the memory for no gain in time. A
 * greatest size would come too late for a heap that exists: what is told is not to grow further. Other
 * work is quicker with the heap as it is, so this waits until something long begins.
 */
export function smallHeapOn(report: (progress: Progress) => void): (progress: Progress) => void {
  let isSmall = false;
  return (progress) => {
    const isLong = progress.stage === 'import' || (progress.stage === 'parse' && progress.total >= MANY_FILES);
    if (!isSmall && isLong) {
      isSmall = true;
      for (const flag of FLAGS) setFlagsFromString(flag);
    }
    report(progress);
  };
}
