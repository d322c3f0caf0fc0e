// Writes one change of the store in one transaction, while it holds the lock of the workspace.
import type { Edge } from '../../../model/edge.ts';
import { pathTerms } from '../../../model/entity.ts';
import type { VectorModel } from '../../../ports/embedder.ts';
import type { StoreChange, ViewRow } from '../../../ports/store.ts';
import { packVectors } from '../../bytes/packed-values.ts';
import { printCard, WHOLE } from '../../rows.ts';
import type { UpkeepOptions } from '../../upkeep.ts';
import type { SentRow } from '../connection/database.ts';
import { keyOf, keysOf, type OpenView } from '../keys.ts';
import { BytePage, columnsOf, numbersIn } from '../statements.ts';
import { prune, stampDeletion, writeContents } from './contents.ts';
import { writeHistory } from './history.ts';

export interface WriteOptions extends UpkeepOptions {
  /** Called if a write must wait for another writer. */
  readonly onWait?: ((reason: string) => void) | undefined;
}

/** Writes a change under the lock of the workspace. Returns the view's versions before and after, and if it pruned. */
export async function writeChange(scope: OpenView, change: StoreChange, options: WriteOptions) {
  const { workspace, view } = scope;
  const [lastContent, vectorName, vectorDimensions] = await lockWorkspace(scope, options.onWait);
  const [before, commits, meta, hidden] = await readOrAddView(scope);
  await writeContents(scope, change, { lastContent: Number(lastContent), ...options });
  await writeView(scope, change);
  const model = vectorName == null ? null : { name: vectorName, dimensions: Number(vectorDimensions) };
  await writeVectors(scope, change, model);
  await writeEdges(scope, change);
  const stored = { count: Number(commits), hidden: numbersIn(hidden!) };
  await writeHistory(scope, change, { ...options, commits: stored });
  const hasFiles = (change.upsert?.length ?? 0) + (change.remove?.length ?? 0) > 0;
  const isPruned = (change.upsert || change.remove) && options.keeping ? await prune(scope, options.keeping) : false;
  const existing = JSON.parse(meta!) as Record<string, string>;
  const [row] = await scope.ask(
    `UPDATE knap.views SET version = gen_random_uuid()::text, changed = now(), meta = ?,
       files_version = CASE WHEN ?::boolean THEN gen_random_uuid()::text ELSE files_version END
     WHERE workspace = ? AND view = ? RETURNING version`,
    ...[JSON.stringify({ ...existing, ...change.meta }), hasFiles, workspace, view],
  );
  return { before: before!, after: row![0]!, isPruned };
}

/** Locks the row of the workspace, which it adds if it is missing, and waits for other writers. */
export async function lockWorkspace(
  { ask, workspace, workspaceName }: OpenView,
  onWait?: WriteOptions['onWait'],
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

async function readOrAddView({ ask, workspace, view, viewName }: OpenView): Promise<SentRow> {
  const sql = `SELECT version, commits, meta, array_to_string(hidden, ' ') FROM knap.views WHERE workspace = ? AND view = ?`;
  const [row] = await ask(sql, workspace, view);
  if (row) return row;
  await ask(
    `INSERT INTO knap.views (workspace, view, name, version, files_version) VALUES (?, ?, ?, gen_random_uuid()::text, gen_random_uuid()::text)`,
    ...[workspace, view, viewName],
  );
  return ['', '0', '{}', ''];
}

async function writeEdges({ ask, workspace, view }: OpenView, change: StoreChange): Promise<void> {
  const { relinked = [], edges = [] } = change;
  if (relinked.length > 0) {
    const sql = 'DELETE FROM knap.edges WHERE workspace = ? AND view = ? AND source = ANY (?::bigint[])';
    await ask(sql, workspace, view, keysOf(relinked));
  }
  const rows = heaviest(edges);
  if (rows.length === 0) return;
  await ask(
    `INSERT INTO knap.edges AS old (workspace, view, source, target, kind, weight, because)
     SELECT ?::bigint, ?::bigint, * FROM unnest(?::bigint[], ?::bigint[], ?::text[], ?::double precision[], ?::text[])
     ON CONFLICT (workspace, view, source, target, kind) DO UPDATE SET weight = excluded.weight, because = excluded.because
     WHERE excluded.weight > old.weight`,
    ...[workspace, view],
    ...columnsOf(rows, ({ from, to, kind, weight, because }) => [keyOf(from), keyOf(to), kind, weight, because]),
  );
}

// Of edges with the same ends and kind, the first of the heaviest.
function heaviest(edges: readonly Edge[]): readonly Edge[] {
  const kept = new Map<string, Edge>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.from, edge.to, edge.kind]);
    if (edge.weight > (kept.get(key)?.weight ?? Number.NEGATIVE_INFINITY)) kept.set(key, edge);
  }
  return [...kept.values()];
}

/** Stores vectors, after deleting those of another model. Ignores vectors of contents that are not stored. */
async function writeVectors(scope: OpenView, { vectors }: StoreChange, stored: VectorModel | null): Promise<void> {
  if (!vectors) return;
  const { ask, workspace } = scope;
  const { model, contents } = vectors;
  if (stored?.name !== model.name || stored.dimensions !== model.dimensions) {
    await ask('DELETE FROM knap.vectors WHERE workspace = ?', workspace);
    const sql = 'UPDATE knap.workspaces SET vector_name = ?, vector_dimensions = ? WHERE workspace = ?';
    await ask(sql, model.name, model.dimensions, workspace);
    await stampDeletion(scope);
    // A new version tells readers of other views that their vectors were deleted.
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
    ...columnsOf(rows, ({ hash, path }) => [hash, keyOf(path)]),
    ...[page.starts, page.sizes, workspace],
  );
}

async function writeView(scope: OpenView, change: StoreChange): Promise<void> {
  if (change.remove && change.remove.length > 0) await removeFiles(scope, change.remove);
  const upsert = change.upsert ?? [];
  if (upsert.length === 0) return;
  const rows = lastRows(upsert);
  const added = await pathsOutside(scope, rows);
  await upsertFiles(scope, rows);
  await insertPathWords(scope, added);
  await writeDocuments(scope, rows);
}

/** A row of the view, and whether the document that was at its path before is removed in any case. */
type LastRow = ViewRow & { readonly isReplaced: boolean };

// The last row of each path, with the document of an earlier row of the same content.
function lastRows(rows: readonly ViewRow[]): readonly LastRow[] {
  const last = new Map<string, LastRow>();
  for (const row of rows) {
    const before = last.get(row.path);
    const earlier = before?.hash === row.hash ? before : undefined;
    const document = row.document ?? earlier?.document;
    const isReplaced = row.document !== undefined || (before !== undefined && (earlier?.isReplaced ?? true));
    last.set(row.path, { ...row, ...(document && { document }), isReplaced });
  }
  return [...last.values()];
}

async function removeFiles({ ask, workspace, view }: OpenView, paths: readonly string[]): Promise<void> {
  const keys = keysOf(paths);
  const these = (column: string) => `WHERE workspace = ? AND view = ? AND ${column} = ANY (?::bigint[])`;
  await ask(
    `WITH gone AS (DELETE FROM knap.files ${these('path')}), links AS (DELETE FROM knap.edges ${these('source')}),
       cards AS (DELETE FROM knap.documents ${these('path')}) DELETE FROM knap.document_keys ${these('path')}`,
    ...Array.from({ length: 4 }, () => [workspace, view, keys] as const).flat(),
  );
}

// The paths that are not in the view yet.
async function pathsOutside({ ask, workspace, view }: OpenView, files: readonly ViewRow[]): Promise<readonly string[]> {
  const paths = new Map(files.map(({ path }) => [keyOf(path), path]));
  const sql = 'SELECT path FROM knap.files WHERE workspace = ? AND view = ? AND path = ANY (?::bigint[])';
  for (const [key] of await ask(sql, workspace, view, [...paths.keys()])) paths.delete(key!);
  return [...paths.values()];
}

async function upsertFiles({ ask, workspace, view }: OpenView, files: readonly ViewRow[]): Promise<void> {
  const own = 'source, language, role, size, mtime';
  const columns = `content, hash, line_count, term_count, unit_count, symbol_count, is_parsed, ${own}`;
  await ask(
    `INSERT INTO knap.files (workspace, view, path, name, ${columns})
     SELECT c.workspace, ?::bigint, row.path, row.name, c.id, c.hash, c.line_count, c.term_count, c.unit_count, c.symbol_count, c.is_parsed, ${own.replaceAll(/\w+/g, 'row.$&')}
     FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::double precision[])
       AS row (path, name, hash, ${own})
     JOIN knap.contents c ON c.workspace = ?::bigint AND c.hash = row.hash
     ON CONFLICT (workspace, view, path) DO UPDATE SET (${columns}) = ROW (${columns.replaceAll(/\w+/g, 'excluded.$&')})`,
    view,
    ...columnsOf(files, ({ path, hash, source, language, role, size, mtimeMs }) => {
      return [keyOf(path), path, hash, source, language, role, size, mtimeMs];
    }),
    workspace,
  );
}

// The words of a path never change, so they are written once and stay when the path leaves all views.
async function insertPathWords({ ask, workspace }: OpenView, paths: readonly string[]): Promise<void> {
  const words = paths.flatMap((path) => keysOf(pathTerms(path)).map((term) => [term, keyOf(path)]));
  if (words.length === 0) return;
  const sql = `INSERT INTO knap.path_words (workspace, term, path) SELECT ?::bigint, * FROM unnest(?::bigint[], ?::bigint[]) ON CONFLICT DO NOTHING`;
  await ask(sql, workspace, ...columnsOf(words, (row) => row));
}

/** Updates the documents of changed files: replaces them, keeps those of the same content, removes the others. */
async function writeDocuments({ ask, workspace, view }: OpenView, rows: readonly LastRow[]): Promise<void> {
  await ask(
    `WITH gone AS (
       DELETE FROM knap.documents d USING unnest(?::bigint[], ?::text[], ?::boolean[]) AS file (path, hash, is_replaced)
       WHERE d.workspace = ? AND d.view = ? AND d.path = file.path AND (file.is_replaced OR d.hash <> file.hash) RETURNING d.path)
     DELETE FROM knap.document_keys k USING gone WHERE k.workspace = ? AND k.view = ? AND k.path = gone.path`,
    ...columnsOf(rows, ({ path, hash, isReplaced }) => [keyOf(path), hash, isReplaced]),
    ...[workspace, view, workspace, view],
  );
  const made = rows.flatMap(({ path, document }) => (document ? [{ path, document }] : []));
  if (made.length === 0) return;
  await ask(
    `INSERT INTO knap.documents (workspace, view, path, name, hash, card)
     SELECT ?::bigint, ?::bigint, * FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[])`,
    ...[workspace, view],
    ...columnsOf(made, ({ path, document: { card } }) => [keyOf(path), path, card.hash, printCard(card)]),
  );
  const keys = made.flatMap(({ path, document }) => document.keys.map((entry) => ({ ...entry, path: keyOf(path) })));
  if (keys.length === 0) return;
  await ask(
    `INSERT INTO knap.document_keys (workspace, view, kind, key, path, section)
     SELECT ?::bigint, ?::bigint, * FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::int[]) ON CONFLICT DO NOTHING`,
    ...[workspace, view],
    ...columnsOf(keys, ({ kind, key, path, section }) => [kind, keyOf(key), path, section ?? WHOLE]),
  );
}
