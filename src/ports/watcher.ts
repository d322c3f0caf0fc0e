/** Reports changes in folders. */
export interface Watcher {
  /** Watches a folder, and reports every change after the promise resolves. Rejects if the system cannot watch so many files. */
  watch(place: WatchedFolder, onTouched: (touched: Touched) => void): Promise<FolderWatch>;
}

/** A folder to watch, with the paths in it to ignore. */
export interface WatchedFolder {
  readonly folder: string;
  /** Paths in it, with `/` between names. */
  readonly ignoredPaths: readonly string[];
  /** Names of folders to ignore at any depth. */
  readonly ignoredNames: readonly string[];
}

/** Added, removed or written paths, relative to the folder; a folder stands for everything in it. `all` if the paths are unknown. */
export type Touched = readonly string[] | 'all';

export interface FolderWatch {
  close(): Promise<void>;
  /** Settles when all earlier changes are reported; absent if the system gives no such guarantee. */
  caughtUp?(): Promise<void>;
}
