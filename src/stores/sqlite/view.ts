import type { Role } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import { termsOf } from '../../model/terms.ts';
import type { FileRecord, StoreChange, ViewRow } from '../../ports/store.ts';
import { type StoredView, storedView } from '../stored-view.ts';
import { byText } from '../text-order.ts';
import { removeDocument, writeDocument } from './documents.ts';
import type { Connection } from './opening/connection.ts';
import { listValue, type PathIds } from './path-ids.ts';

const ROWS = `SELECT p.path, c.hash, f.content, f.source, f.language, f.role, f.size, f.mtime, c.line_count, c.term_count,
    c.is_parsed, c.clean_by, c.unit_count
  FROM files f JOIN paths p ON p.id = f.path JOIN contents c ON c.id = f.content`;

/** Reads the view. */
export function readView(connection: Connection): StoredView {
  const rows = connection.lists<FileRow>(ROWS);
  return storedView(rows.map(fileRecord), (at) => rows[at]![12]);
}

/** The view after some of its paths came, went or changed: of all others it says what it said before. */
export function readViewAgain(connection: Connection, before: StoredView, changed: ReadonlySet<string>): StoredView {
  const rows = connection.lists<FileRow>(
    `${ROWS} WHERE p.path IN (SELECT value FROM json_each(?))`,
    listValue([...changed]),
  );
  const kept = before.files.filter(({ path }) => !changed.has(path));
  const unitsAt = (at: number) =>
    at < kept.length ? before.unitCounts[kept[at]!.content]! : rows[at - kept.length]![12];
  return storedView([...kept, ...rows.map(fileRecord)], unitsAt);
}

/** Adds, replaces and removes rows of the view. */
export function writeView(connection: Connection, paths: PathIds, change: StoreChange): void {
  for (const path of change.remove ?? []) {
    connection.run('DELETE FROM files WHERE path = ?', paths.intern(path));
    connection.run('DELETE FROM edges WHERE source = ?', paths.intern(path));
    removeDocument(connection, paths.intern(path));
  }
  for (const file of change.upsert ?? []) upsertFile(connection, paths, file);
}

/** Paths of the view by the words in them. */
export function readPathsWith(connection: Connection, terms: readonly string[]): (term: string) => readonly string[] {
  const rows = connection.lists<readonly [term: string, path: string]>(
    `SELECT w.term, p.path FROM json_each(?) wanted JOIN path_words w ON w.term = wanted.value
     JOIN files f ON f.path = w.path JOIN paths p ON p.id = w.path`,
    listValue(terms),
  );
  const byTerm = Map.groupBy(rows, ([term]) => term);
  return (term) => (byTerm.get(term) ?? []).map(([, path]) => path).sort(byText);
}

type FileRow = readonly [
  path: string,
  hash: string,
  content: number,
  source: string,
  language: string | null,
  role: Role,
  size: number,
  mtimeMs: number,
  lineCount: number,
  termCount: number,
  isParsed: number,
  cleanBy: number | null,
  unitCount: number,
];

function fileRecord(row: FileRow): FileRecord {
  const [path, hash, content, source, language, role, size, mtimeMs, lineCount, termCount, isParsed, cleanBy] = row;
  return {
    path,
    hash,
    content,
    source,
    language,
    role,
    size,
    mtimeMs,
    lineCount,
    termCount,
    isParsed: isParsed === 1,
    cleanBy: cleanBy ?? undefined,
  };
}

function upsertFile(connection: Connection, paths: PathIds, file: ViewRow): void {
  const content = connection.get<{ id: number; was_live: number }>(
    'SELECT id, was_live FROM contents WHERE hash = ?',
    file.hash,
  );
  if (!content) throw new ContextError('STORE_BUSY', `The content of ${file.path} left the index meanwhile.`);
  if (content.was_live === 0) connection.run('UPDATE contents SET was_live = 1 WHERE id = ?', content.id);

  const path = paths.intern(file.path);
  // The words of a path never change, so they are written once and hidden, not removed, while it is not in the view.
  if (!connection.get('SELECT 1 FROM files WHERE path = ?', path)) {
    for (const term of new Set(termsOf(file.path))) {
      connection.run('INSERT OR IGNORE INTO path_words (term, path) VALUES (?, ?)', term, path);
    }
  }
  connection.run(
    'INSERT OR REPLACE INTO files (path, content, source, language, role, size, mtime) VALUES (?, ?, ?, ?, ?, ?, ?)',
    path,
    content.id,
    file.source,
    file.language,
    file.role,
    file.size,
    file.mtimeMs,
  );
  writeDocument(connection, path, file);
}
