// Writes new contents with their facts, texts and terms, and deletes contents that left every view.
import { definesNames } from '../../../model/entity.ts';
import { ContextError } from '../../../model/errors.ts';
import { nameKey } from '../../../model/terms.ts';
import type { ContentRecord, StoreChange } from '../../../ports/store.ts';
import { packFacts, packText } from '../../bytes/packed-values.ts';
import { TermBytes, termCount, writePostings } from '../../bytes/posting-bytes.ts';
import { type ContentsKept, contentsToForget, type UpkeepOptions } from '../../upkeep.ts';
import { CONTENT_TERMS, keyOf, type OpenView } from '../keys.ts';
import { readKnown } from '../reading/contents.ts';
import { BytePage, columnsOf } from '../statements.ts';
import { filterSegments, writeSegment } from './segments.ts';

/** Stores new contents. Fails if another process deleted a content that the change only names. */
export async function writeContents(
  scope: OpenView,
  change: StoreChange,
  options: UpkeepOptions & { readonly lastContent: number },
): Promise<void> {
  const { workspace } = scope;
  const offered = new Map<string, ContentRecord>();
  // Keeps the first of two contents with the same hash; content numbers follow their order.
  for (const content of change.contents ?? []) if (!offered.has(content.hash)) offered.set(content.hash, content);
  const shown = new Set((change.upsert ?? []).map(({ hash }) => hash));
  const known = await readKnown(scope, [...offered.keys(), ...shown]);
  const lost = (change.upsert ?? []).find(({ hash }) => !known.has(hash) && !offered.has(hash));
  if (lost) throw new ContextError('STORE_BUSY', `The content of ${lost.path} left the index meanwhile.`);
  if (shown.size > 0) {
    const sql =
      'UPDATE knap.contents SET was_live = true WHERE workspace = ? AND hash = ANY (?::text[]) AND NOT was_live';
    await scope.ask(sql, workspace, [...shown]);
  }
  const fresh = [...offered.values()].filter(({ hash }) => !known.has(hash));
  if (fresh.length === 0) return;
  const rows = fresh.map((content, index) => {
    return { content, id: options.lastContent + index + 1, isShown: shown.has(content.hash) };
  });
  await insertContents(scope, rows);
  await insertSymbols(scope, rows);
  const terms = new TermBytes();
  for (const { id, content } of rows) writePostings(terms, id, content.terms);
  await writeSegment({ ...scope, owner: CONTENT_TERMS }, { terms, segmentsMax: options.segmentsMax });
  const sql = 'UPDATE knap.workspaces SET last_content = ? WHERE workspace = ?';
  await scope.ask(sql, options.lastContent + fresh.length, workspace);
}

interface NumberedContent {
  readonly id: number;
  readonly content: ContentRecord;
  readonly isShown: boolean;
}

async function insertContents({ ask, workspace }: OpenView, rows: readonly NumberedContent[]): Promise<void> {
  const [facts, texts] = [new BytePage(), new BytePage()];
  for (const { content } of rows) {
    facts.add(packFacts(content));
    texts.add(packText(content.text));
  }
  await ask(
    `INSERT INTO knap.contents (workspace, id, hash, language, is_parsed, was_live, line_count, term_count, unit_count, symbol_count, facts, text)
     SELECT ?::bigint, row.id, row.hash, row.language, row.is_parsed, row.was_live, row.line_count, row.term_count, row.unit_count,
       row.symbol_count, substring(page.facts FROM row.facts_start FOR row.facts_size), substring(page.texts FROM row.text_start FOR row.text_size)
     FROM (SELECT ?::bytea AS facts, ?::bytea AS texts) AS page,
       unnest(?::int[], ?::text[], ?::text[], ?::boolean[], ?::boolean[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[])
       AS row (id, hash, language, is_parsed, was_live, line_count, term_count, unit_count, symbol_count, facts_start, facts_size, text_start, text_size)`,
    ...[workspace, facts.bytes, texts.bytes],
    ...columnsOf(rows, ({ id, content, isShown }) => {
      const { hash, language, isParsed, terms, units } = content;
      const { lineCount, symbols } = content.facts;
      return [id, hash, language, isParsed, isShown, lineCount, termCount(terms), units.length, symbols.length];
    }),
    ...[facts.starts, facts.sizes, texts.starts, texts.sizes],
  );
}

async function insertSymbols({ ask, workspace }: OpenView, rows: readonly NumberedContent[]): Promise<void> {
  const symbols = rows.flatMap(({ content, id }) =>
    content.facts.symbols.flatMap(({ name, qualifiedName, kind }, ordinal) =>
      !definesNames(kind) ? [] : [[keyOf(nameKey(name)), id, ordinal, name, qualifiedName, kind]],
    ),
  );
  if (symbols.length === 0) return;
  await ask(
    `INSERT INTO knap.symbols (workspace, key, content, ordinal, name, qualified_name, kind)
     SELECT ?::bigint, * FROM unnest(?::bigint[], ?::int[], ?::int[], ?::text[], ?::text[], ?::text[])`,
    workspace,
    ...columnsOf(symbols, (row) => row),
  );
}

const DEAD =
  'c.workspace = ? AND c.was_live AND c.id NOT IN (SELECT f.content FROM knap.files f WHERE f.workspace = ?)';

/** Counts the stored contents that left every view. */
export async function countDead({ ask, workspace }: OpenView): Promise<number> {
  const [row] = await ask(`SELECT count(*)::text FROM knap.contents c WHERE ${DEAD}`, workspace, workspace);
  return Number(row![0]);
}

/** Deletes the oldest contents that left every view, if there are too many. Returns whether it deleted any. */
export async function prune(scope: OpenView, keeping: ContentsKept): Promise<boolean> {
  const { ask, workspace } = scope;
  const [row] = await ask(
    `SELECT (SELECT count(DISTINCT content) FROM knap.files WHERE workspace = ?)::text, (SELECT count(*) FROM knap.contents c WHERE ${DEAD})::text, most_contents
     FROM knap.workspaces WHERE workspace = ?`,
    ...[workspace, workspace, workspace, workspace],
  );
  const known = row![2] === null ? null : Number(row![2]);
  const { most, count } = contentsToForget(Number(row![0]), Number(row![1]), known, keeping);
  if (most !== known) await ask('UPDATE knap.workspaces SET most_contents = ? WHERE workspace = ?', most, workspace);
  if (count > 0) await deleteDead(scope, count);
  return count > 0;
}

/** Deletes contents that left every view: the oldest `count`, or all. */
export async function deleteDead(scope: OpenView, count: number | null = null): Promise<void> {
  const { ask, workspace } = scope;
  await ask(
    `WITH dead AS (DELETE FROM knap.contents old WHERE old.workspace = ? AND old.id IN (
         SELECT c.id FROM knap.contents c WHERE ${DEAD} ORDER BY c.id LIMIT ?::int) RETURNING old.id), names AS (
       DELETE FROM knap.symbols s USING dead WHERE s.workspace = ? AND s.content = dead.id)
     DELETE FROM knap.vectors v USING dead WHERE v.workspace = ? AND v.content = dead.id`,
    ...[workspace, workspace, workspace, count, workspace, workspace],
  );
  await stampDeletion(scope);
  const ids = (await ask('SELECT id FROM knap.contents WHERE workspace = ?', workspace)).map(([id]) => Number(id));
  const kept = new Uint8Array(ids.reduce((max, id) => Math.max(max, id), 0) + 1);
  for (const id of ids) kept[id] = 1;
  await filterSegments({ ...scope, owner: CONTENT_TERMS }, kept);
}

/** Changes the stamp of a workspace; call it after deleting contents or vectors. */
export async function stampDeletion({ ask, workspace }: OpenView): Promise<void> {
  await ask('UPDATE knap.workspaces SET forgot = gen_random_uuid()::text WHERE workspace = ?', workspace);
}
