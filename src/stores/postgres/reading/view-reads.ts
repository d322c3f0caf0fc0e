import { ContextError } from '../../../model/errors.ts';
import type { StoreChange } from '../../../ports/store.ts';
import { createReadCaches, type ReadCaches } from '../../read-caches.ts';
import type { Ask, SentRow } from '../connection/database.ts';
import type { ViewScope } from '../view-scope.ts';
import { askParts, type QuestionPart } from './question-parts.ts';
import { readSnapshot, type Snapshot, versionPart } from './snapshot.ts';

// Somebody who writes more often than a question takes; it will not last.
const ATTEMPTS_MAX = 8;

/** What is still to be asked, and the answer it gives; asked without a wait where nothing is. */
export interface Inquiry<T> {
  readonly parts: readonly QuestionPart[];
  answer(rows: readonly (readonly SentRow[])[]): T;
}

/** Reads of one view. What was read is kept until somebody writes, and never mixed with what was written since. */
export interface Reads {
  /** The view as it is now. */
  now(): Promise<Snapshot>;
  /** Asks until the answer is of the same moment as the view and what is kept. */
  ask<T>(inquire: (snapshot: Snapshot, kept: ReadCaches) => Inquiry<T>): Promise<T>;
  /** Must follow a change of ours: from which version to which, and what it touched. */
  wrote(before: string, after: string, change: StoreChange): void;
}

/** Reads through a database. */
export function createReads(ask: Ask, scope: ViewScope): Reads {
  const caches = createReadCaches();
  let kept: Snapshot | null = null;
  let isStale = false;
  const now = async (): Promise<Snapshot> => {
    const snapshot = await readSnapshot(ask, scope, kept);
    if (kept !== null && !isStale && kept.version === snapshot.version) return kept;
    if (kept?.version !== snapshot.version) caches.clear();
    [kept, isStale] = [snapshot, false];
    return snapshot;
  };
  return {
    now,
    ask: async (inquire) => {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        const snapshot = kept === null || isStale ? await now() : kept;
        const { parts, answer } = inquire(snapshot, caches);
        if (parts.length === 0) return answer([]);
        const { version, rows } = await askParts(ask, versionPart(scope), parts);
        if (version === snapshot.version && kept === snapshot && !isStale) return answer(rows);
        if (version !== kept?.version) isStale = true;
      }
      throw new ContextError('STORE_BUSY', 'The workspace is changed faster than it can be read.');
    },
    wrote: (before, after, change) => {
      if (kept === null) return;
      if (kept.version === before) caches.forget(change);
      else caches.clear();
      // Its version is known, and what it did not touch still holds; the rest is read when it is needed.
      kept = { ...kept, version: after };
      isStale = true;
    },
  };
}
