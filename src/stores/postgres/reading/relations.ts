// Reads what connects the files of a view: edges, and the commits that touched them. Counts symbols and edges.
import type { Edge } from '../../../model/edge.ts';
import { byText } from '../../../model/terms.ts';
import type { CommitRecord, FileHistory, Store } from '../../../ports/store.ts';
import { unpackText } from '../../bytes/packed-values.ts';
import { churnOf } from '../../commits.ts';
import { lookUp, type ReadCaches } from '../../read-caches.ts';
import { compareEdges } from '../../rows.ts';
import type { SentRow } from '../connection/database.ts';
import { keyOf, keysOf, type OpenView, type ViewScope } from '../keys.ts';
import { bytesOf, partFor } from '../statements.ts';
import type { Inquiry, Snapshot } from './view-reads.ts';

type EdgesAsked = Parameters<Store['edges']>[1];

export function inquireEdges(
  { workspace, view }: ViewScope,
  paths: readonly string[],
  { direction, kinds }: EdgesAsked,
) {
  return (snapshot: Snapshot, caches: ReadCaches): Inquiry<readonly Edge[]> => {
    const ends = direction === 'both' ? ENDS : ENDS.filter((end) => end.direction === direction);
    const wanted = new Set(paths);
    const lookups = ends.map(({ direction: way }) => lookUp(caches.edges[way], wanted));
    return {
      parts: ends.map(({ column }, index) => {
        const sql = `SELECT source, target, kind, weight, because FROM knap.edges WHERE workspace = ? AND view = ? AND ${column} = ANY (?::bigint[])`;
        // Edges at paths outside the view are hidden.
        const keys = lookups[index]!.missing.flatMap((path) => snapshot.view.keyOf.get(path) ?? []);
        return partFor(5, sql, [workspace, view], keys);
      }),
      answer: (rows) => {
        const edges = ends.flatMap(({ end }, index) => {
          const byPath = Map.groupBy(visible(rows[index]!, snapshot), (edge) => edge[end]);
          return [...lookups[index]!.fill((path) => byPath.get(path) ?? []).values()].flat();
        });
        // An edge between two of the paths comes twice, once from each end.
        const once = new Map(edges.map((edge) => [JSON.stringify([edge.from, edge.to, edge.kind]), edge]));
        return [...once.values()].filter((edge) => !kinds || kinds.includes(edge.kind)).sort(compareEdges);
      },
    };
  };
}

export async function readCounts({ ask, workspace, view }: OpenView): Promise<{ symbols: number; edges: number }> {
  // OFFSET stops the planner from joining all files with all files, whose number it cannot estimate.
  const isShown = (end: string) =>
    `EXISTS (SELECT FROM knap.files f WHERE f.workspace = e.workspace AND f.view = e.view AND f.path = e.${end} OFFSET 0)`;
  const [row] = await ask(
    `SELECT (SELECT coalesce(sum(symbol_count), 0) FROM knap.files WHERE workspace = ? AND view = ?)::text,
       (SELECT count(*) FROM knap.edges e WHERE e.workspace = ? AND e.view = ? AND ${isShown('source')} AND ${isShown('target')})::text`,
    ...[workspace, view, workspace, view],
  );
  return { symbols: Number(row![0]), edges: Number(row![1]) };
}

const ENDS = [
  { direction: 'out', column: 'source', end: 'from' },
  { direction: 'in', column: 'target', end: 'to' },
] as const;

function visible(rows: readonly SentRow[], { view }: Snapshot): Edge[] {
  return rows.flatMap(([source, target, kind, weight, because]) => {
    const [from, to] = [view.pathOf.get(source!), view.pathOf.get(target!)];
    if (from === undefined || to === undefined) return [];
    return [{ from, to, kind: kind as Edge['kind'], weight: Number(weight), because: because! }];
  });
}

export function inquireFileHistory({ workspace, view }: ViewScope, paths: readonly string[]) {
  return ({ hottest }: Snapshot, caches: ReadCaches): Inquiry<readonly FileHistory[]> => {
    const lookup = lookUp(caches.fileHistories, paths);
    const sql = `SELECT path, times[1], cardinality(commits), heat FROM knap.file_history
      WHERE workspace = ? AND view = ? AND path = ANY (?::bigint[])`;
    return {
      parts: [hottest === null ? null : partFor(4, sql, [workspace, view], keysOf(lookup.missing))],
      answer: ([rows = []]) => {
        const byKey = new Map(rows.map((row) => [row[0], row]));
        const found = lookup.fill((path) => {
          const [, last, count, heat] = byKey.get(keyOf(path)) ?? [];
          if (last == null) return [];
          const churn = churnOf(Number(heat), hottest ?? 0);
          return [{ path, lastModifiedMs: Number(last), commitCount: Number(count), churn }];
        });
        return [...found.values()].flat().sort((a, b) => byText(a.path, b.path));
      },
    };
  };
}

const COLUMNS = `id, sha, time, message, encode(paths, 'base64')`;

export function inquireCommits({ workspace, view }: ViewScope, ids: readonly number[]) {
  return (_: Snapshot, caches: ReadCaches): Inquiry<readonly CommitRecord[]> => {
    const lookup = lookUp(caches.commits, ids);
    const sql = `SELECT ${COLUMNS} FROM knap.commits WHERE workspace = ? AND view = ? AND id = ANY (?::int[])`;
    return {
      parts: [partFor(5, sql, [workspace, view], lookup.missing)],
      answer: ([rows = []]) => {
        const read = new Map(rows.map(commitOf).map((commit) => [commit.id, commit]));
        return [...lookup.fill((id) => read.get(id)).values()];
      },
    };
  };
}

/** The newest commits of each path: their numbers and the commits themselves, in one question. */
export function inquireCommitsTouching({ workspace, view }: ViewScope, paths: readonly string[], limitEach: number) {
  const touched = `knap.file_history WHERE workspace = ? AND view = ? AND path = ANY (?::bigint[])`;
  const keys = keysOf(paths);
  const numbers = `SELECT path, array_to_string(commits[1:?::int], ' ') FROM ${touched}`;
  const newest = `SELECT unnest(commits[1:?::int]) FROM ${touched}`;
  const records = `SELECT ${COLUMNS} FROM knap.commits WHERE workspace = ? AND view = ? AND id IN (${newest})`;
  return (): Inquiry<ReadonlyMap<string, readonly CommitRecord[]>> => ({
    parts: [
      partFor(2, numbers, [limitEach, workspace, view], keys),
      partFor(5, records, [workspace, view, limitEach, workspace, view], keys),
    ],
    answer: ([touches = [], commits = []]) => {
      const byId = new Map(commits.map((row) => [row[0], commitOf(row)]));
      const byKey = new Map(touches.map(([key, ids]) => [key, ids!.split(' ')]));
      const commitsOfPath = (path: string) => (byKey.get(keyOf(path)) ?? []).flatMap((id) => byId.get(id) ?? []);
      return new Map(paths.map((path) => [path, commitsOfPath(path)]));
    },
  });
}

function commitOf([id, sha, time, message, paths]: SentRow): CommitRecord {
  return {
    id: Number(id),
    sha: sha!,
    timeMs: Number(time),
    message: message!,
    // Only `insertCommits` writes these bytes, so their shape is certain.
    paths: JSON.parse(unpackText(bytesOf(paths!))) as string[],
  };
}
