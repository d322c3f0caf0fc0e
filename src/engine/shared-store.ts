import { DEFAULTS } from '../config/defaults.ts';
import type { Config } from '../config/schema.ts';
import { ContextError } from '../model/errors.ts';
import { type Administration, openAdministration, openQueue, type ViewQueue } from '../stores/index.ts';

export type { QueuedView, SharedStoreStatus, TakenView, ViewQueue } from '../stores/index.ts';
export { namesToKeep, sharedNames } from './parts/shared-names.ts';

/** Does something to the shared store of a configuration. */
export async function onSharedStore<T>(config: Config, work: (store: Administration) => Promise<T>): Promise<T> {
  return closing(await openAdministration({ ...DEFAULTS.postgres, url: urlOf(config) }), work);
}

/** Does something with the queue of the shared store of a configuration. */
export async function onQueue<T>(config: Config, work: (queue: ViewQueue) => Promise<T>): Promise<T> {
  return closing(await openQueue({ ...DEFAULTS.postgres, ...DEFAULTS.queue, url: urlOf(config) }), work);
}

function urlOf({ store }: Config): string {
  if (store !== undefined) return store;
  throw new ContextError('BAD_INPUT', 'Name the database with --store postgres://user@host/name, or in KNAP_STORE.');
}

async function closing<Opened extends { close(): Promise<void> }, T>(
  opened: Opened,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
