// Reads from a replica of the database if one is configured and reachable, else from the primary.
import { ContextError } from '../../../model/errors.ts';
import { readVersion, TABLES_VERSION } from '../migrate.ts';
import { type Ask, type Database, openDatabase, type PostgresOptions } from './database.ts';

/** Options for reading from a replica of the database. */
export interface ReplicaOptions {
  /** The address of the replica; without it the primary answers. */
  readonly readUrl?: string | undefined;
  /** How long to wait for a replica that is behind. */
  readonly replicaWaitMs?: number;
  readonly replicaPollMs?: number;
  /** How long the primary may take to report its version. */
  readonly primaryWaitMs?: number;
  /** How long a failed replica is left alone before the next attempt. */
  readonly replicaRetryMs?: number;
  /** Called with a note for the reader, and again with `holds: false` when the note no longer holds. */
  readonly onNote?: ((note: string, holds: boolean) => void) | undefined;
}

/** A connection that only reads, through the replica or the primary. */
export interface ReplicaReading {
  readonly ask: Ask;
  /** The address of the replica; null without one. */
  readonly copy: string | null;
  /** Whether the replica answers at the moment. */
  isCopy(): boolean;
  close(): Promise<void>;
}

/**
 * Reads from a replica if there is one, and from the primary if the replica fails: it may be unreachable, be rebuilt,
 * or lack the tables of this version of knap.
 */
export async function openReading(
  primary: Database,
  options: PostgresOptions & ReplicaOptions,
): Promise<ReplicaReading> {
  const { readUrl, replicaRetryMs, onNote } = options;
  if (readUrl === undefined) return { ask: primary.ask, copy: null, isCopy: () => false, close: async () => undefined };
  const copy = await openDatabase({ ...options, url: readUrl, reconnectDelaysMs: [] });
  const note = `the replica ${copy.shown} cannot be used: the primary answers`;
  let [isAway, isChecked] = [false, false];
  let retrying: NodeJS.Timeout | undefined;
  const askCopy: Ask = async (sql, ...values) => {
    if (isChecked) return copy.ask(sql, ...values);
    const [version, rows] = await Promise.all([readVersion(copy.ask), copy.ask(sql, ...values)]);
    if (version !== TABLES_VERSION)
      throw new ContextError('STORE_AWAY', `The replica has tables of version ${version}.`);
    isChecked = true;
    return rows;
  };
  return {
    ask: async (sql, ...values) => {
      if (isAway) return primary.ask(sql, ...values);
      try {
        const rows = await askCopy(sql, ...values);
        onNote?.(note, false);
        return rows;
      } catch {
        isAway = true;
        clearTimeout(retrying);
        retrying = setTimeout(() => {
          isAway = false;
        }, replicaRetryMs).unref();
        onNote?.(note, true);
        return primary.ask(sql, ...values);
      }
    },
    copy: copy.shown,
    isCopy: () => !isAway,
    close: () => {
      clearTimeout(retrying);
      return copy.close();
    },
  };
}
