import type { Readable, Writable } from 'node:stream';

export interface PaceLimits {
  /** With this much that the other side has not taken, nothing more is read. */
  readonly unsentBytesMax: number;
  /** Whoever takes nothing for so long is given up: while nothing is read, its end could not be heard either. */
  readonly stalledMs: number;
}

export interface Pace {
  /** Listens, or waits until more is taken. */
  listen(): void;
  /** Something was taken. */
  taken(): void;
  end(): void;
}

/** Listens only as fast as the other side does. */
export function createPace(
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  { unsentBytesMax, stalledMs }: PaceLimits,
  giveUp: () => void,
): Pace {
  let isEnded = false;
  let stalled: NodeJS.Timeout | undefined;
  const forgive = () => {
    clearTimeout(stalled);
    stalled = undefined;
  };
  const listen = () => {
    if (isEnded) return;
    if (stdout.writableLength < unsentBytesMax) return void stdin.resume();
    stdin.pause();
    stalled ??= setTimeout(giveUp, stalledMs);
  };
  return {
    listen,
    taken: () => {
      forgive();
      listen();
    },
    end: () => {
      isEnded = true;
      forgive();
      stdin.pause();
    },
  };
}
