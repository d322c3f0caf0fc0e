// The store in a SQLite file: how it is opened, where its file lies, and which index a work tree borrows from.
export type { BaseIndex } from './sqlite/borrowing.ts';
export {
  forgetOlder,
  indexAt,
  ownPlace,
  putSqliteStoreAside,
  removeSqliteStore,
} from './sqlite/opening/database-place.ts';
export { openSqliteStore } from './sqlite/sqlite-store.ts';
