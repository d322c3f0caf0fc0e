import { openDatabase } from './connection/database.ts';
import type { PostgresStoreOptions } from './postgres-store.ts';
import { VIEW_TABLES } from './schema.ts';
import { scopeOf } from './scope.ts';
import { forgetDead } from './writing/prune.ts';
import { lockWorkspace } from './writing/write.ts';

/** Forgets a view, and the contents no other view of the workspace has. */
export async function emptyPostgresView(options: PostgresStoreOptions): Promise<void> {
  const scope = scopeOf(options.workspace, options.view);
  const { workspace, view } = scope;
  const database = await openDatabase(options);
  try {
    await database.write(async (ask) => {
      await lockWorkspace(ask, scope, options.onWait);
      for (const table of VIEW_TABLES)
        await ask(`DELETE FROM knap.${table} WHERE workspace = ? AND view = ?`, workspace, view);
      for (const table of ['postings', 'segments'])
        await ask(`DELETE FROM knap.${table} WHERE workspace = ? AND owner = ?`, workspace, view);
      await forgetDead(ask, workspace);
    });
  } finally {
    await database.close();
  }
}
