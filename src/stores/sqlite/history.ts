// Writes and reads commits and the history of files.
import { ContextError } from '../../model/errors.ts';
import { byText } from '../../model/terms.ts';
import type { CommitRecord, FileHistory, NewCommit, StoreChange } from '../../ports/store.ts';
import { packTouches, unpackTouches } from '../bytes/packed-values.ts';
import { TermBytes } from '../bytes/posting-bytes.ts';
import { packVarints, unpackVarints } from '../bytes/varint.ts';
import { churnOf, messageTerms, messageWriter, newestFirst, summarizeTouches, type Touch } from '../commits.ts';
import { type ReadCaches, readThrough } from '../read-caches.ts';
import type { UpkeepOptions } from '../upkeep.ts';
import { stopBorrowingCommits } from './borrowing.ts';
import { type Connection, decodeOrDamage, listValue, readMeta, writeMeta } from './opening/connection.ts';
import { HIDDEN_COMMITS, NEW_IDENTITY } from './opening/schema.ts';
import { clearSegments, writeSegment } from './segments.ts';

export function writeHistory(connection: Connection, change: StoreChange, options: UpkeepOptions): void {
  if (change.resetHistory) clearHistory(connection);
  if (change.dropped) dropCommits(connection, change.dropped, options.churnHalfLifeDays);
  if (change.commits) appendCommits(connection, change.commits, options);
  if (change.history) {
    const { available, head, note } = change.history;
    connection.run('UPDATE history SET is_available = ?, head = ?, note = ?', Number(available), head, note);
  }
}

function clearHistory(connection: Connection): void {
  clearSegments(connection, 'message_postings');
  connection.run('DELETE FROM main.commits');
  stopBorrowingCommits(connection);
  connection.run(NEW_IDENTITY);
  writeHidden(connection, new Set());
  connection.run('DELETE FROM file_history');
  connection.run('UPDATE history SET is_available = 0, head = NULL, note = NULL, commits = 0, message_terms = 0');
}

function appendCommits(connection: Connection, commits: readonly NewCommit[], options: UpkeepOptions): void {
  const terms = new TermBytes();
  const addMessage = messageWriter(terms);
  const given = new Set<string>();
  // An empty table cannot hold any of the commits, so it need not be searched.
  const isFirst = connection.get('SELECT 1 FROM commits LIMIT 1') === undefined;
  const touches = new Map<number, Touch[]>();
  const hidden = hiddenCommits(connection);
  let [added, messageLength] = [0, 0];
  // Adds the oldest commit first, so that of the new commits of a change a newer one has a higher number.
  for (const { sha, timeMs, message, paths } of commits.toReversed()) {
    const stored = isFirst
      ? undefined
      : connection.get<{ id: number }>('SELECT id FROM commits WHERE sha = ?', sha)?.id;
    if (given.has(sha) || (stored !== undefined && !hidden.delete(stored))) continue;
    given.add(sha);
    const touched = [...new Set(paths)].map((path) => connection.pathId(path));
    const values = [sha, timeMs, message, packVarints(touched)];
    const commit =
      stored ?? connection.run('INSERT INTO main.commits (sha, time, message, paths) VALUES (?, ?, ?, ?)', ...values);
    for (const path of touched) {
      const earlier = touches.get(path);
      if (earlier) earlier.push({ commit, timeMs });
      else touches.set(path, [{ commit, timeMs }]);
    }
    added += 1;
    messageLength += stored === undefined ? addMessage(commit, message) : messageTerms(message).length;
  }
  for (const [path, news] of touches)
    changeTouches(connection, path, (earlier) => [...earlier, ...news], options.churnHalfLifeDays);
  writeHidden(connection, hidden);
  writeSegment(connection, 'message_postings', { terms, segmentsMax: options.segmentsMax });
  connection.run('UPDATE history SET commits = commits + ?, message_terms = message_terms + ?', added, messageLength);
}

/** Stored commits that left the history. They may return, and the index of a work tree may still use them. */
export function hiddenCommits(connection: Connection): Set<number> {
  return new Set(JSON.parse(readMeta(connection, HIDDEN_COMMITS) ?? '[]') as number[]);
}

function writeHidden(connection: Connection, hidden: ReadonlySet<number>): void {
  if (hiddenCommits(connection).size + hidden.size === 0) return;
  writeMeta(connection, HIDDEN_COMMITS, JSON.stringify([...hidden]));
}

function dropCommits(connection: Connection, shas: readonly string[], halfLifeDays: number | undefined): void {
  const hidden = hiddenCommits(connection);
  const rows = connection
    .all<{ id: number; message: string; paths: Uint8Array }>(
      'SELECT c.id, c.message, c.paths FROM json_each(?) wanted JOIN commits c ON c.sha = wanted.value',
      listValue(shas),
    )
    .filter(({ id }) => !hidden.has(id));
  for (const { id } of rows) hidden.add(id);
  for (const path of new Set(rows.flatMap(({ paths }) => [...unpackVarints(paths)])))
    changeTouches(connection, path, (earlier) => earlier.filter(({ commit }) => !hidden.has(commit)), halfLifeDays);
  const terms = rows.reduce((sum, { message }) => sum + messageTerms(message).length, 0);
  connection.run('UPDATE history SET commits = commits - ?, message_terms = message_terms - ?', rows.length, terms);
  writeHidden(connection, hidden);
}

function changeTouches(
  connection: Connection,
  path: number,
  change: (earlier: readonly Touch[]) => readonly Touch[],
  halfLifeDays: number | undefined,
): void {
  const stored = connection.get<{ touches: Uint8Array }>('SELECT touches FROM file_history WHERE path = ?', path);
  const touches = newestFirst(change(stored ? decodeOrDamage(() => unpackTouches(stored.touches)) : []));
  if (touches.length === 0) return void connection.run('DELETE FROM file_history WHERE path = ?', path);
  const { lastModifiedMs, commitCount, heat } = summarizeTouches(touches, halfLifeDays);
  connection.run(
    'INSERT OR REPLACE INTO file_history (path, last_modified, commit_count, heat, touches) VALUES (?, ?, ?, ?, ?)',
    ...[path, lastModifiedMs, commitCount, heat, packTouches(touches)],
  );
}

export function readFileHistory(connection: Connection, paths: readonly string[], caches: ReadCaches): FileHistory[] {
  const found = readThrough(caches.fileHistories, paths, (missing) => {
    const rows = connection.lists<readonly [path: string, lastModifiedMs: number, commitCount: number, heat: number]>(
      `SELECT p.path, h.last_modified, h.commit_count, h.heat FROM json_each(?) wanted
       JOIN paths p ON p.path = wanted.value JOIN file_history h ON h.path = p.id`,
      listValue(missing),
    );
    const hottest = connection.get<{ heat: number | null }>('SELECT max(heat) AS heat FROM file_history')?.heat ?? 0;
    const found = rows.map(([path, lastModifiedMs, commitCount, heat]) => {
      return { path, lastModifiedMs, commitCount, churn: churnOf(heat, hottest) };
    });
    const byPath = Map.groupBy(found, ({ path }) => path);
    return (path) => byPath.get(path) ?? [];
  });
  return [...found.values()].flat().sort((a, b) => byText(a.path, b.path));
}

export function readCommitsTouching(
  connection: Connection,
  paths: readonly string[],
  limitEach: number,
  caches: ReadCaches,
): Map<string, CommitRecord[]> {
  const rows = connection.all<{ path: string; touches: Uint8Array }>(
    `SELECT p.path, h.touches FROM json_each(?) wanted
     JOIN paths p ON p.path = wanted.value JOIN file_history h ON h.path = p.id`,
    listValue(paths),
  );
  const newest = new Map(
    rows.map(({ path, touches }) => [path, decodeOrDamage(() => unpackTouches(touches, limitEach))]),
  );
  const ids = [...newest.values()].flat().map(({ commit }) => commit);
  const commits = new Map(readCommits(connection, ids, caches).map((commit) => [commit.id, commit]));
  const commitsOfPath = (path: string) => (newest.get(path) ?? []).flatMap(({ commit }) => commits.get(commit) ?? []);
  return new Map(paths.map((path) => [path, commitsOfPath(path)]));
}

export function readCommits(connection: Connection, ids: readonly number[], caches: ReadCaches): CommitRecord[] {
  const found = readThrough(caches.commits, ids, (missing) => {
    const read = new Map(commitsOf(connection, missing).map((commit) => [commit.id, commit]));
    return (id) => read.get(id);
  });
  return [...found.values()];
}

function commitsOf(connection: Connection, ids: readonly number[]): CommitRecord[] {
  const rows = connection.all<{ id: number; sha: string; time: number; message: string; paths: Uint8Array }>(
    `SELECT c.id, c.sha, c.time, c.message, c.paths FROM json_each(?) wanted
     JOIN commits c ON c.id = wanted.value`,
    listValue(ids),
  );
  const touched = rows.map((row) => [...unpackVarints(row.paths)]);
  const names = new Map(
    connection.lists<readonly [id: number, path: string]>(
      'SELECT p.id, p.path FROM json_each(?) wanted JOIN paths p ON p.id = wanted.value',
      listValue(touched.flat()),
    ),
  );
  const nameOf = (path: number): string => {
    const name = names.get(path);
    if (name === undefined) throw new ContextError('STORE_DAMAGED', 'The index file names a path it does not hold.');
    return name;
  };
  return rows.map(({ id, sha, time, message }, index) => {
    return { id, sha, timeMs: time, message, paths: touched[index]!.map(nameOf) };
  });
}
