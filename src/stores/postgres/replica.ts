// Reads from a replica of the database if one is configured and reachable, else from the primary. It waits a little for
// a replica that lags behind, so that a reader seldom sees an older view than before.
import { setTimeout as sleep } from 'node:timers/promises';
import { ContextError } from '../../model/errors.ts';
import { type Ask, type Database, openDatabase, type PostgresOptions } from './connection/database.ts';
import type { ViewScope } from './keys.ts';
import { type Reads, type Snapshot, versionPart } from './reading/view-reads.ts';
import { readVersion, TABLES_VERSION } from './schema.ts';

export interface ReplicaOptions {
  /** The address of the replica; without it the primary answers. */
  readonly readUrl?: string | undefined;
  /** How long to wait for a replica that is behind. */
  readonly replicaWaitMs?: number;
  readonly replicaPollMs?: number;
  /** How long the primary may take to report the version of the view. */
  readonly primaryWaitMs?: number;
  /** How long a failed replica is left alone before the next attempt. */
  readonly replicaRetryMs?: number;
  /** Called with a note for the reader and whether it holds at present. */
  readonly onNote?: ((note: string, holds: boolean) => void) | undefined;
}

/** A connection that only reads, through the replica or the primary. */
export interface ReplicaReading {
  readonly ask: Ask;
  /** The address of the replica; null without one. */
  readonly replica: string | null;
  /** Whether the replica is asked at the moment. */
  usesReplica(): boolean;
  close(): Promise<void>;
}

/** Reads from a replica if there is one; from the primary while the replica fails or has tables of another version. */
export async function openReading(
  primary: Database,
  options: PostgresOptions & ReplicaOptions,
): Promise<ReplicaReading> {
  const { readUrl, replicaRetryMs, onNote } = options;
  if (readUrl === undefined)
    return { ask: primary.ask, replica: null, usesReplica: () => false, close: async () => undefined };
  const replica = await openDatabase({ ...options, url: readUrl, reconnectDelaysMs: [] });
  const note = `the replica ${replica.shown} cannot be used: the primary answers`;
  let [isAway, isChecked] = [false, false];
  let retrying: NodeJS.Timeout | undefined;
  const askReplica: Ask = async (sql, ...values) => {
    if (isChecked) return replica.ask(sql, ...values);
    const [version, rows] = await Promise.all([readVersion(replica.ask), replica.ask(sql, ...values)]);
    if (version !== TABLES_VERSION)
      throw new ContextError('STORE_AWAY', `The replica has tables of version ${version}.`);
    isChecked = true;
    return rows;
  };
  return {
    ask: async (sql, ...values) => {
      if (isAway) return primary.ask(sql, ...values);
      try {
        const rows = await askReplica(sql, ...values);
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
    replica: replica.shown,
    usesReplica: () => !isAway,
    close: () => {
      clearTimeout(retrying);
      return replica.close();
    },
  };
}

/** A view that is written to the primary and read from a replica. */
export interface ReplicatedView extends ReplicaOptions {
  readonly scope: ViewScope;
  readonly reads: Reads;
  readonly reading: ReplicaReading;
  readonly askPrimary: Ask;
}

/** Reads the present view. Waits a little for a replica that is behind, and notes if it stays behind. */
export async function readCaughtUp(view: ReplicatedView): Promise<Snapshot> {
  const { reads, reading, replicaWaitMs = 0, replicaPollMs = 1, onNote } = view;
  if (reading.replica === null) return reads.now();
  for (let waitedMs = 0; ; waitedMs += replicaPollMs) {
    const [snapshot, version] = await Promise.all([reads.now(), reading.usesReplica() ? writtenVersion(view) : '']);
    const isBehind = reading.usesReplica() && version !== null && version !== snapshot.version;
    if (isBehind && waitedMs < replicaWaitMs) {
      await sleep(replicaPollMs);
      continue;
    }
    onNote?.(`the primary does not answer: the replica ${reading.replica} may be behind`, version === null);
    onNote?.(`the replica ${reading.replica} is behind: this is the view before its last change`, isBehind);
    return snapshot;
  }
}

// The version on the primary; null if the primary does not answer in time.
async function writtenVersion({ askPrimary, scope, primaryWaitMs }: ReplicatedView): Promise<string | null> {
  const { sql, values } = versionPart(scope);
  const waiting = new AbortController();
  try {
    const [rows] = await Promise.race([
      Promise.all([askPrimary(sql, ...values)]),
      sleep(primaryWaitMs, [null] as const, { signal: waiting.signal }),
    ]);
    return rows === null ? null : (rows[0]?.[0] ?? '');
  } catch {
    return null;
  } finally {
    waiting.abort();
  }
}
