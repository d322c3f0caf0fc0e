// Reads commits and the history of files.
import { byText } from '../../../model/terms.ts';
import type { CommitRecord, FileHistory } from '../../../ports/store.ts';
import { unpackText } from '../../bytes/packed-values.ts';
import { churnOf } from '../../commit-terms.ts';
import { lookUp, type ReadCaches } from '../../read-caches.ts';
import type { SentRow } from '../connection/database.ts';
import { keyOf, keysOf, type ViewScope } from '../keys.ts';
import { bytesOf, partFor } from '../statements.ts';
import type { Inquiry, Snapshot } from './view-reads.ts';

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
