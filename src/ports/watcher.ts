// What reports changed files, so that a server need not check every file for every question.

export interface Watcher {
  /**
   * Watches a folder, and reports every change after the promise resolves. Rejects if the system cannot watch this many
   * files.
   */
  watch(place: WatchedFolder, onChange: (touched: ChangedPaths) => void): Promise<FolderWatch>;
}

/** A folder to watch, with the paths in it to ignore. */
export interface WatchedFolder {
  readonly folder: string;
  /** Paths in it, with `/` between names. */
  readonly ignoredPaths: readonly string[];
  /** Names of folders to ignore at any depth. */
  readonly ignoredNames: readonly string[];
}

/** Added, removed or written paths, relative to the watched folder, a folder for all its files; `all` if unknown. */
export type ChangedPaths = readonly string[] | 'all';

export interface FolderWatch {
  close(): Promise<void>;
  /** Settles when all earlier changes are reported; absent if the system gives no such guarantee. */
  settleReports?(): Promise<void>;
}
