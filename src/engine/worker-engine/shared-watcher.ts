// If a system needs the watcher package, the thread of an engine watches files through the main thread: a process can
// load the package only once, and the pool may have to replace the thread.
import { messageOf } from '../../model/errors.ts';
import type { ChangedPaths, FolderWatch, WatchedFolder, Watcher } from '../../ports/watcher.ts';
import type { ThreadCompanion } from '../../threads/thread-pool.ts';

/** Messages to the thread of engines besides its jobs. */
export type ToEngineThread =
  | { readonly kind: 'touched'; readonly watch: number; readonly touched: ChangedPaths }
  | { readonly kind: 'watching'; readonly watch: number; readonly problem: string | null }
  | { readonly kind: 'leave'; readonly place: number };

/** Messages of the thread besides those about its jobs. */
type FromEngineThread =
  | { readonly kind: 'watch'; readonly watch: number; readonly folder: WatchedFolder }
  | { readonly kind: 'unwatch'; readonly watch: number };

/** The side of the main thread: watches files for one thread and sends it the changes. */
export function watchForThread(
  open: () => Promise<Watcher | null>,
  send: (message: ToEngineThread) => void,
): ThreadCompanion {
  const watches = new Map<number, Promise<FolderWatch | null>>();
  const start = async ({ watch, folder }: FromEngineThread & { kind: 'watch' }): Promise<FolderWatch | null> => {
    try {
      const watcher = await open();
      if (watcher === null) throw new Error('this system cannot watch files');
      const started = await watcher.watch(folder, (changed) => send({ kind: 'touched', watch, touched: changed }));
      send({ kind: 'watching', watch, problem: null });
      return started;
    } catch (error) {
      send({ kind: 'watching', watch, problem: messageOf(error) });
      return null;
    }
  };
  const end = async (watch: number) => {
    const started = watches.get(watch);
    watches.delete(watch);
    await (await started)?.close();
  };
  return {
    onMessage: (said) => {
      const message = said as FromEngineThread;
      if (message.kind === 'watch') watches.set(message.watch, start(message));
      if (message.kind === 'unwatch') void end(message.watch);
    },
    close: async () => {
      await Promise.all([...watches.keys()].map(end));
    },
  };
}

/** The side of the engine's thread: a watcher, and the handler of the main thread's messages. */
export function watchThroughMain(send: (message: FromEngineThread) => void) {
  const listeners = new Map<number, (changed: ChangedPaths) => void>();
  const waiting = new Map<number, (problem: string | null) => void>();
  let lastWatch = 0;
  const watcher: Watcher = {
    async watch(folder, onChange) {
      const watch = ++lastWatch;
      listeners.set(watch, onChange);
      const problem = await new Promise<string | null>((resolve) => {
        waiting.set(watch, resolve);
        send({ kind: 'watch', watch, folder });
      });
      if (problem !== null) throw new Error(problem);
      return {
        close: async () => {
          listeners.delete(watch);
          send({ kind: 'unwatch', watch });
        },
      };
    },
  };
  const receive = (message: ToEngineThread) => {
    if (message.kind === 'touched') listeners.get(message.watch)?.(message.touched);
    if (message.kind === 'watching') {
      waiting.get(message.watch)?.(message.problem);
      waiting.delete(message.watch);
    }
  };
  return { watcher, receive };
}
