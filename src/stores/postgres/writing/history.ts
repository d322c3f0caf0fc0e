import type { NewCommit, StoreChange } from '../../../ports/store.ts';
import { packText } from '../../bytes/packed-text.ts';
import { TermBytes } from '../../bytes/term-bytes.ts';
import { newestFirst, summarizeTouches, type Touch } from '../../file-history.ts';
import { messageWriter } from '../../message-terms.ts';
import type { Ask } from '../connection/database.ts';
import { keyOf } from '../keys.ts';
import type { ViewScope } from '../view-scope.ts';
import { BytePage } from './byte-page.ts';
import { clearSegments, writeSegment } from './segments.ts';

export interface TouchOptions {
  readonly churnHalfLifeDays: number | undefined;
  readonly segmentsMax: number;
}

/** Appends commits and brings the history of the files they touched up to date. */
export async function writeHistory(
  ask: Ask,
  scope: ViewScope,
  change: StoreChange,
  options: TouchOptions & { readonly commits: number },
): Promise<void> {
  const { workspace, view } = scope;
  if (change.resetHistory) await clearHistory(ask, scope);
  const before = change.resetHistory ? 0 : options.commits;
  if (change.commits && change.commits.length > 0)
    await appendCommits(ask, scope, change.commits, { ...options, before });
  if (!change.history) return;
  const { available, head, note } = change.history;
  const sql = 'UPDATE knap.views SET is_available = ?, head = ?, note = ? WHERE workspace = ? AND view = ?';
  await ask(sql, available, head, note, workspace, view);
}

async function clearHistory(ask: Ask, { workspace, view }: ViewScope): Promise<void> {
  await clearSegments(ask, { workspace, owner: view });
  await ask('DELETE FROM knap.commits WHERE workspace = ? AND view = ?', workspace, view);
  await ask('DELETE FROM knap.file_history WHERE workspace = ? AND view = ?', workspace, view);
  await ask(
    `UPDATE knap.views SET is_available = false, head = NULL, note = NULL, commits = 0, message_terms = 0, hottest = NULL
     WHERE workspace = ? AND view = ?`,
    ...[workspace, view],
  );
}

async function appendCommits(
  ask: Ask,
  scope: ViewScope,
  commits: readonly NewCommit[],
  options: TouchOptions & { readonly before: number },
): Promise<void> {
  const { workspace, view } = scope;
  const sql = 'SELECT sha FROM knap.commits WHERE workspace = ? AND view = ? AND sha = ANY (?::text[])';
  const known = new Set(
    (
      await ask(
        sql,
        workspace,
        view,
        commits.map(({ sha }) => sha),
      )
    ).map(([sha]) => sha),
  );
  // The oldest first: a higher number is a newer commit, however often the history was read.
  const fresh = commits
    .toReversed()
    .filter(({ sha }) => !known.has(sha) && known.add(sha))
    .map((commit, at) => ({ ...commit, id: options.before + at + 1, paths: [...new Set(commit.paths)] }));
  if (fresh.length === 0) return;
  await insertCommits(ask, scope, fresh);
  const hottest = await appendTouches(ask, scope, fresh, options.churnHalfLifeDays);
  const terms = new TermBytes();
  const addMessage = messageWriter(terms);
  const messageLength = fresh.reduce((sum, { id, message }) => sum + addMessage(id, message), 0);
  await writeSegment(ask, { workspace, owner: view }, { terms, segmentsMax: options.segmentsMax });
  await ask(
    `UPDATE knap.views SET commits = ?, message_terms = message_terms + ?, hottest = greatest(hottest, ?::double precision)
     WHERE workspace = ? AND view = ?`,
    ...[options.before + fresh.length, messageLength, hottest, workspace, view],
  );
}

type NumberedCommit = NewCommit & { readonly id: number };

async function insertCommits(
  ask: Ask,
  { workspace, view }: ViewScope,
  commits: readonly NumberedCommit[],
): Promise<void> {
  const page = new BytePage();
  for (const { paths } of commits) page.add(packText(JSON.stringify(paths)));
  await ask(
    `INSERT INTO knap.commits (workspace, view, id, sha, time, message, paths)
     SELECT ?::bigint, ?::bigint, row.id, row.sha, row.time, row.message, substring(page.bytes FROM row.start FOR row.size)
     FROM (SELECT ?::bytea AS bytes) AS page,
       unnest(?::int[], ?::text[], ?::double precision[], ?::text[], ?::int[], ?::int[]) AS row (id, sha, time, message, start, size)`,
    ...[workspace, view, page.bytes],
    commits.map(({ id }) => id),
    commits.map(({ sha }) => sha),
    commits.map(({ timeMs }) => timeMs),
    commits.map(({ message }) => message),
    ...[page.starts, page.sizes],
  );
}

// Answers with how hot the hottest of the touched files is now; null where none was touched.
async function appendTouches(
  ask: Ask,
  { workspace, view }: ViewScope,
  commits: readonly NumberedCommit[],
  halfLifeDays: number | undefined,
): Promise<number | null> {
  const news = new Map<string, Touch[]>();
  for (const { id, timeMs, paths } of commits) {
    for (const path of paths) {
      const touches = news.get(path);
      if (touches) touches.push({ commit: id, timeMs });
      else news.set(path, [{ commit: id, timeMs }]);
    }
  }
  if (news.size === 0) return null;
  const byKey = new Map([...news].map(([path, touches]) => [keyOf(path), touches]));
  const stored = await ask(
    `SELECT path, array_to_string(commits, ' '), array_to_string(times, ' ') FROM knap.file_history
     WHERE workspace = ? AND view = ? AND path = ANY (?::bigint[])`,
    ...[workspace, view],
    [...byKey.keys()],
  );
  const old = new Map(stored.map(([path, ids, times]) => [path!, touchesOf(ids!, times!)]));
  const rows = [...byKey].map(([path, added]) => {
    const touches = newestFirst([...(old.get(path) ?? []), ...added]);
    return { path, touches, heat: summarizeTouches(touches, halfLifeDays).heat };
  });
  await ask(
    `INSERT INTO knap.file_history (workspace, view, path, heat, commits, times)
     SELECT ?::bigint, ?::bigint, row.path, row.heat, row.commits::int[], row.times::double precision[]
     FROM unnest(?::bigint[], ?::double precision[], ?::text[], ?::text[]) AS row (path, heat, commits, times)
     ON CONFLICT (workspace, view, path) DO UPDATE SET heat = excluded.heat, commits = excluded.commits, times = excluded.times`,
    ...[workspace, view],
    rows.map(({ path }) => path),
    rows.map(({ heat }) => heat),
    rows.map(({ touches }) => `{${touches.map(({ commit }) => commit)}}`),
    rows.map(({ touches }) => `{${touches.map(({ timeMs }) => timeMs)}}`),
  );
  return rows.reduce((most, { heat }) => Math.max(most, heat), Number.NEGATIVE_INFINITY);
}

function touchesOf(ids: string, times: string): readonly Touch[] {
  const made = times.split(' ');
  return ids.split(' ').map((id, at) => ({ commit: Number(id), timeMs: Number(made[at]) }));
}
