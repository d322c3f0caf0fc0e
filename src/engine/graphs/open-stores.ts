import { statSync } from 'node:fs';
import { ContextError } from '../../model/errors.ts';
import type { GraphOrigin } from '../../ports/graph.ts';
import { openGraphStore, type SqliteGraphStore } from '../../stores/graph/graph-store.ts';
import { putSqliteStoreAside } from '../../stores/sqlite/opening/open-database.ts';
import { databaseOf } from './graph-files.ts';

export interface OpenStore {
  readonly store: SqliteGraphStore;
  readonly database: string;
  /** Null for a graph that is empty, or was damaged and is empty now. */
  readonly origin: GraphOrigin | null;
}

/** The databases of a workspace's graphs, each opened once. */
export interface OpenStores {
  open(alias: string): Promise<OpenStore>;
  /** The same graph again, empty: for a file that turned out to be damaged. */
  reopenEmpty(alias: string): Promise<OpenStore>;
  close(): Promise<void>;
}

export function openStores(root: string): OpenStores {
  const opened = new Map<string, { readonly store: SqliteGraphStore; readonly file: number | null }>();
  const forget = async (alias: string) => {
    const known = opened.get(alias);
    opened.delete(alias);
    await known?.store.close().catch(() => {
      // A damaged database may not even close; its file goes anyway.
    });
  };
  const openFile = async (alias: string) => {
    const database = await databaseOf(root, alias);
    // Another process may have put the file aside and made a new one.
    if (opened.has(alias) && opened.get(alias)!.file !== fileAt(database)) await forget(alias);
    const known = opened.get(alias);
    if (known) return { store: known.store, database };
    const store = openGraphStore(database);
    opened.set(alias, { store, file: fileAt(database) });
    return { store, database };
  };
  const reopenEmpty = async (alias: string): Promise<OpenStore> => {
    const database = await databaseOf(root, alias);
    const isSame = opened.get(alias)?.file === fileAt(database);
    await forget(alias);
    if (isSame) putSqliteStoreAside(database);
    return { ...(await openFile(alias)), origin: null };
  };
  return {
    open: async (alias) => {
      const file = await openFile(alias);
      try {
        return { ...file, origin: await file.store.origin() };
      } catch (error) {
        if (!isGraphDamage(error)) throw error;
        return reopenEmpty(alias);
      }
    },
    reopenEmpty,
    close: async () => {
      for (const { store } of opened.values()) await store.close();
      opened.clear();
    },
  };
}

const fileAt = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null;

export function isGraphDamage(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'GRAPH_DAMAGED';
}
