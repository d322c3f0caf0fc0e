import { pathTerms } from '../../../model/entity.ts';
import type { StoreChange, ViewRow } from '../../../ports/store.ts';
import type { Ask } from '../connection/database.ts';
import { keyOf, keysOf } from '../keys.ts';
import type { ViewScope } from '../view-scope.ts';
import type { StoredNumbers } from './contents.ts';
import { writeDocuments } from './documents.ts';

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
  // Of several rows of one path the last one counts.
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
  const known = new Set((await ask(sql, workspace, view, keys)).map(([key]) => key));
  return new Set(files.filter((_, at) => !known.has(keys[at]!)).map(({ path }) => path));
}

async function upsertFiles(
  ask: Ask,
  { workspace, view }: ViewScope,
  files: readonly ViewRow[],
  numbers: ReadonlyMap<string, StoredNumbers>,
): Promise<void> {
  const contents = files.map(({ hash }) => numbers.get(hash)!);
  const columns = `content, hash, source, language, role, size, mtime, line_count, term_count, unit_count, symbol_count, is_parsed`;
  await ask(
    `INSERT INTO knap.files (workspace, view, path, name, ${columns})
     SELECT ?::bigint, ?::bigint, * FROM unnest(?::bigint[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[],
       ?::double precision[], ?::int[], ?::int[], ?::int[], ?::int[], ?::boolean[])
     ON CONFLICT (workspace, view, path) DO UPDATE SET (${columns}) = ROW (${columns.replaceAll(/\w+/g, 'excluded.$&')})`,
    ...[workspace, view],
    files.map(({ path }) => keyOf(path)),
    files.map(({ path }) => path),
    contents.map(({ id }) => id),
    files.map(({ hash }) => hash),
    files.map(({ source }) => source),
    files.map(({ language }) => language),
    files.map(({ role }) => role),
    files.map(({ size }) => size),
    files.map(({ mtimeMs }) => mtimeMs),
    contents.map(({ lineCount }) => lineCount),
    contents.map(({ termCount }) => termCount),
    contents.map(({ unitCount }) => unitCount),
    contents.map(({ symbolCount }) => symbolCount),
    contents.map(({ isParsed }) => isParsed),
  );
}

// The words of a path never change, so they are written once and hidden, not removed, while no view has it.
async function insertPathWords(ask: Ask, { workspace }: ViewScope, files: readonly ViewRow[]): Promise<void> {
  const words = files.flatMap(({ path }) => keysOf(pathTerms(path)).map((term) => ({ term, path: keyOf(path) })));
  if (words.length === 0) return;
  await ask(
    `INSERT INTO knap.path_words (workspace, term, path) SELECT ?::bigint, * FROM unnest(?::bigint[], ?::bigint[]) ON CONFLICT DO NOTHING`,
    workspace,
    words.map(({ term }) => term),
    words.map(({ path }) => path),
  );
}
