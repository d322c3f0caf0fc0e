/** The stores there are: the model for tests, the embedded default, the shared one, and the one of imported graphs. */
export { openGraphStore, type SqliteGraphStore } from './graph/graph-store.ts';
export { openMemoryStore } from './memory/memory-store.ts';
export {
  type Administration,
  openAdministration,
  type SharedStoreStatus,
  type StoreLoad,
} from './postgres/administration.ts';
export { readAddress } from './postgres/connection/address.ts';
export { emptyPostgresView } from './postgres/empty.ts';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/postgres-store.ts';
export { openQueue, type QueuedView, type TakenView, type ViewQueue } from './postgres/queue.ts';
export { removeSqliteStore } from './sqlite/opening/open-database.ts';
export { openSqliteStore } from './sqlite/sqlite-store.ts';
