// The store in a SQLite file.
export type { BaseIndex } from './sqlite/borrowing.ts';
export {
  forgetOlder,
  indexAt,
  ownPlace,
  putSqliteStoreAside,
  removeSqliteStore,
} from './sqlite/opening/database-place.ts';
export { openSqliteStore } from './sqlite/sqlite-store.ts';
