// What serves a shared PostgreSQL database: its stores, administration, queue and addresses.
export { layerStores } from './layered/layered-store.ts';
export {
  type Administration,
  deletePostgresView,
  type MemberRight,
  openAdministration,
  type SharedStoreStatus,
  type StoreLoad,
} from './postgres/administration.ts';
export { readAddress } from './postgres/connection/address.ts';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/postgres-store.ts';
export { openQueue, type QueuedView, type TakenView, type ViewQueue } from './postgres/queue.ts';
export { openSharedContents } from './postgres/shared-contents.ts';
