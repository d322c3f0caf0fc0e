import { hash } from 'node:crypto';
import { DEFAULTS } from '../../config/defaults.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import {
  emptyPostgresView,
  layerStores,
  openLender,
  openPostgresStore,
  type PostgresStoreOptions,
  readAddress,
} from '../../stores/shared-stores.ts';
import type { OpenedStore } from './opened-store.ts';

/** A shared database: where it is written, and perhaps a copy that questions are asked of. */
export interface SharedPlace {
  readonly url: string;
  readonly readUrl: string | undefined;
  readonly workspace: string;
}

/** Opens a view of a shared database that has a name. */
export async function openShared(
  place: SharedPlace,
  { view, onWait }: { readonly view: string } & Pick<EngineOptions, 'onWait'>,
): Promise<OpenedStore> {
  const { url, workspace } = place;
  const notes: string[] = [];
  const onNote = noteIn(notes);
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
      await emptyPostgresView(options);
      return openPostgresStore(options);
    },
    notes,
  };
}

// Whoever asks looks at the list each time, so what no longer holds is taken off it.
function noteIn(notes: string[]): (note: string, holds: boolean) => void {
  return (note, holds) => {
    const at = notes.indexOf(note);
    if (holds && at < 0) notes.push(note);
    if (!holds && at >= 0) notes.splice(at, 1);
  };
}

const NAME_CHARACTERS = 12;

/** Opens a file of this machine that borrows what a shared database has of the workspace, and writes nothing there. */
export async function openOver(
  openBeside: (file: string) => Promise<OpenedStore>,
  place: SharedPlace,
): Promise<OpenedStore> {
  const { url, workspace } = place;
  const lending = `${readAddress(url).shown} ${workspace}`;
  const nothing = `the shared store holds nothing of ${workspace} yet: all of it was indexed here`;
  // Numbers of one database mean nothing in another.
  const own = await openBeside(`over-${hash('sha256', lending).slice(0, NAME_CHARACTERS)}.db`);
  const onNote = noteIn(own.notes);
  const over = async (store: OpenedStore['store']) => {
    const lender = await openLender({ ...DEFAULTS.postgres, ...place, onNote });
    const lend: typeof lender.lend = async (hashes) => {
      const lent = await lender.lend(hashes);
      if (lent.stamp === '') onNote(nothing, true);
      return lent;
    };
    return { ...layerStores(store, { ...lender, lend }), name: `${store.name} over ${lending}` };
  };
  return {
    ...own,
    store: await over(own.store),
    reopenStore: async (isDamaged) => over(await own.reopenStore(isDamaged)),
  };
}
