import type { StoreChange } from '../../../ports/store.ts';
import type { VectorModel } from '../../../ports/vectors.ts';
import { packVectors } from '../../bytes/vector-bytes.ts';
import type { Ask } from '../connection/database.ts';
import { keyOf } from '../keys.ts';
import type { ViewScope } from '../view-scope.ts';
import { BytePage } from './byte-page.ts';
import { tellForgetting } from './prune.ts';

/** Stores vectors; those of another model go first. Of contents that are not stored nothing is kept. */
export async function writeVectors(
  ask: Ask,
  { workspace }: ViewScope,
  vectors: StoreChange['vectors'],
  stored: VectorModel | null,
): Promise<void> {
  if (!vectors) return;
  const { model, contents } = vectors;
  if (stored?.name !== model.name || stored.dimensions !== model.dimensions) {
    await ask('DELETE FROM knap.vectors WHERE workspace = ?', workspace);
    const sql = 'UPDATE knap.workspaces SET vector_name = ?, vector_dimensions = ? WHERE workspace = ?';
    await ask(sql, model.name, model.dimensions, workspace);
    await tellForgetting(ask, workspace);
    // Whoever looks at another view of the workspace must notice that its vectors are gone.
    await ask('UPDATE knap.views SET version = gen_random_uuid()::text WHERE workspace = ?', workspace);
  }
  const rows = [...new Map(contents.map((content) => [content.hash, content])).values()];
  if (rows.length === 0) return;
  const page = new BytePage();
  for (const row of rows) page.add(packVectors(row));
  await ask(
    `INSERT INTO knap.vectors (workspace, content, path, bytes)
     SELECT c.workspace, c.id, row.path, substring(page.bytes FROM row.start FOR row.size)
     FROM (SELECT ?::bytea AS bytes) AS page, unnest(?::text[], ?::bigint[], ?::int[], ?::int[]) AS row (hash, path, start, size)
     JOIN knap.contents c ON c.workspace = ?::bigint AND c.hash = row.hash
     ON CONFLICT (workspace, content) DO UPDATE SET path = excluded.path, bytes = excluded.bytes`,
    page.bytes,
    rows.map(({ hash }) => hash),
    rows.map(({ path }) => keyOf(path)),
    ...[page.starts, page.sizes, workspace],
  );
}
