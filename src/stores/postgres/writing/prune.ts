import { isPruneDue } from '../../pruning.ts';
import type { Ask } from '../connection/database.ts';
import { CONTENT_TERMS } from '../segment-owner.ts';
import type { ViewScope } from '../view-scope.ts';
import { filterSegments } from './segments.ts';

const DEAD =
  'c.workspace = ? AND c.was_live AND c.id NOT IN (SELECT f.content FROM knap.files f WHERE f.workspace = ?)';

/** Forgets contents that left every view, with their postings, once there are more of them than live ones. True if it did. */
export async function prune(ask: Ask, { workspace }: ViewScope, deadContentsMin: number): Promise<boolean> {
  const [counts] = await ask(
    `SELECT (SELECT count(DISTINCT content) FROM knap.files WHERE workspace = ?)::text, (SELECT count(*) FROM knap.contents c WHERE ${DEAD})::text`,
    ...[workspace, workspace, workspace],
  );
  if (!isPruneDue(Number(counts![0]), Number(counts![1]), deadContentsMin)) return false;
  await forgetDead(ask, workspace);
  return true;
}

/** Forgets all contents that no view has any longer. */
export async function forgetDead(ask: Ask, workspace: string): Promise<void> {
  await ask(
    `WITH dead AS (DELETE FROM knap.contents c WHERE ${DEAD} RETURNING c.id), names AS (
       DELETE FROM knap.symbols s USING dead WHERE s.workspace = ? AND s.content = dead.id)
     DELETE FROM knap.vectors v USING dead WHERE v.workspace = ? AND v.content = dead.id`,
    ...[workspace, workspace, workspace, workspace],
  );
  await tellForgetting(ask, workspace);
  const ids = (await ask('SELECT id FROM knap.contents WHERE workspace = ?', workspace)).map(([id]) => Number(id));
  const kept = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1);
  for (const id of ids) kept[id] = 1;
  await filterSegments(ask, { workspace, owner: CONTENT_TERMS }, kept);
}

/** Must follow whenever contents or vectors of a workspace are gone. */
export async function tellForgetting(ask: Ask, workspace: string): Promise<void> {
  await ask('UPDATE knap.workspaces SET forgot = gen_random_uuid()::text WHERE workspace = ?', workspace);
}
