/** Tells what changes in a folder, while it is open. */
export interface Watcher {
  /** Rejects where the system cannot watch so much. Everything that happens after it has settled is told. */
  watch(place: WatchedFolder, onTouched: (touched: Touched) => void): Promise<FolderWatch>;
}

/** A folder whose files matter, and what in it does not. */
export interface WatchedFolder {
  readonly folder: string;
  /** Paths in it, with `/` between names. */
  readonly ignoredPaths: readonly string[];
  /** Names of folders that are ignored wherever they stand. */
  readonly ignoredNames: readonly string[];
}

/** Paths that came, went or were written, relative to the folder; one of a folder speaks for all in it. `all` when nobody can tell. */
export type Touched = readonly string[] | 'all';

export interface FolderWatch {
  close(): Promise<void>;
  /** Settles when everything is told that happened before; absent where the system tells when it likes. */
  caughtUp?(): Promise<void>;
}
