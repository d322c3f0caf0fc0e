// Writes and reads the view: which paths have which contents, and the edges between them.
import type { Edge } from '../../model/edge.ts';
import { pathTerms, type Role } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import { byText } from '../../model/terms.ts';
import type { FileRecord, FilesAsked, Store, StoreChange, ViewRow } from '../../ports/store.ts';
import { type ReadCaches, readThrough } from '../read-caches.ts';
import {
  type CountedColumns,
  compareEdges,
  type StoredView,
  storedView,
  type ViewCounts,
  viewCounts,
} from '../rows.ts';
import { removeDocument, writeDocument } from './documents.ts';
import { type Connection, listValue } from './opening/connection.ts';

const ROWS = `SELECT p.path, c.hash, f.content, f.source, f.language, f.role, f.size, f.mtime, c.line_count, c.term_count,
    c.is_parsed, c.clean_by, c.unit_count
  FROM files f JOIN paths p ON p.id = f.path JOIN contents c ON c.id = f.content`;

export function readView(connection: Connection): StoredView {
  const rows = connection.lists<FileRow>(ROWS);
  return storedView(rows.map(fileRecord), (index) => rows[index]![12]);
}

export function readFiles(connection: Connection, { paths = [], contents = [] }: FilesAsked): readonly FileRecord[] {
  if (paths.length + contents.length === 0) return [];
  const rows = connection.lists<FileRow>(
    `${ROWS} WHERE f.path IN (SELECT id FROM paths WHERE path IN (SELECT value FROM json_each(?))
       UNION SELECT path FROM files WHERE content IN (SELECT value FROM json_each(?)))`,
    ...[listValue(paths), listValue(contents)],
  );
  return rows.map(fileRecord).sort((a, b) => byText(a.path, b.path));
}

/** Counts the view without reading its files: each column comes as one value, many times quicker than rows. */
export function readCounts(connection: Connection): ViewCounts {
  const { contents, terms, units } = connection.get<Record<keyof CountedColumns, string>>(
    `SELECT json_group_array(f.content) AS contents, json_group_array(c.term_count) AS terms,
       json_group_array(c.unit_count) AS units FROM files f JOIN contents c ON c.id = f.content`,
  )!;
  const numbers = (column: string) => JSON.parse(column) as readonly number[];
  return viewCounts({ contents: numbers(contents), terms: numbers(terms), units: numbers(units) });
}

/** Reads the present view; if no file was removed since an earlier edition, only the rows that were written since. */
export function readViewSince(connection: Connection, before: StoredView, earlier: ViewEdition): StoredView {
  const { edition, removedIn } = readEdition(connection);
  if (edition === earlier.edition) return before;
  if (removedIn > earlier.edition) return readView(connection);
  const rows = connection.lists<FileRow>(`${ROWS} WHERE f.edition > ?`, earlier.edition);
  const written = new Set(rows.map(([path]) => path));
  const unchanged = before.files.filter(({ path }) => !written.has(path));
  const unitsAt = (index: number) =>
    index < unchanged.length ? before.unitCounts[unchanged[index]!.content]! : rows[index - unchanged.length]![12];
  return storedView([...unchanged, ...rows.map(fileRecord)], unitsAt);
}

export interface ViewEdition {
  readonly edition: number;
  /** The latest edition that removed a file. */
  readonly removedIn: number;
}

export function readEdition(connection: Connection): ViewEdition {
  return connection.get<ViewEdition>('SELECT edition, removed_in AS removedIn FROM view')!;
}

/** Adds, replaces and removes rows of the view; returns whether a content may have left it. */
export function writeView(connection: Connection, change: StoreChange): boolean {
  const { remove = [], upsert = [] } = change;
  if (remove.length + upsert.length === 0) return false;
  const before = readEdition(connection);
  const edition = before.edition + 1;
  const removedIn = remove.length > 0 ? edition : before.removedIn;
  connection.run('UPDATE view SET edition = ?, removed_in = ?', edition, removedIn);
  for (const path of remove) {
    const id = connection.pathId(path);
    connection.run('DELETE FROM files WHERE path = ?', id);
    connection.run('DELETE FROM edges WHERE source = ?', id);
    removeDocument(connection, id);
  }
  const replaced = upsert.filter((file) => upsertFile(connection, edition, file));
  return remove.length + replaced.length > 0;
}

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
  const [path, hash, content, source, language, role, size, mtimeMs, lineCount, termCount, parsed, clean] = row;
  const [isParsed, cleanBy] = [parsed === 1, clean ?? undefined];
  return { path, hash, content, source, language, role, size, mtimeMs, lineCount, termCount, isParsed, cleanBy };
}

// Returns whether the path had a file before.
function upsertFile(connection: Connection, edition: number, file: ViewRow): boolean {
  const sql = 'SELECT id, was_live FROM contents WHERE hash = ?';
  const content = connection.get<{ id: number; was_live: number }>(sql, file.hash);
  if (!content) throw new ContextError('STORE_BUSY', `The content of ${file.path} left the index meanwhile.`);
  if (content.was_live === 0) connection.run('UPDATE main.contents SET was_live = 1 WHERE id = ?', content.id);

  const path = connection.pathId(file.path);
  // The words of a path never change, so they are written once and stay when the path leaves the view.
  const isNew = !connection.get('SELECT 1 FROM files WHERE path = ?', path);
  if (isNew) {
    for (const term of new Set(pathTerms(file.path))) {
      if (connection.get('SELECT 1 FROM path_words WHERE term = ? AND path = ?', term, path)) break;
      connection.run('INSERT INTO main.path_words (term, path) VALUES (?, ?)', term, path);
    }
  }
  connection.run(
    'INSERT OR REPLACE INTO files (path, content, source, language, role, size, mtime, edition) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[path, content.id, file.source, file.language, file.role, file.size, file.mtimeMs, edition],
  );
  writeDocument(connection, path, file);
  return !isNew;
}

export function writeEdges(connection: Connection, change: StoreChange): void {
  for (const path of change.relinked ?? [])
    connection.run('DELETE FROM edges WHERE source = ?', connection.pathId(path));
  for (const { from, to, kind, weight, because } of change.edges ?? []) {
    connection.run(
      `INSERT INTO edges (source, target, kind, weight, because) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET weight = excluded.weight, because = excluded.because
       WHERE excluded.weight > edges.weight`,
      ...[connection.pathId(from), connection.pathId(to), kind, weight, because],
    );
  }
}

export function readEdges(
  connection: Connection,
  paths: readonly string[],
  { direction, kinds }: Parameters<Store['edges']>[1],
  caches: ReadCaches,
): Edge[] {
  const asked = new Set(paths);
  const out = direction === 'in' ? [] : edgesAt(connection, asked, 'source', caches.edges.out);
  const into = direction === 'out' ? [] : edgesAt(connection, asked, 'target', caches.edges.in);
  // An edge between two of the paths comes twice, once from each end.
  return [...out, ...(direction === 'both' ? into.filter((edge) => !asked.has(edge.from)) : into)]
    .filter((edge) => !kinds || kinds.includes(edge.kind))
    .sort(compareEdges);
}

function edgesAt(
  connection: Connection,
  paths: ReadonlySet<string>,
  end: 'source' | 'target',
  cache: ReadCaches['edges']['out'],
): Edge[] {
  const found = readThrough(cache, paths, (missing) => {
    const rows = connection.lists<EdgeRow>(
      `SELECT a.path, b.path, e.kind, e.weight, e.because
       FROM json_each(?) wanted JOIN paths asked ON asked.path = wanted.value JOIN edges e ON e.${end} = asked.id
       JOIN files s ON s.path = e.source JOIN files t ON t.path = e.target
       JOIN paths a ON a.id = e.source JOIN paths b ON b.id = e.target`,
      listValue(missing),
    );
    const edges = rows.map(([from, to, kind, weight, because]) => ({ from, to, kind, weight, because }));
    const byPath = Map.groupBy(edges, ({ from, to }) => (end === 'source' ? from : to));
    return (path) => byPath.get(path) ?? [];
  });
  return [...found.values()].flat();
}

export function countEdges(connection: Connection): number {
  return connection.get<{ edges: number }>(
    `SELECT count(*) AS edges FROM edges e JOIN files s ON s.path = e.source JOIN files t ON t.path = e.target`,
  )!.edges;
}

type EdgeRow = readonly [from: string, to: string, kind: Edge['kind'], weight: number, because: string];
