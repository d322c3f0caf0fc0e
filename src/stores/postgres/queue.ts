import { type Ask, openDatabase, type PostgresOptions } from './connection/database.ts';
import { onCurrentTables } from './migrate.ts';
import { scopeOf, type ViewScope } from './view-scope.ts';

export interface QueueLimits {
  /** How long a worker has a view before it must say that it still works on it. */
  readonly leaseMs: number;
  /** How often a view is tried until it is put in the queue again. */
  readonly attemptsMax: number;
  /** How long a view that failed waits, times the attempts it had. */
  readonly retryMs: number;
  /** A view that is asked about becomes due when nobody has looked at its files for so long. */
  readonly lookedMs: number;
}

/** Views that are due to be indexed, for as many workers as there are. */
export interface ViewQueue {
  /** Makes a view due now, and lets it be tried again. */
  add(workspace: string, view: string): Promise<void>;
  /** What could be taken, in the order in which it should be. */
  waiting(): Promise<readonly QueuedView[]>;
  /** Takes a view for a while; null where another has it by now. */
  take(view: QueuedView, worker: string): Promise<TakenView | null>;
  close(): Promise<void>;
}

export interface QueuedView {
  readonly workspace: string;
  readonly view: string;
}

/** A view that one worker has. */
export interface TakenView extends QueuedView {
  /** Has it for longer; false where it was lost to another. */
  keep(): Promise<boolean>;
  done(): Promise<void>;
  /** Gives it back; it is tried again later, unless it was too often. */
  failed(reason: string): Promise<void>;
}

// Nobody has it, or whoever had it is gone.
const FREE = 'due <= now() AND (leased_until IS NULL OR leased_until < now()) AND attempts < ?';
const ROW = 'workspace = ? AND view = ?';
const MS = "* interval '1 millisecond'";
const WAITING_MAX = 1000;
const FAILURE_CHARACTERS_MAX = 500;

/** Opens the queue of a database. */
export async function openQueue(
  options: PostgresOptions & QueueLimits & { readonly partitions: number },
): Promise<ViewQueue> {
  const database = onCurrentTables(await openDatabase(options), options.partitions);
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
    // Looked for over all workspaces, but taken by its key: so the row may lie on any machine of a distributed database.
    take: async ({ workspace, view }, worker) => {
      const scope = scopeOf(workspace, view);
      const row = [scope.workspace, scope.view];
      const [taken] = await ask(
        `UPDATE knap.queue SET worker = ?, leased_until = now() + ?::int ${MS}, attempts = attempts + 1 WHERE ${ROW}
         AND (workspace, view) IN (SELECT workspace, view FROM knap.queue WHERE ${ROW} AND ${FREE} FOR UPDATE SKIP LOCKED)
         RETURNING due::text`,
        ...[worker, leaseMs, ...row, ...row, attemptsMax],
      );
      return taken === undefined ? null : takenView(ask, scope, { worker, due: taken[0]!, limits: options });
    },
    close: () => database.close(),
  };
}

/** Tells whoever keeps a view that somebody asked about it: it comes first, and is due where nobody looked for a while. */
export async function askFor(ask: Ask, { workspace, view }: ViewScope, limits: QueueLimits): Promise<void> {
  await ask(
    `UPDATE knap.queue SET priority = 1, due = coalesce(due, now()) WHERE ${ROW} AND attempts < ?
     AND (due IS NOT NULL OR looked < now() - ?::int ${MS})`,
    ...[workspace, view, limits.attemptsMax, limits.lookedMs],
  );
}

interface Lease {
  readonly worker: string;
  /** Since when it was due when it was taken; if that changes, it is due again. */
  readonly due: string;
  readonly limits: QueueLimits;
}

// Whoever lost a view to another changes nothing of it any more.
function takenView(ask: Ask, scope: ViewScope, { worker, due, limits }: Lease): TakenView {
  const { leaseMs, attemptsMax, retryMs } = limits;
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
