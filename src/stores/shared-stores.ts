/** The store that many share, loaded where somebody names one. */
export { layerStores } from './layered/layered-store.ts';
export {
  type Administration,
  emptyPostgresView,
  type MemberRight,
  openAdministration,
  type SharedStoreStatus,
  type StoreLoad,
} from './postgres/administration.ts';
export { readAddress } from './postgres/connection/address.ts';
export { openLender } from './postgres/lender.ts';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/postgres-store.ts';
export { openQueue, type QueuedView, type TakenView, type ViewQueue } from './postgres/queue.ts';
