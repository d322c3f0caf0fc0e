// The queue of views that workers keep up to date: which are due, and which worker has taken which.
import type { PostgresOptions } from './connection/database.ts';
import { type OpenView, scopeOf } from './keys.ts';
import { openTables } from './schema.ts';

export interface QueueLimits {
  /** How long a worker may hold a view before it must renew its lease. */
  readonly leaseMs: number;
  /** After this many attempts without success a view is not tried again until somebody adds it to the queue. */
  readonly attemptsMax: number;
  /** A failed view waits this long, multiplied by its number of attempts. */
  readonly retryMs: number;
  /** A question about a view makes it due if no worker has scanned its files for this long. */
  readonly lookedMs: number;
}

export interface ViewQueue {
  /** Makes a view due now, and resets its failures. */
  add(workspace: string, view: string): Promise<void>;
  /** At most a thousand views that a worker could take, the most urgent first. */
  waiting(): Promise<readonly QueuedView[]>;
  /** Takes a view for the time of a lease; null if it is no longer free. */
  take(view: QueuedView, worker: string): Promise<TakenView | null>;
  close(): Promise<void>;
}

export interface QueuedView {
  readonly workspace: string;
  readonly view: string;
}

/** A view that one worker holds. */
export interface TakenView extends QueuedView {
  /** Renews the lease; false if another worker has taken the view. */
  keep(): Promise<boolean>;
  done(): Promise<void>;
  /** Returns the view to the queue; it is tried again later, unless it failed too often. */
  failed(reason: string): Promise<void>;
}

// A due view that no worker holds, or whose lease has expired, and that did not fail too often.
const FREE = 'due <= now() AND (leased_until IS NULL OR leased_until < now()) AND attempts < ?';
const ROW = 'workspace = ? AND view = ?';
const MS = "* interval '1 millisecond'";
const WAITING_MAX = 1000;
const FAILURE_CHARACTERS_MAX = 500;

export async function openQueue(options: PostgresOptions & QueueLimits): Promise<ViewQueue> {
  const database = await openTables(options);
  const { ask } = database;
  const { attemptsMax, leaseMs } = options;
  return {
    add: async (workspace, view) => {
      const scope = scopeOf(workspace, view);
      await ask(
        `INSERT INTO knap.queue (workspace, view, workspace_name, view_name, due) VALUES (?, ?, ?, ?, now())
         ON CONFLICT (workspace, view) DO UPDATE SET due = now(), attempts = 0, failure = NULL`,
        ...[scope.workspace, scope.view, workspace, view],
      );
    },
    waiting: async () => {
      const rows = await ask(
        `SELECT workspace_name, view_name FROM knap.queue WHERE due IS NOT NULL AND ${FREE}
         ORDER BY priority DESC, due, workspace, view LIMIT ${WAITING_MAX}`,
        attemptsMax,
      );
      return rows.map(([workspace, view]) => ({ workspace: workspace!, view: view! }));
    },
    // This takes a row by its key, so the row may lie on any machine of a distributed database.
    take: async ({ workspace, view }, worker) => {
      const scope = scopeOf(workspace, view);
      const row = [scope.workspace, scope.view];
      const [taken] = await ask(
        `UPDATE knap.queue SET worker = ?, leased_until = now() + ?::int ${MS}, attempts = attempts + 1 WHERE ${ROW}
         AND (workspace, view) IN (SELECT workspace, view FROM knap.queue WHERE ${ROW} AND ${FREE} FOR UPDATE SKIP LOCKED)
         RETURNING due::text`,
        ...[worker, leaseMs, ...row, ...row, attemptsMax],
      );
      return taken === undefined ? null : takenView({ ...scope, ask }, worker, taken[0]!, options);
    },
    close: () => database.close(),
  };
}

/** Records a question about a view: one that is due or was scanned long ago comes first in the queue. */
export async function askFor({ ask, workspace, view }: OpenView, limits: QueueLimits): Promise<void> {
  await ask(
    `UPDATE knap.queue SET priority = 1, due = coalesce(due, now()) WHERE ${ROW} AND attempts < ?
     AND (due IS NOT NULL OR looked < now() - ?::int ${MS})`,
    ...[workspace, view, limits.attemptsMax, limits.lookedMs],
  );
}

// All updates check the worker, so that one that lost the view to another changes nothing. `due` is when the view
// became due, as read when it was taken; another time in the table means that it is due again.
function takenView(scope: OpenView, worker: string, due: string, limits: QueueLimits): TakenView {
  const { leaseMs, attemptsMax, retryMs } = limits;
  const { ask } = scope;
  const mine = [scope.workspace, scope.view, worker];
  return {
    workspace: scope.workspaceName,
    view: scope.viewName,
    keep: async () => {
      const sql = `UPDATE knap.queue SET leased_until = now() + ?::int ${MS} WHERE ${ROW} AND worker = ? RETURNING 1`;
      return (await ask(sql, leaseMs, ...mine)).length > 0;
    },
    done: async () => {
      await ask(
        `UPDATE knap.queue SET worker = NULL, leased_until = NULL, attempts = 0, priority = 0, failure = NULL, looked = now(),
         due = CASE WHEN due = ?::timestamptz THEN NULL ELSE due END WHERE ${ROW} AND worker = ?`,
        ...[due, ...mine],
      );
    },
    failed: async (reason) => {
      await ask(
        `UPDATE knap.queue SET worker = NULL, leased_until = NULL, failure = ?,
         due = CASE WHEN attempts < ? THEN now() + attempts * ?::int ${MS} END WHERE ${ROW} AND worker = ?`,
        ...[reason.slice(0, FAILURE_CHARACTERS_MAX), attemptsMax, retryMs, ...mine],
      );
    },
  };
}
