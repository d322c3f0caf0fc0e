// Keeps the index of a workspace up to date. Questions go through `on`, which refreshes the index first; a damaged or
// failing store is replaced and the question asked again.
import { setImmediate } from 'node:timers/promises';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { embedUnits } from '../../indexing/embed-units.ts';
import { type AnswerWaiting, type IndexOutcome, indexWorkspace } from '../../indexing/index-workspace.ts';
import { ContextError, invariant } from '../../model/errors.ts';
import type { CallOptions, EngineOptions, GoOnOptions, IndexReport } from '../../ports/engine.ts';
import type { Watcher } from '../../ports/watcher.ts';
import {
  closeParts,
  type EngineParts,
  emptyIfRootPatternsChanged,
  openParts,
  reopenEmpty,
  reopenInMemory,
} from '../open/open-parts.ts';
import { damageText, IN_MEMORY, isUnusable, refuseFolderWithoutFiles } from '../open/open-store.ts';
import { storedViewOf } from '../open/shared-names.ts';
import type { ChangeWatch } from './change-watch.ts';
import { chooseFiles, explainMissing, notesAbout, type PartialQuestion, type ReadyIndex } from './partial-index.ts';
import { createReadOnlyIndex, NOTHING_NEW } from './read-only-index.ts';
import {
  createRefreshQueue,
  type RefreshProgress,
  type RefreshQueue,
  type RefreshRequest,
  type RefreshWork,
} from './refresh-queue.ts';

/** The index of a workspace, which is brought up to date for answers. */
export interface FreshIndex {
  /**
   * Runs `work` once the index matches the disk or holds the files that the `question` most likely needs, or when the
   * wait of the call is over; the notes then say so.
   */
  on<T>(call: CallOptions, work: (ready: ReadyIndex) => Promise<T>, question?: PartialQuestion | null): Promise<T>;
  /** Runs `work` on the index as it is, updating it only if it must be repaired. */
  look<T>(work: (parts: EngineParts) => Promise<T>): Promise<T>;
  /** Brings the index up to date; `isFull` empties it first. */
  refresh(call: CallOptions, isFull: boolean): Promise<IndexReport>;
  /** Indexes the files that answers did not wait for, if any are left and the options allow it. */
  goOn(call: CallOptions, options: GoOnOptions): Promise<void>;
  /** Sets the function that closes the store in all other threads, so that its file can be replaced. */
  shareWith(withoutThreads: WithoutThreads): void;
  /** Says why the files are not watched although the options ask for it. */
  notes(): readonly string[];
  /** Stops the running refresh; calls that wait for the index fail with `reason`. */
  stop(reason: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Replaces the watcher of this system. */
export interface WatchOptions {
  readonly openWatcher?: () => Promise<Watcher | null>;
}

/** Opens the index of a root. Concurrent calls share refreshes. */
export async function createFreshIndex(options: EngineOptions & WatchOptions, config: Config): Promise<FreshIndex> {
  const openedParts = await openParts(options.root, config, options.now ?? Date.now, options);
  if (openedParts.storedView !== null) return createReadOnlyIndex(openedParts, openedParts.storedView);
  if (options.ref === undefined) refuseFolderWithoutFiles(options.root, storedViewOf(config));
  const watch = options.watch === true ? await openWatch(openedParts, options) : null;
  const state = openState(openedParts, options);
  const queue = createRefreshQueue((work) => refresh(state, watch, work));
  const isQuiet = async () => watch !== null && (await watch.isQuiet()) && state.latest?.isWhole === true;
  // If nothing changed since the last scan, its outcome still holds.
  const upToDate = async (call: CallOptions, wanted: RefreshRequest = {}): Promise<IndexOutcome | RefreshProgress> => {
    if ((wanted.replaces ?? null) !== null || !(await isQuiet()))
      return wakeAndWait(state, queue.refresh(call, wanted));
    return (await queue.current(call)) ?? { ...state.latest!, ...NOTHING_NEW };
  };
  const withRepair = <T>(call: CallOptions, work: (parts: EngineParts) => Promise<T>) =>
    runWithRepair(state, queue, call, work);

  return {
    on: async (call, work, question = null) => {
      const choice =
        question === null ? null : chooseFiles(question, () => ({ root: options.root, config, parts: state.parts }));
      const indexed = await upToDate(call, { choose: choice?.choose ?? null });
      const isPart = 'isWhole' in indexed && indexed.left > 0;
      const answer = withRepair(call, (parts) => {
        const counted = isPart ? (choice?.counted() ?? null) : null;
        return work({ parts, notes: [...parts.notes, ...notesAbout(indexed)], counted });
      }).catch((error: unknown) => {
        throw explainMissing(error, notesAbout(indexed));
      });
      state.answers.add(answer);
      return answer.finally(() => state.answers.delete(answer));
    },
    look: (work) => withRepair({}, work),
    refresh: async (call, isFull) => {
      const report = await upToDate({ ...call, indexWaitMs: undefined }, { replaces: isFull ? state.parts : null });
      invariant('notes' in report, 'a refresh without a limit is waited for');
      const { scanNotes: _scanNotes, left: _left, isWhole: _isWhole, ...counts } = report;
      return withRepair(call, async (parts) => {
        const meaning = await embedAll(parts, call);
        const { symbols } = await parts.store.counts();
        return { ...counts, symbols, notes: [...parts.notes, ...counts.notes, ...meaning, ...(watch?.notes ?? [])] };
      });
    },
    goOn: async (call, { afterFirst }) => {
      if (state.latest === null || state.latest.isWhole || (state.isFirst && !afterFirst)) return;
      await wakeAndWait(state, queue.current(call) ?? queue.refresh(call));
    },
    shareWith: (withoutThreads) => {
      state.withoutThreads = withoutThreads;
    },
    notes: () => watch?.notes ?? [],
    stop: (reason) => queue.close(reason),
    close: async () => {
      await watch?.close();
      await closeParts(state.parts);
    },
  };
}

async function openWatch(parts: EngineParts, { openWatcher }: WatchOptions): Promise<ChangeWatch> {
  const { createChangeWatch } = await import('./change-watch.ts');
  return createChangeWatch(parts, openWatcher ?? (await import('../../watching/open-watcher.ts')).openWatcher);
}

// Repeats the work once the store is repaired: it was damaged, its disk failed, or another call replaced it meanwhile.
async function runWithRepair<T>(
  state: IndexState,
  queue: RefreshQueue,
  call: CallOptions,
  work: (parts: EngineParts) => Promise<T>,
): Promise<T> {
  const used = state.parts;
  try {
    return await work(used);
  } catch (error) {
    const isReplaced = used !== state.parts || state.isReplacing;
    if (!isReplaced && !isDamage(error) && !isFailing(used, error)) throw error;
    if (!isReplaced && isFailing(used, error)) state.failing = { cause: error };
    else if (!isReplaced) reportDamage(state, error);
    await queue.refresh(call, { replaces: isReplaced ? null : used });
    return work(state.parts);
  }
}

/** The index that a refresh works on, and the outcome of the last refresh. */
interface IndexState {
  parts: EngineParts;
  latest: IndexOutcome | null;
  /** Whether the index was empty when the last refresh began. */
  isFirst: boolean;
  readonly answers: Set<Promise<unknown>>;
  /** Whether indexing continues by itself after an answer that did not wait for all files. */
  readonly indexesUnasked: boolean;
  /** Continues the indexing that an answer interrupted. */
  wake: () => void;
  isReplacing: boolean;
  /** Whether the index is damaged; the waiting calls then have a message about it. */
  isDamaged: boolean;
  readonly onWait: EngineOptions['onWait'];
  /** The disk error because of which the index must move to memory. */
  failing: { readonly cause: unknown } | null;
  /** Runs work while no other thread has the store open, because SQLite must not find its file replaced. */
  withoutThreads: WithoutThreads;
}

function openState(parts: EngineParts, { watch, onWait }: Pick<EngineOptions, 'watch' | 'onWait'>): IndexState {
  return {
    parts,
    onWait,
    latest: null,
    isFirst: false,
    answers: new Set(),
    indexesUnasked: watch === true,
    wake: () => undefined,
    isReplacing: false,
    isDamaged: false,
    failing: null,
    withoutThreads: (work) => work(),
  };
}

type WithoutThreads = (work: () => Promise<EngineParts>) => Promise<EngineParts>;

async function refresh(state: IndexState, watch: ChangeWatch | null, work: RefreshWork): Promise<IndexOutcome> {
  // Starts before the first scan, so that no later change is missed.
  await watch?.start();
  try {
    const isRebuild = work.replaces === state.parts;
    const outcome = await (isRebuild ? rebuild(state, watch, work) : bringUpToDate(state, watch, work)).catch(
      async (error: unknown) => {
        // The index is only a cache: rebuilds a broken one once, in memory if the disk failed.
        if (isFailing(state.parts, error)) state.failing = { cause: error };
        else if (isRebuild || !isDamage(error)) throw error;
        else reportDamage(state, error);
        return rebuild(state, watch, work);
      },
    );
    state.latest = outcome;
    return outcome;
  } catch (error) {
    watch?.scanAllNext();
    throw error;
  }
}

// Reports each damage once, however many calls meet it.
function reportDamage(state: IndexState, error: unknown): void {
  if (state.isDamaged) return;
  state.isDamaged = true;
  state.onWait?.(damageText((error as Error).message));
}

async function bringUpToDate(state: IndexState, watch: ChangeWatch | null, work: RefreshWork): Promise<IndexOutcome> {
  const { signal, onProgress } = work;
  const previousParts = state.parts;
  if (watch === null) for (const source of previousParts.sources) source.begin?.();
  state.parts = await emptyIfRootPatternsChanged(previousParts, () => reopenStore(state));
  // Only a full scan finds the files that the last one left out.
  if (state.parts !== previousParts || state.latest?.isWhole === false) watch?.scanAllNext();
  const scope = watch?.nextScope(state.latest?.scanNotes ?? new Map()) ?? null;
  state.isFirst = (await state.parts.store.opening()).files.length === 0;
  const first = work.asks.length === 0 ? undefined : answerFirst(state, work);
  return indexWorkspace(state.parts, { ...DEFAULTS.indexing, signal, onProgress, scope, first, isDue: work.isDue });
}

function answerFirst(state: IndexState, work: RefreshWork): AnswerWaiting {
  const { asks, ready } = work;
  return {
    ...DEFAULTS.first,
    choose: async (files, history) => {
      const chosen = new Set<string>();
      for (const choose of asks) for (const path of await choose(files, history)) chosen.add(path);
      return chosen;
    },
    ready: async (outcome) => {
      state.latest = outcome;
      ready(outcome);
      await whileAnswering(state, work);
    },
  };
}

// Wakes the paused indexing. `waited` was created before, so the indexing sees that a call waits.
function wakeAndWait<T>(state: IndexState, waited: Promise<T>): Promise<T> {
  state.wake();
  return waited;
}

// Pauses indexing while answers run. A server then continues by itself. A command may be about to end: it continues
// when `goOn` is called or when another call needs more of the index.
async function whileAnswering(state: IndexState, { signal, isWanted }: RefreshWork): Promise<void> {
  do {
    await setImmediate();
    await Promise.allSettled(state.answers);
  } while (state.answers.size > 0);
  if (state.indexesUnasked || signal.aborted || isWanted()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  state.wake = resolve;
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}

async function reopenStore(state: IndexState): Promise<EngineParts> {
  const { parts, failing, isDamaged } = state;
  state.isReplacing = true;
  try {
    return await state.withoutThreads(() =>
      failing ? reopenInMemory(parts, failing.cause) : reopenEmpty(parts, isDamaged),
    );
  } finally {
    state.isReplacing = false;
    state.isDamaged = false;
    state.failing = null;
  }
}

async function rebuild(state: IndexState, watch: ChangeWatch | null, work: RefreshWork): Promise<IndexOutcome> {
  state.parts = await reopenStore(state);
  watch?.scanAllNext();
  return bringUpToDate(state, watch, work);
}

// An explicit refresh also makes the vectors that come from an embedding server.
async function embedAll({ store, embedding }: EngineParts, call: CallOptions): Promise<readonly string[]> {
  if (embedding === null) return [];
  const onProgress = (done: number, total: number) => call.onProgress?.({ stage: 'embed', done, total });
  const { failure } = await embedUnits(store, embedding, { signal: call.signal, onProgress });
  return failure === null ? [] : [`no meaning: ${embedding.embedder.name} failed: ${failure}`];
}

function isDamage(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'STORE_DAMAGED';
}

function isFailing({ storePath }: EngineParts, error: unknown): boolean {
  return storePath !== IN_MEMORY && isUnusable(error);
}
