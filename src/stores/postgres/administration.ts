// What an administrator does with a shared database: asks for its status and load, migrates its tables, gives rights to
// roles, and deletes views and workspaces.
import { ContextError } from '../../model/errors.ts';
import { type Ask, openDatabase, type PostgresOptions } from './connection/database.ts';
import { keyOf, scopeOf } from './keys.ts';
import type { PostgresStoreOptions } from './postgres-store.ts';
import type { QueueLimits } from './queue.ts';
import { migrate, onCurrentTables, openTables, readVersion, TABLE_NAMES, VIEW_TABLES } from './schema.ts';
import { deleteDead } from './writing/contents.ts';
import { lockWorkspace } from './writing/write.ts';

export interface SharedStoreStatus {
  /** The address of the database, without the password. */
  readonly database: string;
  /** Version of the tables, before this question migrates older ones; 0 without tables. */
  readonly version: number;
  readonly bytes: number;
  readonly workspaces: readonly SharedWorkspace[];
  /** Views that wait for a worker, that a worker holds, or that failed. */
  readonly queue: readonly {
    readonly name: string;
    readonly attempts: number;
    readonly isTaken: boolean;
    readonly failure: string | null;
  }[];
}

export interface SharedWorkspace {
  readonly name: string;
  readonly contents: number;
  readonly roles: readonly string[];
  readonly views: readonly { readonly name: string; readonly files: number; readonly changedMs: number | null }[];
}

export interface StoreLoad {
  /** Connections of all knap processes, and the number of them that wait for a lock. */
  readonly connections: number;
  readonly waiting: number;
  /** Views that a worker could take, that workers hold, and that failed too often. */
  readonly due: number;
  readonly taken: number;
  readonly givenUp: number;
}

export type MemberRight = 'change' | 'read' | 'nothing';

export interface Administration {
  load(): Promise<StoreLoad>;
  migrate(): Promise<{ readonly from: number; readonly to: number }>;
  status(): Promise<SharedStoreStatus>;
  /** Deletes views unchanged for `days` days and contents that left every view; returns the names of those views. */
  vacuum(days: number): Promise<readonly string[]>;
  /** Deletes a workspace with all its views; false if it does not exist. */
  dropWorkspace(name: string): Promise<boolean>;
  /** Lets a role see a workspace, or no longer. The last 'change' or 'read' of a role counts for all its workspaces. */
  setMember(workspace: string, role: string, may: MemberRight): Promise<void>;
  close(): Promise<void>;
}

export async function openAdministration(
  options: PostgresOptions & Pick<QueueLimits, 'attemptsMax'>,
): Promise<Administration> {
  const plain = await openDatabase(options);
  const database = onCurrentTables(plain, options.partitions);
  return {
    load: () => readLoad(database.ask, options.attemptsMax),
    migrate: () => migrate(plain, options.partitions),
    status: async () => {
      const version = await readVersion(plain.ask);
      const held = version === 0 ? { bytes: 0, workspaces: [], queue: [] } : await readHoldings(database.ask);
      return { database: plain.shown, version, ...held };
    },
    vacuum: async (days) => {
      const old = await database.ask(
        `SELECT w.name, v.name FROM knap.views v JOIN knap.workspaces w ON w.workspace = v.workspace
         WHERE v.changed < now() - make_interval(days => ?::int) ORDER BY 1, 2`,
        days,
      );
      for (const [workspace, view] of old) await database.write((ask) => dropView(ask, workspace!, view!));
      for (const [name] of await database.ask('SELECT name FROM knap.workspaces'))
        await database.write(async (ask) => {
          const scope = { ...scopeOf(name!, ''), ask };
          await lockWorkspace(scope);
          await deleteDead(scope);
        });
      for (const table of TABLE_NAMES) await database.ask(`VACUUM (ANALYZE) knap.${table}`);
      return old.map(([workspace, view]) => `${workspace}@${view}`);
    },
    dropWorkspace: (name) =>
      database.write(async (ask) => {
        const found = await ask('SELECT 1 FROM knap.workspaces WHERE workspace = ? FOR UPDATE', keyOf(name));
        for (const table of TABLE_NAMES) await ask(`DELETE FROM knap.${table} WHERE workspace = ?`, keyOf(name));
        return found.length > 0;
      }),
    setMember: (workspace, role, may) =>
      database.write((ask) =>
        may === 'nothing' ? revoke(ask, workspace, role) : grant(ask, workspace, role, may === 'change'),
      ),
    close: () => plain.close(),
  };
}

/** Deletes a view, and the contents that have left every view of the workspace. */
async function dropView(ask: Ask, workspaceName: string, viewName: string): Promise<void> {
  const scope = { ...scopeOf(workspaceName, viewName), ask };
  const { workspace, view } = scope;
  await lockWorkspace(scope);
  for (const table of VIEW_TABLES)
    await ask(`DELETE FROM knap.${table} WHERE workspace = ? AND view = ?`, workspace, view);
  for (const table of ['postings', 'segments'])
    await ask(`DELETE FROM knap.${table} WHERE workspace = ? AND owner = ?`, workspace, view);
  await deleteDead(scope);
}

export async function deletePostgresView(options: PostgresStoreOptions): Promise<void> {
  const database = await openTables(options);
  try {
    await database.write((ask) => dropView(ask, options.workspace, options.view));
  } finally {
    await database.close();
  }
}

// Membership decides which workspaces a role may read; a grant on the tables decides whether the role may change any.
async function grant(ask: Ask, workspace: string, role: string, mayChange: boolean): Promise<void> {
  const [known] = await ask('SELECT 1 FROM pg_roles WHERE rolname = ?', role);
  if (!known) throw new ContextError('BAD_INPUT', `The database has no role "${role}"; CREATE ROLE makes one.`);
  const quoted = `"${role.replaceAll('"', '""')}"`;
  const tables = TABLE_NAMES.filter((name) => name !== 'members').map((name) => `knap.${name}`);
  await ask(`GRANT USAGE ON SCHEMA knap TO ${quoted}`);
  await ask(`GRANT SELECT ON knap.members TO ${quoted}`);
  const changing = `INSERT, UPDATE, DELETE ON ${tables.join(', ')}`;
  await ask(mayChange ? `GRANT ${changing} TO ${quoted}` : `REVOKE ${changing} FROM ${quoted}`);
  await ask(`GRANT SELECT ON ${tables.join(', ')} TO ${quoted}`);
  await ask('INSERT INTO knap.members (workspace, role) VALUES (?, ?) ON CONFLICT DO NOTHING', keyOf(workspace), role);
}

async function revoke(ask: Ask, workspace: string, role: string): Promise<void> {
  await ask('DELETE FROM knap.members WHERE workspace = ? AND role = ?', keyOf(workspace), role);
}

async function readLoad(ask: Ask, attemptsMax: number): Promise<StoreLoad> {
  const [row] = await ask(
    `SELECT s.*, q.* FROM
       (SELECT count(*), count(*) FILTER (WHERE wait_event_type = 'Lock') FROM pg_stat_activity
        WHERE application_name = 'knap' AND datname = current_database()) s,
       (SELECT count(*) FILTER (WHERE NOT is_taken AND due <= now() AND attempts < ?), count(*) FILTER (WHERE is_taken),
          count(*) FILTER (WHERE NOT is_taken AND attempts >= ?)
        FROM (SELECT *, coalesce(leased_until >= now(), false) AS is_taken FROM knap.queue WHERE due IS NOT NULL OR attempts > 0) rows) q`,
    ...[attemptsMax, attemptsMax],
  );
  const [connections = 0, waiting = 0, due = 0, taken = 0, givenUp = 0] = row!.map(Number);
  return { connections, waiting, due, taken, givenUp };
}

async function readHoldings(ask: Ask): Promise<Pick<SharedStoreStatus, 'bytes' | 'workspaces' | 'queue'>> {
  const [sizes, workspaces, views, queue] = await Promise.all([
    ask(
      `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::text FROM pg_class WHERE relnamespace = 'knap'::regnamespace AND relkind = 'r'`,
    ),
    ask(`SELECT w.workspace, w.name, (SELECT count(*) FROM knap.contents c WHERE c.workspace = w.workspace)::text,
         (SELECT coalesce(json_agg(m.role ORDER BY m.role), '[]') FROM knap.members m WHERE m.workspace = w.workspace)::text
       FROM knap.workspaces w ORDER BY w.name`),
    ask(`SELECT v.workspace, v.name, (SELECT count(*) FROM knap.files f WHERE f.workspace = v.workspace AND f.view = v.view)::text,
         (extract(epoch FROM v.changed) * 1000)::bigint::text FROM knap.views v ORDER BY v.name`),
    ask(`SELECT workspace_name, view_name, attempts, coalesce(leased_until >= now(), false)::text, failure FROM knap.queue
       WHERE due IS NOT NULL OR attempts > 0 ORDER BY priority DESC, due, workspace_name, view_name`),
  ]);
  return {
    bytes: Number(sizes[0]![0]),
    queue: queue.map(([workspace, view, attempts, isTaken, failure]) => ({
      name: `${workspace}@${view}`,
      attempts: Number(attempts),
      isTaken: isTaken === 'true',
      failure: failure ?? null,
    })),
    workspaces: workspaces.map(([key, name, contents, roles]) => ({
      name: name!,
      contents: Number(contents),
      roles: JSON.parse(roles!) as string[],
      views: views
        .filter(([of]) => of === key)
        .map(([, view, files, changed]) => ({
          name: view!,
          files: Number(files),
          changedMs: changed == null ? null : Number(changed),
        })),
    })),
  };
}
