import type { Store } from '../../ports/store.ts';

/** A store with what the engine must know of it. */
export interface OpenedStore {
  readonly store: Store;
  /** Where it is, for people; a password is never part of it. */
  readonly storePath: string;
  /** The same place again, empty: for a full re-index, or a damaged file, which is put aside. */
  reopenStore(isDamaged: boolean): Promise<Store>;
  /** What had to be done without, and what had to be waited for. */
  readonly notes: string[];
}
