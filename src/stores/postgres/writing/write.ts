import type { StoreChange } from '../../../ports/store.ts';
import type { Ask, SentRow } from '../connection/database.ts';
import type { ViewScope } from '../view-scope.ts';
import { writeContents } from './contents.ts';
import { writeEdges } from './edges.ts';
import { type TouchOptions, writeHistory } from './history.ts';
import { prune } from './prune.ts';
import { writeVectors } from './vectors.ts';
import { writeView } from './view.ts';

export interface WriteOptions extends TouchOptions {
  readonly deadContentsMin: number;
  /** Told once, when another writer has to be waited for. */
  readonly onWait?: ((reason: string) => void) | undefined;
}

/** The version of the view before and after a change, and whether contents were forgotten. */
export interface WrittenVersions {
  readonly before: string;
  readonly after: string;
  readonly isPruned: boolean;
}

/** Writes a change within a transaction, after all other writers of the workspace. */
export async function writeChange(
  ask: Ask,
  scope: ViewScope,
  change: StoreChange,
  options: WriteOptions,
): Promise<WrittenVersions> {
  const { workspace, view } = scope;
  const [lastContent, vectorName, vectorDimensions] = await lockWorkspace(ask, scope, options.onWait);
  const [before, commits, meta] = await readView(ask, scope);
  const numbers = await writeContents(ask, scope, change, { lastContent: Number(lastContent), ...options });
  await writeView(ask, scope, change, numbers);
  const model = vectorName == null ? null : { name: vectorName, dimensions: Number(vectorDimensions) };
  await writeVectors(ask, scope, change.vectors, model);
  await writeEdges(ask, scope, change);
  await writeHistory(ask, scope, change, { ...options, commits: Number(commits) });
  const hasFiles = (change.upsert?.length ?? 0) + (change.remove?.length ?? 0) > 0;
  const isPruned = change.upsert || change.remove ? await prune(ask, scope, options.deadContentsMin) : false;
  const known = JSON.parse(meta!) as Record<string, string>;
  const [row] = await ask(
    `UPDATE knap.views SET version = gen_random_uuid()::text, changed = now(), meta = ?,
       files_version = CASE WHEN ?::boolean THEN gen_random_uuid()::text ELSE files_version END
     WHERE workspace = ? AND view = ? RETURNING version`,
    ...[JSON.stringify({ ...known, ...change.meta }), hasFiles, workspace, view],
  );
  return { before: before!, after: row![0]!, isPruned };
}

/** Waits for all other writers. They queue at the row of the workspace: it lies where the rest of the workspace lies, on whatever machine. */
export async function lockWorkspace(
  ask: Ask,
  { workspace, workspaceName }: ViewScope,
  onWait: WriteOptions['onWait'],
): Promise<SentRow> {
  const columns =
    'SELECT last_content, vector_name, vector_dimensions FROM knap.workspaces WHERE workspace = ? FOR UPDATE';
  const [free] = await ask(`${columns} SKIP LOCKED`, workspace);
  if (free) return free;
  const sql = 'INSERT INTO knap.workspaces (workspace, name) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING name';
  const [isNew] = await ask(sql, workspace, workspaceName);
  if (!isNew) onWait?.(`another knap is writing the workspace ${workspaceName}, and is waited for`);
  const [row] = await ask(columns, workspace);
  return row!;
}

async function readView(ask: Ask, { workspace, view, viewName }: ViewScope): Promise<SentRow> {
  const sql = 'SELECT version, commits, meta FROM knap.views WHERE workspace = ? AND view = ?';
  const [row] = await ask(sql, workspace, view);
  if (row) return row;
  await ask(
    `INSERT INTO knap.views (workspace, view, name, version, files_version) VALUES (?, ?, ?, gen_random_uuid()::text, gen_random_uuid()::text)`,
    ...[workspace, view, viewName],
  );
  return ['', '0', '{}'];
}
