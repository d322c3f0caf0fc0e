import { ContextError } from '../../model/errors.ts';
import type { GraphOrigin } from '../../ports/graph.ts';
import { openGraphStore, type SqliteGraphStore } from '../../stores/graph/graph-store.ts';
import { removeSqliteStore } from '../../stores/sqlite/opening/open-database.ts';
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
  const opened = new Map<string, SqliteGraphStore>();
  const openFile = async (alias: string) => {
    const database = await databaseOf(root, alias);
    const store = opened.get(alias) ?? openGraphStore(database);
    opened.set(alias, store);
    return { store, database };
  };
  const reopenEmpty = async (alias: string): Promise<OpenStore> => {
    await opened
      .get(alias)
      ?.close()
      .catch(() => {
        // A damaged database may not even close; its file goes anyway.
      });
    opened.delete(alias);
    removeSqliteStore(await databaseOf(root, alias));
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
      for (const store of opened.values()) await store.close();
      opened.clear();
    },
  };
}

export function isGraphDamage(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'GRAPH_DAMAGED';
}
