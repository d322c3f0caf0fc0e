// What opening a store returns, whichever store it is.
import type { Store } from '../../ports/store.ts';

/** An open store, with how to name it, reopen it and read its notes. */
export interface OpenedStore {
  readonly store: Store;
  /** The place of the store as users read it, never with a password. */
  readonly storePath: string;
  /** Opens the same place again, empty: for a full re-index, or for a damaged file, which is put aside. */
  reopenStore(isDamaged: boolean): Promise<Store>;
  /** Notes about what knap did without or waited for. */
  readonly notes: string[];
}
