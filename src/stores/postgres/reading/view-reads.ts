// Reads one view for the store, and caches what it read until a change. It sends the parts of an inquiry together, and
// its answer never mixes two states of the view.
import { ContextError } from '../../../model/errors.ts';
import type { FileRecord, Opening, StoreChange } from '../../../ports/store.ts';
import { createReadCaches, type ReadCaches } from '../../read-caches.ts';
import { type StoredView, storedView } from '../../rows.ts';
import type { SentRow } from '../connection/database.ts';
import type { OpenView, ViewScope } from '../keys.ts';
import { askParts, numbersIn, part, type QuestionPart } from '../statements.ts';

/** How often a read is tried while other processes write. */
export const READ_ATTEMPTS_MAX = 8;

/** The parts to read, null for those that need no reading, and a function that makes the answer from their rows. */
export interface Inquiry<T> {
  readonly parts: readonly (QuestionPart | null)[];
  answer(rows: readonly (readonly SentRow[])[]): T;
}

export interface Reads {
  now(): Promise<Snapshot>;
  /** Repeats the inquiry until the answer matches the state of the view and of the caches. */
  ask<T>(inquire: (snapshot: Snapshot, caches: ReadCaches) => Inquiry<T>): Promise<T>;
  /** Records a change of this process: the version before and after it, and its content. */
  wrote(before: string, after: string, change: StoreChange): void;
}

export function createReads(scope: OpenView): Reads {
  const caches = createReadCaches();
  let latest: Snapshot | null = null;
  let isStale = false;
  const now = async (): Promise<Snapshot> => {
    const snapshot = await readSnapshot(scope, latest);
    if (latest !== null && !isStale && latest.version === snapshot.version) return latest;
    if (latest?.version !== snapshot.version) caches.clear();
    [latest, isStale] = [snapshot, false];
    return snapshot;
  };
  return {
    now,
    ask: async (inquire) => {
      for (let attempt = 0; attempt < READ_ATTEMPTS_MAX; attempt += 1) {
        const snapshot = latest === null || isStale ? await now() : latest;
        const { parts, answer } = inquire(snapshot, caches);
        if (parts.every((one) => one === null)) return answer(parts.map(() => []));
        const { version, rows } = await askParts(scope.ask, versionPart(scope), parts);
        if (version === snapshot.version && latest === snapshot && !isStale) return answer(rows);
        if (version !== latest?.version) isStale = true;
      }
      throw new ContextError('STORE_BUSY', 'The workspace is changed faster than it can be read.');
    },
    wrote: (before, after, change) => {
      if (latest === null) return;
      if (latest.version === before) caches.forget(change);
      else caches.clear();
      // The version is known, and the caches still hold what the change did not touch.
      latest = { ...latest, version: after };
      isStale = true;
    },
  };
}

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

export function versionPart({ workspace, view }: ViewScope): QuestionPart {
  return part(1, 'SELECT version FROM knap.views WHERE workspace = ? AND view = ?', workspace, view);
}

/** Reads a view; reads its files only if they changed since the `known` state. */
async function readSnapshot(scope: OpenView, known: Snapshot | null): Promise<Snapshot> {
  const here = [scope.workspace, scope.view] as const;
  const { version, rows } = await askParts(scope.ask, versionPart(scope), [
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
  const [, path, content, hash, source, language, role, size, mtimeMs, lineCount, termCount, isParsed] = row;
  return {
    ...{ path: path!, hash: hash!, content: Number(content), source: source!, language: language ?? null },
    ...{ role: role as FileRecord['role'], size: Number(size), mtimeMs: Number(mtimeMs) },
    ...{ lineCount: Number(lineCount), termCount: Number(termCount), isParsed: isParsed === 'true' },
  };
}
