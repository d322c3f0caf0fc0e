import { setImmediate } from 'node:timers/promises';
import type { EngineParts } from '../parts/open-parts.ts';

// Long enough to cost nothing, short enough that a caller who gives up is heard at once.
const BREATH_MS = 10;

/**
 * Parts for one call: between two files it lets other work of this thread in, and stops when it is told to. All other
 * work of an answer is done without waiting for anything, so that nobody could be heard in between.
 */
export function interruptible(parts: EngineParts, signal: AbortSignal): EngineParts {
  let lastMs = performance.now();
  const breathe = async () => {
    if (performance.now() - lastMs > BREATH_MS) {
      await setImmediate();
      lastMs = performance.now();
    }
    signal.throwIfAborted();
  };
  return {
    ...parts,
    reader: {
      ...parts.reader,
      read: async (path) => {
        await breathe();
        return parts.reader.read(path);
      },
    },
  };
}
