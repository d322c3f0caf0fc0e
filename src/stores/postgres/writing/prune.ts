// Deletes contents that no view holds any more, the oldest first.
import { type ContentsKept, contentsToForget } from '../../pruning.ts';
import type { Ask } from '../connection/database.ts';
import { CONTENT_TERMS, type ViewScope } from '../view-scope.ts';
import { filterSegments } from './segments.ts';

const DEAD =
  'c.workspace = ? AND c.was_live AND c.id NOT IN (SELECT f.content FROM knap.files f WHERE f.workspace = ?)';

/** Counts the stored contents that left every view. */
export async function countDead(ask: Ask, { workspace }: ViewScope): Promise<number> {
  const [row] = await ask(`SELECT count(*)::text FROM knap.contents c WHERE ${DEAD}`, workspace, workspace);
  return Number(row![0]);
}

/** Deletes the oldest contents that left every view, if there are too many. Returns whether it deleted any. */
export async function prune(ask: Ask, { workspace }: ViewScope, keeping: ContentsKept): Promise<boolean> {
  const [row] = await ask(
    `SELECT (SELECT count(DISTINCT content) FROM knap.files WHERE workspace = ?)::text, (SELECT count(*) FROM knap.contents c WHERE ${DEAD})::text, most_contents
     FROM knap.workspaces WHERE workspace = ?`,
    ...[workspace, workspace, workspace, workspace],
  );
  const known = row![2] === null ? null : Number(row![2]);
  const { most, count } = contentsToForget({ live: Number(row![0]), dead: Number(row![1]), most: known }, keeping);
  if (most !== known) await ask('UPDATE knap.workspaces SET most_contents = ? WHERE workspace = ?', most, workspace);
  if (count > 0) await deleteDead(ask, workspace, count);
  return count > 0;
}

/** Deletes contents that left every view: the oldest `count`, or all. */
export async function deleteDead(ask: Ask, workspace: string, count: number | null = null): Promise<void> {
  await ask(
    `WITH dead AS (DELETE FROM knap.contents old WHERE old.workspace = ? AND old.id IN (
         SELECT c.id FROM knap.contents c WHERE ${DEAD} ORDER BY c.id LIMIT ?::int) RETURNING old.id), names AS (
       DELETE FROM knap.symbols s USING dead WHERE s.workspace = ? AND s.content = dead.id)
     DELETE FROM knap.vectors v USING dead WHERE v.workspace = ? AND v.content = dead.id`,
    ...[workspace, workspace, workspace, count, workspace, workspace],
  );
  await stampDeletion(ask, workspace);
  const ids = (await ask('SELECT id FROM knap.contents WHERE workspace = ?', workspace)).map(([id]) => Number(id));
  const kept = new Uint8Array(ids.reduce((max, id) => Math.max(max, id), 0) + 1);
  for (const id of ids) kept[id] = 1;
  await filterSegments(ask, { workspace, owner: CONTENT_TERMS }, kept);
}

/** Changes the stamp of a workspace; call it after deleting contents or vectors. */
export async function stampDeletion(ask: Ask, workspace: string): Promise<void> {
  await ask('UPDATE knap.workspaces SET forgot = gen_random_uuid()::text WHERE workspace = ?', workspace);
}
