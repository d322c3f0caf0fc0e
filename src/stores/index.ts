/** The stores of one machine: the model for tests, the embedded default, and the one of imported graphs. */
export { openGraphStore, type SqliteGraphStore } from './graph/graph-store.ts';
export { openMemoryStore } from './memory/memory-store.ts';
export { forgetOlder, ownPlace } from './sqlite/opening/database-place.ts';
export { putSqliteStoreAside, removeSqliteStore } from './sqlite/opening/open-database.ts';
export { openSqliteStore } from './sqlite/sqlite-store.ts';
