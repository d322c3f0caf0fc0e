import { ContextError } from '../../model/errors.ts';
import type { Ask, Database } from './connection/database.ts';
import { migrations } from './schema.ts';

// Any number does, as long as every knap takes the same one.
const MIGRATION_LOCK = 4_903_217;
// The version stands in the comment on the schema: a table of its own would be one that no workspace leads.
const LABEL = /^knap tables, version (\d+)$/;

/** The version of the tables this program knows. */
export const TABLES_VERSION = migrations(1).length;

/** Which version the tables of a database have; 0 where there are none. */
export async function readVersion(ask: Ask): Promise<number> {
  const [row] = await ask(`SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'knap'`);
  return Number(LABEL.exec(row?.[0] ?? '')?.[1] ?? 0);
}

/**
 * The same database with its tables made or brought up to date before the first answer. The first question goes out together with the
 * one after the version, so that nobody waits for it alone.
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
      // It may have been asked of tables that were not there yet.
      return answered.status === 'fulfilled' ? answered.value : database.ask(sql, ...values);
    },
    write: async (work) => {
      if (!isChecked) await check();
      return database.write(work);
    },
  };
}

/** Brings the tables to the version of this program; of several that try at once, one does. Returns both versions. */
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
