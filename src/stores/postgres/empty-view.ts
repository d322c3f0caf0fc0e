import { dropView } from './administration.ts';
import { openDatabase } from './connection/database.ts';
import { onCurrentTables } from './migrate.ts';
import type { PostgresStoreOptions } from './postgres-store.ts';

/** Forgets a view, and the contents no other view of the workspace has. */
export async function emptyPostgresView(options: PostgresStoreOptions): Promise<void> {
  const database = onCurrentTables(await openDatabase(options), options.partitions);
  try {
    await database.write((ask) => dropView(ask, options.workspace, options.view));
  } finally {
    await database.close();
  }
}
