// The tables of the shared store, the statements from each version of them to the next, and the migration itself.
import { ContextError } from '../../model/errors.ts';
import { type Ask, type Database, openDatabase, type PostgresOptions } from './connection/database.ts';

/**
 * The tables; `migrations` adds columns to them. Every key starts with the workspace, every table is partitioned by it,
 * and no question or change of a store spans two workspaces, so a distributed PostgreSQL can place each on a separate
 * machine. Contents, with their facts, terms and vectors, belong to a workspace; rows that differ between two clones or
 * branches belong to a view of it. Keys of paths, terms and names are made by `keyOf`.
 */
const TABLES: Readonly<Record<string, string>> = {
  workspaces: `name text NOT NULL, last_content int NOT NULL DEFAULT 0, vector_name text, vector_dimensions int,
    PRIMARY KEY (workspace)`,
  // Roles that may use a workspace; the owner of the tables may use all workspaces.
  members: 'role text NOT NULL, PRIMARY KEY (workspace, role)',
  // `version` gets a new value with every change, `files_version` with every change of files.
  views: `view bigint NOT NULL, name text NOT NULL, version text NOT NULL, files_version text NOT NULL, changed timestamptz,
    is_available boolean NOT NULL DEFAULT false, head text, note text, commits int NOT NULL DEFAULT 0,
    message_terms bigint NOT NULL DEFAULT 0, hottest double precision, meta text NOT NULL DEFAULT '{}', PRIMARY KEY (workspace, view)`,
  contents: `id int NOT NULL, hash text COLLATE "C" NOT NULL, language text, is_parsed boolean NOT NULL, was_live boolean NOT NULL,
    line_count int NOT NULL, term_count int NOT NULL, unit_count int NOT NULL, symbol_count int NOT NULL,
    facts bytea NOT NULL, text bytea NOT NULL, PRIMARY KEY (workspace, id), UNIQUE (workspace, hash)`,
  symbols: `key bigint NOT NULL, content int NOT NULL, ordinal int NOT NULL, name text NOT NULL, qualified_name text NOT NULL,
    kind text NOT NULL, PRIMARY KEY (workspace, key, content, ordinal)`,
  vectors: 'content int NOT NULL, path bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (workspace, content)',
  // Owner 0 holds the terms of contents; a view owns the terms of its commit messages.
  segments: 'owner bigint NOT NULL, id int NOT NULL, bytes bigint NOT NULL, PRIMARY KEY (workspace, owner, id)',
  postings: `owner bigint NOT NULL, term bigint NOT NULL, segment int NOT NULL, bytes bytea NOT NULL,
    PRIMARY KEY (workspace, owner, term, segment)`,
  path_words: 'term bigint NOT NULL, path bigint NOT NULL, PRIMARY KEY (workspace, term, path)',
  // Repeats columns of the contents, so that reading all files of a view touches one table only.
  files: `view bigint NOT NULL, path bigint NOT NULL, name text NOT NULL, content int NOT NULL, hash text NOT NULL, source text NOT NULL,
    language text, role text NOT NULL, size bigint NOT NULL, mtime double precision NOT NULL, line_count int NOT NULL,
    term_count int NOT NULL, unit_count int NOT NULL, symbol_count int NOT NULL, is_parsed boolean NOT NULL,
    PRIMARY KEY (workspace, view, path)`,
  documents: `view bigint NOT NULL, path bigint NOT NULL, name text NOT NULL, hash text NOT NULL, card text NOT NULL,
    PRIMARY KEY (workspace, view, path)`,
  document_keys: `view bigint NOT NULL, kind text NOT NULL, key bigint NOT NULL, path bigint NOT NULL, section int NOT NULL,
    PRIMARY KEY (workspace, view, kind, key, path, section)`,
  edges: `view bigint NOT NULL, source bigint NOT NULL, target bigint NOT NULL, kind text NOT NULL, weight double precision NOT NULL,
    because text NOT NULL, PRIMARY KEY (workspace, view, source, target, kind)`,
  commits: `view bigint NOT NULL, id int NOT NULL, sha text NOT NULL, time double precision NOT NULL, message text NOT NULL,
    paths bytea NOT NULL, PRIMARY KEY (workspace, view, id), UNIQUE (workspace, view, sha)`,
  // The commits that touched a file, newest first, and the time of each.
  file_history: `view bigint NOT NULL, path bigint NOT NULL, heat double precision NOT NULL, commits int[] NOT NULL,
    times double precision[] NOT NULL, PRIMARY KEY (workspace, view, path)`,
};

/**
 * The queue: a row for each view that workers index, with the time it is due, the worker that holds it and the end of
 * the lease. The row stays when damaged rows of the view itself are deleted and rebuilt.
 */
const QUEUE: Readonly<Record<string, string>> = {
  queue: `view bigint NOT NULL, workspace_name text NOT NULL, view_name text NOT NULL, due timestamptz, priority int NOT NULL DEFAULT 0,
    attempts int NOT NULL DEFAULT 0, worker text, leased_until timestamptz, looked timestamptz, failure text,
    PRIMARY KEY (workspace, view)`,
};

const INDEXES = [
  'CREATE INDEX document_keys_by_path ON knap.document_keys (workspace, view, path)',
  'CREATE INDEX edges_by_target ON knap.edges (workspace, view, target)',
];

// Columns that knap packs itself: PostgreSQL would gain nothing by compressing them.
const PACKED = ['contents.facts', 'contents.text', 'commits.paths', 'vectors.bytes'];

// A role sees the memberships of all roles it has, and the rows of those workspaces. No role gets rights on partitions.
const ITS_OWN = "role IN (SELECT rolname FROM pg_roles WHERE pg_has_role(oid, 'member'))";
const OF_MEMBERS = 'workspace IN (SELECT workspace FROM knap.members)';

export const TABLE_NAMES: readonly string[] = Object.keys({ ...TABLES, ...QUEUE });

/** Tables whose rows belong to a view. */
export const VIEW_TABLES: readonly string[] = Object.keys(TABLES).filter((name) => /\bview bigint/.test(TABLES[name]!));

/** The statements from each table version to the next. A change adds an entry and never edits an old one. */
export function migrations(partitions: number): readonly (readonly string[])[] {
  return [
    firstTables(partitions),
    queueTable(partitions),
    FORGETTING,
    REBUILD_ALL_ROWS,
    REBUILD_ALL_ROWS,
    REBUILD_ALL_ROWS,
    LEAVING,
    REBUILD_ALL_ROWS,
    REBUILD_ALL_ROWS,
    REBUILD_ALL_ROWS,
    REBUILD_ALL_ROWS,
  ];
}

/** The number of entries that rebuild all rows: one for each change of the redaction rules since the first. */
export const RULE_CHANGES = 7;

// Rows of older redaction rules may hold secrets. Truncating gives the tables new files; workers fill them again.
const REBUILD_ALL_ROWS = [
  `TRUNCATE ${Object.keys(TABLES)
    .filter((name) => name !== 'workspaces' && name !== 'members')
    .map((name) => `knap.${name}`)
    .join(', ')}`,
  'UPDATE knap.workspaces SET forgot = gen_random_uuid()::text',
  'UPDATE knap.queue SET due = now()',
];

// `forgot` changes when contents or vectors of a workspace are deleted, so that views that borrow them check again.
const FORGETTING = ['ALTER TABLE knap.workspaces ADD COLUMN forgot text NOT NULL DEFAULT gen_random_uuid()::text'];

// The greatest number of contents in all views, and the commits of a view that left its history and may return.
const LEAVING = [
  'ALTER TABLE knap.workspaces ADD COLUMN IF NOT EXISTS most_contents int',
  "ALTER TABLE knap.views ADD COLUMN IF NOT EXISTS hidden int[] NOT NULL DEFAULT '{}'",
];

function firstTables(partitions: number): readonly string[] {
  const storage = PACKED.flatMap((place) => {
    const [table, column] = place.split('.');
    const parts = ['', ...Array.from({ length: partitions }, (_, rest) => `_${rest}`)];
    return parts.map((part) => `ALTER TABLE knap.${table}${part} ALTER COLUMN ${column} SET STORAGE EXTERNAL`);
  });
  return [
    'CREATE SCHEMA IF NOT EXISTS knap',
    ...createTables(TABLES, partitions),
    ...INDEXES,
    ...storage,
    ...seenByMembers(Object.keys(TABLES)),
  ];
}

// The index covers only due rows, because they are few and read often.
function queueTable(partitions: number): readonly string[] {
  return [
    ...createTables(QUEUE, partitions),
    'CREATE INDEX queue_due ON knap.queue (workspace, view) WHERE due IS NOT NULL',
    ...seenByMembers(Object.keys(QUEUE)),
    `DO $$ DECLARE known text; BEGIN
       FOR known IN SELECT DISTINCT role FROM knap.members WHERE role IN (SELECT rolname FROM pg_roles) LOOP
         EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON knap.queue TO %I', known);
       END LOOP; END $$`,
  ];
}

function createTables(tables: Readonly<Record<string, string>>, partitions: number): readonly string[] {
  return Object.entries(tables).flatMap(([name, columns]) => [
    `CREATE TABLE knap.${name} (workspace bigint NOT NULL, ${columns}) PARTITION BY HASH (workspace)`,
    ...Array.from(
      { length: partitions },
      (_, rest) =>
        `CREATE TABLE knap.${name}_${rest} PARTITION OF knap.${name} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${rest})`,
    ),
  ]);
}

function seenByMembers(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [
    `ALTER TABLE knap.${name} ENABLE ROW LEVEL SECURITY`,
    `CREATE POLICY members ON knap.${name} USING (${name === 'members' ? ITS_OWN : OF_MEMBERS})`,
  ]);
}

// An arbitrary number that every version of knap uses.
const MIGRATION_LOCK = 4_903_217;
// The comment on the schema holds the version, because every table must be keyed by workspace.
const LABEL = /^knap tables, version (\d+)$/;

export const TABLES_VERSION = migrations(1).length;

/** Reads the table version of a database; 0 without tables. */
export async function readVersion(ask: Ask): Promise<number> {
  const [row] = await ask(`SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'knap'`);
  return Number(LABEL.exec(row?.[0] ?? '')?.[1] ?? 0);
}

/** Opens a database whose tables are created or migrated before the first answer. */
export async function openTables(options: PostgresOptions): Promise<Database> {
  return onCurrentTables(await openDatabase(options), options.partitions);
}

/** Wraps a database. It sends the first question together with the question for the version, to save a round trip. */
export function onCurrentTables(database: Database, partitions: number): Database {
  let checking: ReturnType<typeof migrate> | null = null;
  const check = () => {
    checking ??= migrate(database, partitions).catch((error: unknown) => {
      checking = null;
      throw error;
    });
    return checking;
  };
  let isChecked = false;
  return {
    ...database,
    ask: async (sql, ...values) => {
      if (isChecked) return database.ask(sql, ...values);
      const [checked, answered] = await Promise.allSettled([check(), database.ask(sql, ...values)]);
      if (checked.status === 'rejected') throw checked.reason;
      isChecked = true;
      // The first question failed perhaps because the tables did not exist yet: asks it again.
      return answered.status === 'fulfilled' ? answered.value : database.ask(sql, ...values);
    },
    write: async (work) => {
      if (!isChecked) await check();
      return database.write(work);
    },
  };
}

/** Migrates the tables to the version of this program, under a lock. Returns both versions. */
export async function migrate(database: Database, partitions: number): Promise<{ from: number; to: number }> {
  const steps = migrations(partitions);
  const before = await readVersion(database.ask);
  refuseNewer(before, steps.length, database.shown);
  if (before === steps.length) return { from: before, to: before };
  return database.write(async (ask) => {
    await ask('SELECT pg_advisory_xact_lock(?)', MIGRATION_LOCK);
    const from = await readVersion(ask);
    refuseNewer(from, steps.length, database.shown);
    if (from === steps.length) return { from, to: from };
    await ask(steps.slice(from).flat().join('; '));
    await ask(`COMMENT ON SCHEMA knap IS 'knap tables, version ${steps.length}'`);
    return { from, to: steps.length };
  });
}

function refuseNewer(version: number, known: number, shown: string): void {
  if (version <= known) return;
  throw new ContextError(
    'STORE_NEWER',
    `The tables in ${shown} were made by a newer knap (version ${version}; this one knows ${known}).`,
  );
}
