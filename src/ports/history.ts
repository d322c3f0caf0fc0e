// The facts of a commit history that a store returns: of each file, and of the history as a whole.

/** How often and how lately commits touched a file. */
export interface FileHistory {
  readonly path: string;
  readonly lastModifiedMs: number;
  readonly commitCount: number;
  /** 0..1: how often it changes relative to the most changed file; recent commits count more. */
  readonly churn: number;
}

/** How much of the history a store holds. */
export interface HistoryState {
  readonly available: boolean;
  /** Newest commit that was read; null before the first. */
  readonly head: string | null;
  readonly commits: number;
  readonly note: string | null;
  readonly averageMessageLength: number;
}
