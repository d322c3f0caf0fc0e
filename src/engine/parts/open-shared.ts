import { hash } from 'node:crypto';
import { DEFAULTS } from '../../config/defaults.ts';
import {
  emptyPostgresView,
  layerStores,
  openLender,
  openPostgresStore,
  type PostgresStoreOptions,
  readAddress,
} from '../../stores/shared-stores.ts';
import type { OpenedStore } from './opened-store.ts';

/** Opens a view of a shared database that has a name. */
export async function openShared(
  url: string,
  { workspace, view }: { readonly workspace: string; readonly view: string },
): Promise<OpenedStore> {
  const notes: string[] = [];
  const onWait = (reason: string) => {
    if (!notes.includes(reason)) notes.push(reason);
  };
  const options: PostgresStoreOptions = {
    ...DEFAULTS.postgres,
    ...DEFAULTS.queue,
    ...DEFAULTS.history,
    url,
    workspace,
    view,
    onWait,
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

const NAME_CHARACTERS = 12;

/** Opens a file of this machine that borrows what a shared database has of the workspace, and writes nothing there. */
export async function openOver(
  openBeside: (file: string) => Promise<OpenedStore>,
  { url, workspace }: { readonly url: string; readonly workspace: string },
): Promise<OpenedStore> {
  const lending = `${readAddress(url).shown} ${workspace}`;
  const nothing = `the shared store holds nothing of ${workspace} yet: all of it was indexed here`;
  // Numbers of one database mean nothing in another.
  const own = await openBeside(`over-${hash('sha256', lending).slice(0, NAME_CHARACTERS)}.db`);
  const over = async (store: OpenedStore['store']) => {
    const lender = await openLender({ ...DEFAULTS.postgres, url, workspace });
    const lend: typeof lender.lend = async (hashes) => {
      const lent = await lender.lend(hashes);
      if (lent.stamp === '' && !own.notes.includes(nothing)) own.notes.push(nothing);
      return lent;
    };
    return { ...layerStores(store, { ...lender, lend }), name: `${store.name} over ${lending}` };
  };
  return { ...own, store: await over(own.store), reopenStore: async () => over(await own.reopenStore()) };
}
