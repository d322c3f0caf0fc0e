import type { Touched, Watcher } from '../../ports/watcher.ts';
import type { FromThread, ToThread } from './messages.ts';

/** The thread's side of a watcher that lives in the main thread. */
export interface FarWatcher {
  open(): Promise<Watcher>;
  /** To be told of everything the main thread says about watches. */
  hear(message: ToThread): void;
}

/**
 * Watches through the main thread: the package that does it can be loaded once in a process, and a thread may have to
 * be replaced.
 */
export function farWatcher(say: (message: FromThread) => void): FarWatcher {
  const listeners = new Map<number, (touched: Touched) => void>();
  const waiting = new Map<number, (problem: string | null) => void>();
  let watches = 0;
  const watcher: Watcher = {
    async watch(place, onTouched) {
      const watch = ++watches;
      listeners.set(watch, onTouched);
      const problem = await new Promise<string | null>((resolve) => {
        waiting.set(watch, resolve);
        say({ kind: 'watch', watch, place });
      });
      if (problem !== null) throw new Error(problem);
      const close = async () => {
        listeners.delete(watch);
        say({ kind: 'unwatch', watch });
      };
      return { close };
    },
  };
  return {
    open: async () => watcher,
    hear: (message) => {
      if (message.kind === 'touched') listeners.get(message.watch)?.(message.touched);
      if (message.kind === 'watching') {
        waiting.get(message.watch)?.(message.problem);
        waiting.delete(message.watch);
      }
    },
  };
}
