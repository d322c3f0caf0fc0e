import { ContextError } from '../../../model/errors.ts';
import { readVersion, TABLES_VERSION } from '../migrate.ts';
import { type Ask, type Database, openDatabase, type PostgresOptions } from './database.ts';

/** Where questions are asked, when a copy of the database may answer them. */
export interface ReplicaOptions {
  /** The copy; without one the database itself is asked. */
  readonly readUrl?: string | undefined;
  /** How long one that is behind is waited for, and how often it is looked at meanwhile. */
  readonly replicaWaitMs?: number;
  readonly replicaPollMs?: number;
  /** How long the database itself may take to say what the copy lacks. */
  readonly primaryWaitMs?: number;
  /** When one that failed is tried again. */
  readonly replicaRetryMs?: number;
  /** Told what a reader should know, and when that no longer holds. */
  readonly onNote?: ((note: string, holds: boolean) => void) | undefined;
}

/** A database that is only read. */
export interface ReplicaReading {
  readonly ask: Ask;
  /** The address of the copy; null where there is none. */
  readonly copy: string | null;
  /** Whether the copy answers at the moment. */
  isCopy(): boolean;
  close(): Promise<void>;
}

/**
 * Reads through a copy of a database, where there is one. What it cannot answer the database itself does: the copy may be away, be made
 * anew, or not have the tables of this knap yet.
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
