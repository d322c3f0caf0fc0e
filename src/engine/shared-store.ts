// Gives the commands of `knap store` and the servers access to a shared database: its administration, its queue of
// views and its load.
import { DEFAULTS } from '../config/defaults.ts';
import type { Config } from '../config/schema.ts';
import { ContextError } from '../model/errors.ts';
import type { Administration, StoreLoad, ViewQueue } from '../stores/shared-stores.ts';

export type {
  MemberRight,
  QueuedView,
  SharedStoreStatus,
  StoreLoad,
  TakenView,
  ViewQueue,
} from '../stores/shared-stores.ts';
export { namesOfIndexedView, sharedNames, storedViewOf } from './open/shared-names.ts';

export async function onSharedStore<T>(config: Config, work: (store: Administration) => Promise<T>): Promise<T> {
  return closeAfter(await open(config), work);
}

export async function onQueue<T>(config: Config, work: (queue: ViewQueue) => Promise<T>): Promise<T> {
  const options = optionsOf(config);
  const { openQueue } = await import('../stores/shared-stores.ts');
  return closeAfter(await openQueue(options), work);
}

/** Measures the load of the shared store; null if a connected store does not answer. Connects on the first call. */
export function watchLoad(config: Config): { load(): Promise<StoreLoad | null>; close(): Promise<void> } {
  let opened: Promise<Administration> | null = null;
  return {
    load: async () => {
      opened ??= open(config);
      return (await opened).load().catch(() => null);
    },
    close: async () => (await opened)?.close(),
  };
}

async function open(config: Config): Promise<Administration> {
  const options = optionsOf(config);
  const { openAdministration } = await import('../stores/shared-stores.ts');
  return openAdministration(options);
}

function optionsOf({ store }: Config) {
  if (store !== undefined) return { ...DEFAULTS.postgres, ...DEFAULTS.queue, url: store };
  throw new ContextError('BAD_INPUT', 'Name the database with --store postgres://user@host/name, or in KNAP_STORE.');
}

async function closeAfter<Opened extends { close(): Promise<void> }, T>(
  opened: Opened,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
