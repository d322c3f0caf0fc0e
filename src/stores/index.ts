/** The stores there are: the model for tests, and the embedded default. */
export { type MemoryStoreOptions, openMemoryStore } from './memory/memory-store.ts';
export { removeSqliteStore } from './sqlite/open-database.ts';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.ts';
