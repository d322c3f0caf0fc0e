import { DEFAULTS } from '../config/defaults.ts';
import type { Config } from '../config/schema.ts';
import { ContextError } from '../model/errors.ts';
import { type Administration, openAdministration } from '../stores/index.ts';

export type { SharedStoreStatus } from '../stores/index.ts';
export { sharedNames } from './parts/shared-names.ts';

/** Does something to the shared store of a configuration. */
export async function onSharedStore<T>(config: Config, work: (store: Administration) => Promise<T>): Promise<T> {
  if (config.store === undefined)
    throw new ContextError('BAD_INPUT', 'Name the database with --store postgres://user@host/name, or in KNAP_STORE.');
  const store = await openAdministration({ ...DEFAULTS.postgres, url: config.store });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
