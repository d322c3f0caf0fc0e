// Reads one view for the store: it sends the parts of each question together, and never mixes two states of the view in
// one answer.
import { ContextError } from '../../../model/errors.ts';
import type { StoreChange } from '../../../ports/store.ts';
import { createReadCaches, type ReadCaches } from '../../read-caches.ts';
import type { Ask, SentRow } from '../connection/database.ts';
import type { ViewScope } from '../view-scope.ts';
import { askParts, type QuestionPart } from './combined-query.ts';
import { readSnapshot, type Snapshot, versionPart } from './snapshot.ts';

// Repeats a read when another process wrote meanwhile.
const ATTEMPTS_MAX = 8;

/** The parts to read, and a function that makes the answer from their rows. Without parts it answers at once. */
export interface Inquiry<T> {
  readonly parts: readonly QuestionPart[];
  answer(rows: readonly (readonly SentRow[])[]): T;
}

/** Reads one view and caches what it read until a change. An answer never mixes two states of the view. */
export interface Reads {
  /** The present state of the view. */
  now(): Promise<Snapshot>;
  /** Repeats the inquiry until the answer matches the state of the view and of the caches. */
  ask<T>(inquire: (snapshot: Snapshot, caches: ReadCaches) => Inquiry<T>): Promise<T>;
  /** Records a change of this process: the version before and after it, and its content. */
  wrote(before: string, after: string, change: StoreChange): void;
}

/** Creates the reads of a view in a database. */
export function createReads(ask: Ask, scope: ViewScope): Reads {
  const caches = createReadCaches();
  let latest: Snapshot | null = null;
  let isStale = false;
  const now = async (): Promise<Snapshot> => {
    const snapshot = await readSnapshot(ask, scope, latest);
    if (latest !== null && !isStale && latest.version === snapshot.version) return latest;
    if (latest?.version !== snapshot.version) caches.clear();
    [latest, isStale] = [snapshot, false];
    return snapshot;
  };
  return {
    now,
    ask: async (inquire) => {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        const snapshot = latest === null || isStale ? await now() : latest;
        const { parts, answer } = inquire(snapshot, caches);
        if (parts.length === 0) return answer([]);
        const { version, rows } = await askParts(ask, versionPart(scope), parts);
        if (version === snapshot.version && latest === snapshot && !isStale) return answer(rows);
        if (version !== latest?.version) isStale = true;
      }
      throw new ContextError('STORE_BUSY', 'The workspace is changed faster than it can be read.');
    },
    wrote: (before, after, change) => {
      if (latest === null) return;
      if (latest.version === before) caches.forget(change);
      else caches.clear();
      // The version is known, and the caches still hold what the change did not touch.
      latest = { ...latest, version: after };
      isStale = true;
    },
  };
}
