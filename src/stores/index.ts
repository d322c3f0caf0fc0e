/** The embedded store of one machine. */
export type { BaseIndex } from './sqlite/borrowing.ts';
export { forgetOlder, indexAt, ownPlace } from './sqlite/opening/database-place.ts';
export { putSqliteStoreAside, removeSqliteStore } from './sqlite/opening/open-database.ts';
export { openSqliteStore } from './sqlite/sqlite-store.ts';
