// Opens a shared PostgreSQL store: a named view of it, or a local index file that borrows contents from it. Loaded only
// if the configuration names a database.
import { hash } from 'node:crypto';
import { DEFAULTS } from '../../config/defaults.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import {
  deletePostgresView,
  layerStores,
  openPostgresStore,
  openSharedContents,
  type PostgresStoreOptions,
  readAddress,
} from '../../stores/shared-stores.ts';

/** An open store, with how to name it, reopen it and read its notes. */
export interface OpenedStore {
  readonly store: Store;
  /** The place of the store as users read it, never with a password. */
  readonly storePath: string;
  /** Opens the same place again, empty. A damaged file is put aside. */
  reopenStore(isDamaged: boolean): Promise<Store>;
  /** Notes about what knap did without or waited for. */
  readonly notes: string[];
}

/** A workspace in a shared database: the address that is written, and perhaps a replica for questions. */
export interface SharedPlace {
  readonly url: string;
  readonly readUrl: string | undefined;
  readonly workspace: string;
}

export async function openShared(
  place: SharedPlace,
  { view, onWait }: { readonly view: string } & Pick<EngineOptions, 'onWait'>,
): Promise<OpenedStore> {
  const { url, workspace } = place;
  const notes: string[] = [];
  const onNote = createNoteSwitch(notes);
  const options: PostgresStoreOptions = {
    ...DEFAULTS.postgres,
    ...DEFAULTS.queue,
    ...DEFAULTS.history,
    keeping: DEFAULTS.keeping,
    ...place,
    view,
    onWait: (reason) => {
      onWait?.(reason);
      onNote(reason, true);
    },
    onNote,
  };
  return {
    store: await openPostgresStore(options),
    storePath: `${readAddress(url).shown} ${workspace}@${view}`,
    reopenStore: async () => {
      await deletePostgresView(options);
      return openPostgresStore(options);
    },
    notes,
  };
}

// Adds a note while it holds and removes it afterwards; every answer prints the list as it is then.
function createNoteSwitch(notes: string[]): (note: string, holds: boolean) => void {
  return (note, holds) => {
    const index = notes.indexOf(note);
    if (holds && index < 0) notes.push(note);
    if (!holds && index >= 0) notes.splice(index, 1);
  };
}

const NAME_CHARACTERS = 12;

/** Opens a local index file that borrows contents from a shared database, which is never written. */
export async function openBorrowing(
  openIndexFile: (file: string) => Promise<OpenedStore>,
  place: SharedPlace,
): Promise<OpenedStore> {
  const { url, workspace } = place;
  const sharedName = `${readAddress(url).shown} ${workspace}`;
  const nothingShared = `the shared store holds nothing of ${workspace} yet: all of it was indexed here`;
  // Uses a file for each database and workspace, because content numbers of one database mean nothing in another.
  const local = await openIndexFile(`over-${hash('sha256', sharedName).slice(0, NAME_CHARACTERS)}.db`);
  const onNote = createNoteSwitch(local.notes);
  const withBorrowedContents = async (store: OpenedStore['store']) => {
    const shared = await openSharedContents({ ...DEFAULTS.postgres, ...place, onNote });
    const readFacts: typeof shared.readFacts = async (hashes) => {
      const facts = await shared.readFacts(hashes);
      if (facts.stamp === '') onNote(nothingShared, true);
      return facts;
    };
    return { ...layerStores(store, { ...shared, readFacts }), name: `${store.name} over ${sharedName}` };
  };
  return {
    ...local,
    store: await withBorrowedContents(local.store),
    reopenStore: async (isDamaged) => withBorrowedContents(await local.reopenStore(isDamaged)),
  };
}
