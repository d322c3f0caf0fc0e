// Writes commits, and updates the history of the files they touched.
import type { NewCommit, StoreChange } from '../../../ports/store.ts';
import { packText, unpackText } from '../../bytes/packed-values.ts';
import { TermBytes } from '../../bytes/posting-bytes.ts';
import { messageTerms, messageWriter, newestFirst, summarizeTouches, type Touch } from '../../commits.ts';
import type { UpkeepOptions } from '../../upkeep.ts';
import { keyOf, type OpenView } from '../keys.ts';
import { BytePage, bytesOf, columnsOf } from '../statements.ts';
import { clearSegments, writeSegment } from './segments.ts';

/** The number of commits in the history of a view, and the stored commits that left it. */
interface StoredCommits {
  readonly count: number;
  readonly hidden: ReadonlySet<number>;
}

interface HistoryWriting extends UpkeepOptions {
  readonly commits: StoredCommits;
}

export async function writeHistory(scope: OpenView, change: StoreChange, options: HistoryWriting): Promise<void> {
  const { workspace, view } = scope;
  let { commits } = options;
  if (change.resetHistory) {
    await clearHistory(scope);
    commits = { count: 0, hidden: new Set() };
  }
  if (change.dropped) commits = await dropCommits(scope, change.dropped, { ...options, commits });
  if (change.commits && change.commits.length > 0) await appendCommits(scope, change.commits, { ...options, commits });
  if (!change.history) return;
  const { available, head, note } = change.history;
  const sql = 'UPDATE knap.views SET is_available = ?, head = ?, note = ? WHERE workspace = ? AND view = ?';
  await scope.ask(sql, available, head, note, workspace, view);
}

async function clearHistory({ ask, workspace, view }: OpenView): Promise<void> {
  await clearSegments({ ask, workspace, owner: view });
  await ask('DELETE FROM knap.commits WHERE workspace = ? AND view = ?', workspace, view);
  await ask('DELETE FROM knap.file_history WHERE workspace = ? AND view = ?', workspace, view);
  await ask(
    `UPDATE knap.views SET is_available = false, head = NULL, note = NULL, commits = 0, message_terms = 0, hottest = NULL, hidden = '{}'
     WHERE workspace = ? AND view = ?`,
    ...[workspace, view],
  );
}

async function appendCommits(scope: OpenView, commits: readonly NewCommit[], options: HistoryWriting): Promise<void> {
  const { count } = options.commits;
  const hidden = new Set(options.commits.hidden);
  const shas = commits.map(({ sha }) => sha);
  const earlier = new Map((await commitsUnder(scope, shas)).map(([id, sha]) => [sha!, Number(id)]));
  let last = count + hidden.size;
  // Adds the oldest commit first, so that of the new commits of a change a newer one has a higher number.
  const added = commits.toReversed().flatMap((commit) => {
    const stored = earlier.get(commit.sha);
    if (stored !== undefined && !hidden.delete(stored)) return [];
    const id = stored ?? ++last;
    earlier.set(commit.sha, id);
    return { ...commit, id, paths: [...new Set(commit.paths)], isBack: stored !== undefined };
  });
  if (added.length === 0) return;
  const fresh = added.filter(({ isBack }) => !isBack);
  if (fresh.length > 0) await insertCommits(scope, fresh);
  const touches = added.flatMap(({ id, timeMs, paths }) => paths.map((path) => ({ path, commit: id, timeMs })));
  const news = new Map([...Map.groupBy(touches, ({ path }) => path)].map(([path, own]) => [keyOf(path), own]));
  await changeTouches(scope, [...news.keys()], options, (path, earlier) => [...earlier, ...news.get(path)!]);
  const terms = new TermBytes();
  const addMessage = messageWriter(terms);
  const lengthOf = ({ id, message, isBack }: (typeof added)[number]) =>
    isBack ? messageTerms(message).length : addMessage(id, message);
  const messageLength = added.reduce((sum, commit) => sum + lengthOf(commit), 0);
  await writeSegment({ ...scope, owner: scope.view }, { terms, segmentsMax: options.segmentsMax });
  await countCommits(scope, { commits: added.length, messageLength, hidden });
}

// Commits that left stay stored, because they may return and their words share postings with others.
async function dropCommits(scope: OpenView, shas: readonly string[], options: HistoryWriting): Promise<StoredCommits> {
  const hidden = new Set(options.commits.hidden);
  const rows = (await commitsUnder(scope, shas)).filter(([id]) => !hidden.has(Number(id)));
  if (rows.length === 0) return options.commits;
  for (const [id] of rows) hidden.add(Number(id));
  const paths = rows.flatMap(([, , , paths]) => JSON.parse(unpackText(bytesOf(paths!))) as string[]);
  const isSeen = ({ commit }: Touch) => !hidden.has(commit);
  await changeTouches(scope, [...new Set(paths)].map(keyOf), options, (_, earlier) => earlier.filter(isSeen));
  const messageLength = rows.reduce((sum, [, , message]) => sum + messageTerms(message!).length, 0);
  await countCommits(scope, { commits: -rows.length, messageLength: -messageLength, hidden });
  return { count: options.commits.count - rows.length, hidden };
}

function commitsUnder({ ask, workspace, view }: OpenView, shas: readonly string[]) {
  const sql = `SELECT id, sha, message, encode(paths, 'base64') FROM knap.commits WHERE workspace = ? AND view = ? AND sha = ANY (?::text[])`;
  return ask(sql, workspace, view, shas);
}

async function countCommits(
  { ask, workspace, view }: OpenView,
  added: { readonly commits: number; readonly messageLength: number; readonly hidden: ReadonlySet<number> },
): Promise<void> {
  await ask(
    `UPDATE knap.views SET commits = commits + ?, message_terms = message_terms + ?, hidden = ?::int[],
       hottest = (SELECT max(h.heat) FROM knap.file_history h WHERE h.workspace = ? AND h.view = ?) WHERE workspace = ? AND view = ?`,
    ...[added.commits, added.messageLength, [...added.hidden], workspace, view, workspace, view],
  );
}

type NumberedCommit = NewCommit & { readonly id: number };

async function insertCommits({ ask, workspace, view }: OpenView, commits: readonly NumberedCommit[]): Promise<void> {
  const page = new BytePage();
  for (const { paths } of commits) page.add(packText(JSON.stringify(paths)));
  await ask(
    `INSERT INTO knap.commits (workspace, view, id, sha, time, message, paths)
     SELECT ?::bigint, ?::bigint, row.id, row.sha, row.time, row.message, substring(page.bytes FROM row.start FOR row.size)
     FROM (SELECT ?::bytea AS bytes) AS page,
       unnest(?::int[], ?::text[], ?::double precision[], ?::text[], ?::int[], ?::int[]) AS row (id, sha, time, message, start, size)`,
    ...[workspace, view, page.bytes],
    ...columnsOf(commits, ({ id, sha, timeMs, message }) => [id, sha, timeMs, message]),
    ...[page.starts, page.sizes],
  );
}

async function changeTouches(
  { ask, workspace, view }: OpenView,
  paths: readonly string[],
  { churnHalfLifeDays }: UpkeepOptions,
  change: (path: string, earlier: readonly Touch[]) => readonly Touch[],
): Promise<void> {
  if (paths.length === 0) return;
  const stored = await ask(
    `SELECT path, array_to_string(commits, ' '), array_to_string(times, ' ') FROM knap.file_history
     WHERE workspace = ? AND view = ? AND path = ANY (?::bigint[])`,
    ...[workspace, view, paths],
  );
  const old = new Map(stored.map(([path, ids, times]) => [path!, touchesOf(ids!, times!)]));
  const rows = paths.map((path) => {
    const touches = newestFirst(change(path, old.get(path) ?? []));
    return { path, touches, heat: touches.length === 0 ? 0 : summarizeTouches(touches, churnHalfLifeDays).heat };
  });
  await ask(
    `WITH rows AS (SELECT * FROM unnest(?::bigint[], ?::double precision[], ?::text[], ?::text[]) AS row (path, heat, commits, times)),
       gone AS (DELETE FROM knap.file_history h USING rows WHERE h.workspace = ? AND h.view = ? AND h.path = rows.path AND rows.commits = '{}')
     INSERT INTO knap.file_history (workspace, view, path, heat, commits, times)
     SELECT ?::bigint, ?::bigint, rows.path, rows.heat, rows.commits::int[], rows.times::double precision[] FROM rows WHERE rows.commits <> '{}'
     ON CONFLICT (workspace, view, path) DO UPDATE SET heat = excluded.heat, commits = excluded.commits, times = excluded.times`,
    ...columnsOf(rows, ({ path, heat, touches }) => [
      ...[path, heat, `{${touches.map(({ commit }) => commit)}}`, `{${touches.map(({ timeMs }) => timeMs)}}`],
    ]),
    ...[workspace, view, workspace, view],
  );
}

function touchesOf(ids: string, times: string): readonly Touch[] {
  const made = times.split(' ');
  return ids.split(' ').map((id, index) => ({ commit: Number(id), timeMs: Number(made[index]) }));
}
