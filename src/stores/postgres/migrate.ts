// Creates the tables of a shared store and brings older ones up to date.
import { ContextError } from '../../model/errors.ts';
import type { Ask, Database } from './connection/database.ts';
import { migrations } from './schema.ts';

// An arbitrary number that every version of knap uses.
const MIGRATION_LOCK = 4_903_217;
// The comment on the schema holds the version, because every table must be keyed by workspace.
const LABEL = /^knap tables, version (\d+)$/;

/** The table version of this program. */
export const TABLES_VERSION = migrations(1).length;

/** Reads the table version of a database; 0 without tables. */
export async function readVersion(ask: Ask): Promise<number> {
  const [row] = await ask(`SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'knap'`);
  return Number(LABEL.exec(row?.[0] ?? '')?.[1] ?? 0);
}

/**
 * Wraps a database so that its tables are created or migrated before the first answer. It sends the first question
 * together with the question for the version, to save a round trip.
 */
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
