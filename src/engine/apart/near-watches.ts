import type { FolderWatch, Watcher } from '../../ports/watcher.ts';
import type { FromThread, ToThread } from './messages.ts';

/** The main thread's side: the watches of one thread. */
export interface NearWatches {
  hear(message: FromThread): void;
  close(): Promise<void>;
}

/** Watches for a thread, and tells it. */
export function nearWatches(open: () => Promise<Watcher | null>, say: (message: ToThread) => void): NearWatches {
  const watches = new Map<number, Promise<FolderWatch | null>>();
  const start = async ({ watch, place }: FromThread & { kind: 'watch' }): Promise<FolderWatch | null> => {
    try {
      const watcher = await open();
      if (watcher === null) throw new Error('nothing here can watch files');
      const started = await watcher.watch(place, (touched) => say({ kind: 'touched', watch, touched }));
      say({ kind: 'watching', watch, problem: null });
      return started;
    } catch (error) {
      say({ kind: 'watching', watch, problem: error instanceof Error ? error.message : String(error) });
      return null;
    }
  };
  const end = async (watch: number) => {
    const started = watches.get(watch);
    watches.delete(watch);
    await (await started)?.close();
  };
  return {
    hear: (message) => {
      if (message.kind === 'watch') watches.set(message.watch, start(message));
      if (message.kind === 'unwatch') void end(message.watch);
    },
    close: async () => {
      await Promise.all([...watches.keys()].map(end));
    },
  };
}
