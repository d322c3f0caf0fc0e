/** The stores there are: the model for tests, the embedded default, and the one of imported graphs. */
export { openGraphStore, type SqliteGraphStore } from './graph/graph-store.ts';
export { type MemoryStoreOptions, openMemoryStore } from './memory/memory-store.ts';
export { removeSqliteStore } from './sqlite/open-database.ts';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.ts';
