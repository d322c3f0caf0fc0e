import { Refusal } from './refusal.ts';

/** Lets a few in at once, lets some wait, and sends the others away. */
export interface Gate {
  /** Settles when there is room; what it gives must be called when the work is over. */
  enter(signal: AbortSignal): Promise<() => void>;
  readonly load: { readonly running: number; readonly waiting: number };
}

export function createGate({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  // Who leaves hands the place on, so that nobody comes in between.
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const once = () => {
    let isOver = false;
    return () => {
      if (!isOver) leave();
      isOver = true;
    };
  };
  return {
    get load() {
      return { running, waiting: waiting.length };
    },
    async enter(signal) {
      signal.throwIfAborted();
      if (running < runningMax) {
        running += 1;
        return once();
      }
      if (waiting.length >= waitingMax) throw new Refusal('BUSY', 'Too many questions at once.');
      await turn(waiting, signal);
      return once();
    },
  };
}

function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => {
    const at = waiting.indexOf(come);
    if (at >= 0) waiting.splice(at, 1);
    reject(signal.reason);
  };
  const come = () => {
    signal.removeEventListener('abort', giveUp);
    resolve();
  };
  signal.addEventListener('abort', giveUp, { once: true });
  waiting.push(come);
  return promise;
}
