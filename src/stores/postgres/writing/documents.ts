import type { DocumentEntry, ViewRow } from '../../../ports/store.ts';
import { printCard } from '../../document-card.ts';
import type { Ask } from '../connection/database.ts';
import { keyOf } from '../keys.ts';
import { WHOLE } from '../reading/documents.ts';
import type { ViewScope } from '../view-scope.ts';

/** Brings the documents at paths in line with their files: replaced, kept with the same content, or gone. */
export async function writeDocuments(
  ask: Ask,
  { workspace, view }: ViewScope,
  rows: readonly ViewRow[],
): Promise<void> {
  const outcomes = [...outcomesOf(rows)];
  await ask(
    `WITH gone AS (
       DELETE FROM knap.documents d USING unnest(?::bigint[], ?::text[], ?::boolean[]) AS file (path, hash, is_dropped)
       WHERE d.workspace = ? AND d.view = ? AND d.path = file.path AND (file.is_dropped OR d.hash <> file.hash) RETURNING d.path)
     DELETE FROM knap.document_keys k USING gone WHERE k.workspace = ? AND k.view = ? AND k.path = gone.path`,
    outcomes.map(([path]) => keyOf(path)),
    outcomes.map(([, { hash }]) => hash),
    outcomes.map(([, { isDropped }]) => isDropped),
    ...[workspace, view, workspace, view],
  );
  const made = outcomes.flatMap(([path, { document }]) => (document ? [{ path, document }] : []));
  if (made.length === 0) return;
  await ask(
    `INSERT INTO knap.documents (workspace, view, path, name, hash, card)
     SELECT ?::bigint, ?::bigint, * FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[])`,
    ...[workspace, view],
    made.map(({ path }) => keyOf(path)),
    made.map(({ path }) => path),
    made.map(({ document }) => document.card.hash),
    made.map(({ document }) => printCard(document.card)),
  );
  const keys = made.flatMap(({ path, document }) => document.keys.map((entry) => ({ ...entry, path: keyOf(path) })));
  await ask(
    `INSERT INTO knap.document_keys (workspace, view, kind, key, path, section)
     SELECT ?::bigint, ?::bigint, * FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::int[]) ON CONFLICT DO NOTHING`,
    ...[workspace, view],
    keys.map(({ kind }) => kind),
    keys.map(({ key }) => keyOf(key)),
    keys.map(({ path }) => path),
    keys.map(({ section }) => section ?? WHOLE),
  );
}

/** What a path's rows, one after another, come to. */
interface DocumentOutcome {
  readonly hash: string;
  readonly document: DocumentEntry | null;
  /** Whatever document stood there before the change goes. */
  readonly isDropped: boolean;
}

function outcomesOf(rows: readonly ViewRow[]): ReadonlyMap<string, DocumentOutcome> {
  const outcomes = new Map<string, DocumentOutcome>();
  for (const { path, hash, document } of rows) {
    const before = outcomes.get(path);
    const isOther = before !== undefined && before.hash !== hash;
    const kept = before?.document?.card.hash === hash ? before.document : null;
    const isDropped = document !== undefined || isOther || before?.isDropped === true;
    outcomes.set(path, { hash, document: document ?? kept, isDropped });
  }
  return outcomes;
}
