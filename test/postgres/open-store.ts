import { inject } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../src/stores/shared-stores.ts';

let made = 0;

/** The name of a workspace that nobody else has. */
export function newWorkspace(): string {
  made += 1;
  return `test/${process.pid}/${made}`;
}

/** Opens a store on the server of this run, in a workspace of its own unless one is named. */
export function openStore(options: Partial<PostgresStoreOptions> = {}): Promise<Store> {
  const settings = { ...DEFAULTS.postgres, ...DEFAULTS.queue, url: inject('postgresUrl') };
  return openPostgresStore({ ...settings, workspace: newWorkspace(), view: 'main', ...options });
}
