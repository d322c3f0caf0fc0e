import { DEFAULTS } from '../config/defaults.ts';
import type { Config } from '../config/schema.ts';
import { type IndexOutcome, indexWorkspace } from '../indexing/index-workspace.ts';
import { ContextError, invariant } from '../model/errors.ts';
import type { CallOptions, EngineOptions, IndexReport } from '../ports/engine.ts';
import { createIndexLane, type IndexWork, type Unfinished } from './index-lane.ts';
import { type EngineParts, openParts, reopenEmpty } from './open-parts.ts';
import { withRootPatterns } from './show/root-patterns.ts';

/** The index of a workspace, brought up to date for whoever asks. */
export interface FreshIndex {
  /** Does some work on an index that holds what is there now, with what indexing had to say. */
  on<T>(call: CallOptions, work: (parts: EngineParts, notes: readonly string[]) => Promise<T>): Promise<T>;
  /** Does some work on the index as it is. */
  look<T>(work: (parts: EngineParts) => Promise<T>): Promise<T>;
  /** Brings it up to date; `isFull` forgets it first. */
  refresh(call: CallOptions, isFull: boolean): Promise<IndexReport>;
  /** Ends what runs; whoever waits for the index gets the reason. */
  stop(reason: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Opens the index of a root. Calls share one refresh, however many they are. */
export async function createFreshIndex(options: EngineOptions, config: Config): Promise<FreshIndex> {
  let parts = await openParts(options.root, config, options.now ?? Date.now);

  const bringUpToDate = async ({ signal, onProgress }: IndexWork): Promise<IndexOutcome> => {
    parts = await withRootPatterns(parts);
    return indexWorkspace(parts, { ...DEFAULTS.indexing, signal, onProgress });
  };
  const lane = createIndexLane(async (work) => {
    if (work.replaces === parts) parts = await reopenEmpty(parts);
    try {
      return await bringUpToDate(work);
    } catch (error) {
      // The index is a cache: whatever is wrong with it, it is made again, once.
      if (!isDamage(error)) throw error;
      parts = await reopenEmpty(parts);
      return bringUpToDate(work);
    }
  });
  // A store that is damaged, or that another call replaced meanwhile, is asked again once it is sound.
  const onSound = async <T>(call: CallOptions, work: (parts: EngineParts) => Promise<T>): Promise<T> => {
    const used = parts;
    try {
      return await work(used);
    } catch (error) {
      if (used === parts && !isDamage(error)) throw error;
      if (used === parts) await lane.refresh(call, used);
      return work(parts);
    }
  };

  return {
    on: async (call, work) => {
      const indexed = await lane.refresh(call);
      return onSound(call, (sound) => work(sound, [...sound.notes, ...notesOf(indexed)]));
    },
    look: (work) => onSound({}, work),
    refresh: async (call, isFull) => {
      const report = await lane.refresh({ ...call, indexWaitMs: undefined }, isFull ? parts : null);
      invariant('notes' in report, 'a refresh without a limit is waited for');
      const { symbols } = await parts.store.counts();
      return { ...report, symbols, notes: [...parts.notes, ...report.notes] };
    },
    stop: (reason) => lane.close(reason),
    close: async () => {
      await parts.parser.close();
      await parts.store.close();
    },
  };
}

function isDamage(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'STORE_DAMAGED';
}

function notesOf(indexed: IndexOutcome | Unfinished): readonly string[] {
  return 'notes' in indexed ? indexed.notes : [unfinishedNote(indexed)];
}

function unfinishedNote({ files }: Unfinished): string {
  if (files === null) return 'the index is not up to date yet: this is answered from what was there before';
  const { done, total } = files;
  if (done === total) return `the index is being made: all ${total} files are read, what connects them is not`;
  return `the index is being made: ${done} of ${total} files indexed so far, and only those are answered from`;
}
