// Writes the rows of a view, with the documents at their paths.
import { pathTerms } from '../../../model/entity.ts';
import type { DocumentEntry, StoreChange, ViewRow } from '../../../ports/store.ts';
import { printCard } from '../../document-card.ts';
import type { Ask } from '../connection/database.ts';
import { keyOf, keysOf } from '../keys.ts';
import { WHOLE } from '../reading/documents.ts';
import type { ViewScope } from '../view-scope.ts';
import { columnsOf } from './byte-page.ts';
import type { StoredNumbers } from './contents.ts';

/** Adds, replaces and removes rows of the view, with the documents at their paths. */
export async function writeView(
  ask: Ask,
  scope: ViewScope,
  change: StoreChange,
  numbers: ReadonlyMap<string, StoredNumbers>,
): Promise<void> {
  if (change.remove && change.remove.length > 0) await removeFiles(ask, scope, change.remove);
  const upsert = change.upsert ?? [];
  if (upsert.length === 0) return;
  // Keeps the last of several rows of one path.
  const rows = [...new Map(upsert.map((row) => [row.path, row])).values()];
  const added = await pathsBeside(ask, scope, rows);
  await upsertFiles(ask, scope, rows, numbers);
  await insertPathWords(
    ask,
    scope,
    rows.filter(({ path }) => added.has(path)),
  );
  await writeDocuments(ask, scope, upsert);
}

async function removeFiles(ask: Ask, { workspace, view }: ViewScope, paths: readonly string[]): Promise<void> {
  const keys = keysOf(paths);
  const these = (column: string) => `WHERE workspace = ? AND view = ? AND ${column} = ANY (?::bigint[])`;
  await ask(
    `WITH gone AS (DELETE FROM knap.files ${these('path')}), links AS (DELETE FROM knap.edges ${these('source')}),
       cards AS (DELETE FROM knap.documents ${these('path')}) DELETE FROM knap.document_keys ${these('path')}`,
    ...Array.from({ length: 4 }, () => [workspace, view, keys] as const).flat(),
  );
}

// The paths that were not in the view before.
async function pathsBeside(
  ask: Ask,
  { workspace, view }: ViewScope,
  files: readonly ViewRow[],
): Promise<ReadonlySet<string>> {
  const keys = files.map(({ path }) => keyOf(path));
  const sql = 'SELECT path FROM knap.files WHERE workspace = ? AND view = ? AND path = ANY (?::bigint[])';
  const existing = new Set((await ask(sql, workspace, view, keys)).map(([key]) => key));
  return new Set(files.filter((_, index) => !existing.has(keys[index]!)).map(({ path }) => path));
}

async function upsertFiles(
  ask: Ask,
  { workspace, view }: ViewScope,
  files: readonly ViewRow[],
  numbers: ReadonlyMap<string, StoredNumbers>,
): Promise<void> {
  const columns = `content, hash, source, language, role, size, mtime, line_count, term_count, unit_count, symbol_count, is_parsed`;
  await ask(
    `INSERT INTO knap.files (workspace, view, path, name, ${columns})
     SELECT ?::bigint, ?::bigint, * FROM unnest(?::bigint[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[],
       ?::double precision[], ?::int[], ?::int[], ?::int[], ?::int[], ?::boolean[])
     ON CONFLICT (workspace, view, path) DO UPDATE SET (${columns}) = ROW (${columns.replaceAll(/\w+/g, 'excluded.$&')})`,
    ...[workspace, view],
    ...columnsOf(files, ({ path, hash, source, language, role, size, mtimeMs }) => {
      const { id, lineCount, termCount, unitCount, symbolCount, isParsed } = numbers.get(hash)!;
      const counts = [lineCount, termCount, unitCount, symbolCount, isParsed];
      return [keyOf(path), path, id, hash, source, language, role, size, mtimeMs, ...counts];
    }),
  );
}

// The words of a path never change, so they are written once and stay when the path leaves all views.
async function insertPathWords(ask: Ask, { workspace }: ViewScope, files: readonly ViewRow[]): Promise<void> {
  const words = files.flatMap(({ path }) => keysOf(pathTerms(path)).map((term) => ({ term, path: keyOf(path) })));
  if (words.length === 0) return;
  await ask(
    `INSERT INTO knap.path_words (workspace, term, path) SELECT ?::bigint, * FROM unnest(?::bigint[], ?::bigint[]) ON CONFLICT DO NOTHING`,
    workspace,
    ...columnsOf(words, ({ term, path }) => [term, path]),
  );
}

/** Updates the documents at the paths of changed files: replaces them, keeps those with the same content, and removes the others. */
async function writeDocuments(ask: Ask, { workspace, view }: ViewScope, rows: readonly ViewRow[]): Promise<void> {
  const outcomes = [...outcomesOf(rows)];
  await ask(
    `WITH gone AS (
       DELETE FROM knap.documents d USING unnest(?::bigint[], ?::text[], ?::boolean[]) AS file (path, hash, is_dropped)
       WHERE d.workspace = ? AND d.view = ? AND d.path = file.path AND (file.is_dropped OR d.hash <> file.hash) RETURNING d.path)
     DELETE FROM knap.document_keys k USING gone WHERE k.workspace = ? AND k.view = ? AND k.path = gone.path`,
    ...columnsOf(outcomes, ([path, { hash, isDropped }]) => [keyOf(path), hash, isDropped]),
    ...[workspace, view, workspace, view],
  );
  const made = outcomes.flatMap(([path, { document }]) => (document ? [{ path, document }] : []));
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

/** The combined effect of all rows of one path. */
interface DocumentOutcome {
  readonly hash: string;
  readonly document: DocumentEntry | null;
  /** Whether the change removes the document that was at the path before. */
  readonly isDropped: boolean;
}

function outcomesOf(rows: readonly ViewRow[]): ReadonlyMap<string, DocumentOutcome> {
  const outcomes = new Map<string, DocumentOutcome>();
  for (const { path, hash, document } of rows) {
    const before = outcomes.get(path);
    const isOther = before !== undefined && before.hash !== hash;
    const unchanged = before?.document?.card.hash === hash ? before.document : null;
    const isDropped = document !== undefined || isOther || before?.isDropped === true;
    outcomes.set(path, { hash, document: document ?? unchanged, isDropped });
  }
  return outcomes;
}
