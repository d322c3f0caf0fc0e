// A replica may lag behind the primary. This file waits for it a little, so that a reader does not see an older view
// than before.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from '../connection/database.ts';
import type { ReplicaOptions, ReplicaReading } from '../connection/replica.ts';
import type { ViewScope } from '../view-scope.ts';
import { type Snapshot, versionPart } from './snapshot.ts';
import type { Reads } from './view-reads.ts';

/** A view that is written to the primary and read from a replica. */
export interface CopiedView extends ReplicaOptions {
  readonly scope: ViewScope;
  readonly reads: Reads;
  readonly reading: ReplicaReading;
  /** Asks the primary. */
  readonly askPrimary: Ask;
}

/** Reads the present view from the replica. Waits a little for a replica that is behind, then adds a note. */
export async function caughtUp(view: CopiedView): Promise<Snapshot> {
  const { reads, reading, replicaWaitMs = 0, replicaPollMs = 1, onNote } = view;
  if (reading.copy === null) return reads.now();
  for (let waitedMs = 0; ; waitedMs += replicaPollMs) {
    const [snapshot, version] = await Promise.all([reads.now(), reading.isCopy() ? writtenVersion(view) : '']);
    const isBehind = reading.isCopy() && version !== null && version !== snapshot.version;
    if (isBehind && waitedMs < replicaWaitMs) {
      await sleep(replicaPollMs);
      continue;
    }
    onNote?.(`the primary does not answer: the replica ${reading.copy} may be behind`, version === null);
    onNote?.(`the replica ${reading.copy} is behind: this is the view before its last change`, isBehind);
    return snapshot;
  }
}

// The version on the primary; null if the primary does not answer in time.
async function writtenVersion({ askPrimary, scope, primaryWaitMs }: CopiedView): Promise<string | null> {
  const { sql, values } = versionPart(scope);
  const given = new AbortController();
  try {
    const [rows] = await Promise.race([
      Promise.all([askPrimary(sql, ...values)]),
      sleep(primaryWaitMs, [null] as const, { signal: given.signal }),
    ]);
    return rows === null ? null : (rows[0]?.[0] ?? '');
  } catch {
    return null;
  } finally {
    given.abort();
  }
}
