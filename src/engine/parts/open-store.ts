import { join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { makeStateFolder } from '../../config/state-folder.ts';
import { ContextError } from '../../model/errors.ts';
import type { Store } from '../../ports/store.ts';
import {
  emptyPostgresView,
  openPostgresStore,
  openSqliteStore,
  type PostgresStoreOptions,
  readAddress,
  removeSqliteStore,
} from '../../stores/index.ts';
import { type SharedNames, sharedNames } from './shared-names.ts';

/** The path of a store that no other thread or process can see. */
export const IN_MEMORY = ':memory:';

/** A store with what the engine must know of it. */
export interface OpenedStore {
  readonly store: Store;
  /** Where it is, for people; a password is never part of it. */
  readonly storePath: string;
  /** The same place again, empty: for a damaged file or a full re-index. */
  reopenStore(): Promise<Store>;
  /** What had to be done without, and what had to be waited for. */
  readonly notes: string[];
}

/** Opens the store a configuration names: a shared database, or the file in the state folder of the root. */
export async function openStore(root: string, config: Config, ref?: string): Promise<OpenedStore> {
  if (config.store !== undefined) return openShared(config.store, sharedNames(root, config.workspace, ref));
  if (ref !== undefined)
    throw new ContextError('BAD_INPUT', '--ref is a view of a shared store: say which with --store postgres://….');
  try {
    return openFile(join(await makeStateFolder(root), 'index.db'), []);
  } catch (error) {
    if (!isUnusable(error) && !(error instanceof ContextError && error.code === 'CANNOT_WRITE')) throw error;
    return openInMemory(error);
  }
}

/** An empty store in memory in place of one on a disk that does not do its part; what is there stays for better days. */
export function openInMemory(cause: unknown): OpenedStore {
  const why = isFull(cause) ? 'the disk is full' : 'the folder cannot be written';
  // Something that stands in the way is said, with what to do about it.
  const inTheWay = cause instanceof ContextError && cause.cause === undefined ? [cause.message] : [];
  return openFile(IN_MEMORY, [...inTheWay, `${why}: the index is kept in memory and made again each time`]);
}

/** The disk is full, read-only or failing: an index can be kept in memory instead. */
export function isUnusable(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'STORE_UNUSABLE';
}

async function openShared(url: string, { workspace, view }: SharedNames): Promise<OpenedStore> {
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

function openFile(path: string, notes: string[]): OpenedStore {
  const open = () => openSqliteStore({ path, ...DEFAULTS.history });
  const reopenStore = async () => {
    if (path !== IN_MEMORY) removeSqliteStore(path);
    return open();
  };
  return { store: open(), storePath: path, reopenStore, notes };
}

// Said by the system in its words, or by SQLite in its number.
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 13];

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  return FULL.includes(code) || FULL.includes(errcode) || isFull(error.cause);
}
