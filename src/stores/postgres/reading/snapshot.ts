// Reads the state of a view that every question needs first: its files, statistics and version.
import type { FileRecord, Opening } from '../../../ports/store.ts';
import { type StoredView, storedView } from '../../stored-view.ts';
import type { Ask, SentRow } from '../connection/database.ts';
import type { ViewScope } from '../view-scope.ts';
import { numbersIn } from './column-bytes.ts';
import { askParts, part, type QuestionPart } from './combined-query.ts';

/** A consistent state of a view, with the paths of all keys. */
export interface Snapshot {
  readonly version: string;
  readonly opening: Opening;
  /** The heat of the hottest file; null before the first commit. */
  readonly hottest: number | null;
  /** Stored commits that are no longer part of the history. */
  readonly hidden: ReadonlySet<number>;
  readonly view: KeyedView;
}

interface KeyedView extends StoredView {
  readonly version: string;
  readonly pathOf: ReadonlyMap<string, string>;
  readonly keyOf: ReadonlyMap<string, string>;
  readonly pathsOf: ReadonlyMap<number, readonly string[]>;
}

/** The question part that reads the version of a view. */
export function versionPart({ workspace, view }: ViewScope): QuestionPart {
  return part(1, 'SELECT version FROM knap.views WHERE workspace = ? AND view = ?', workspace, view);
}

/** Reads a view; reads its files only if they changed since the `known` state. */
export async function readSnapshot(ask: Ask, scope: ViewScope, known: Snapshot | null): Promise<Snapshot> {
  const here = [scope.workspace, scope.view] as const;
  const { version, rows } = await askParts(ask, versionPart(scope), [
    part(
      11,
      `SELECT v.files_version, v.is_available, v.head, v.note, v.commits, v.message_terms, v.hottest, v.meta, w.vector_name, w.vector_dimensions,
         array_to_string(v.hidden, ' ')
       FROM knap.views v JOIN knap.workspaces w ON w.workspace = v.workspace WHERE v.workspace = ? AND v.view = ?`,
      ...here,
    ),
    part(
      14,
      `SELECT path, name, content, hash, source, language, role, size, mtime, line_count, term_count, is_parsed, unit_count, symbol_count
       FROM knap.files WHERE workspace = ? AND view = ?
       AND (SELECT files_version FROM knap.views WHERE workspace = ? AND view = ?) <> ?`,
      ...here,
      ...here,
      known?.view.version ?? '',
    ),
  ]);
  const row = rows[0]![0];
  const filesVersion = row?.[0] ?? '';
  const view = known !== null && known.view.version === filesVersion ? known.view : keyedView(filesVersion, rows[1]!);
  const hottest = row?.[6] ?? null;
  const hidden = numbersIn(row?.[10] ?? '');
  return { version, view, hidden, hottest: hottest === null ? null : Number(hottest), opening: openingOf(view, row) };
}

function openingOf({ files, statistics }: StoredView, row: SentRow | undefined): Opening {
  const [, available, head = null, note = null, commitsText, terms, , meta, name, dimensions] = row ?? [];
  const commits = Number(commitsText ?? 0);
  return {
    files,
    statistics,
    history: {
      available: available === 'true',
      ...{ head, note, commits },
      averageMessageLength: commits === 0 ? 0 : Number(terms) / commits,
    },
    vectorModel: name == null ? null : { name, dimensions: Number(dimensions) },
    meta: new Map(Object.entries(JSON.parse(meta ?? '{}') as Record<string, string>)),
  };
}

function keyedView(version: string, rows: readonly SentRow[]): KeyedView {
  const unitCounts = rows.map((row) => Number(row[12]));
  const stored = storedView(rows.map(fileOf), (index) => unitCounts[index]!);
  const pathsOf = Map.groupBy(stored.files, ({ content }) => content);
  return {
    ...stored,
    version,
    pathOf: new Map(rows.map((row) => [row[0]!, row[1]!])),
    keyOf: new Map(rows.map((row) => [row[1]!, row[0]!])),
    pathsOf: new Map([...pathsOf].map(([content, files]) => [content, files.map(({ path }) => path)])),
  };
}

function fileOf(row: SentRow): FileRecord {
  return {
    path: row[1]!,
    content: Number(row[2]),
    hash: row[3]!,
    source: row[4]!,
    language: row[5]!,
    role: row[6] as FileRecord['role'],
    size: Number(row[7]),
    mtimeMs: Number(row[8]),
    lineCount: Number(row[9]),
    termCount: Number(row[10]),
    isParsed: row[11] === 'true',
  };
}
