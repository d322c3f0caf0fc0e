import { readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { embedUnits } from '../../indexing/embed-units.ts';
import { type AnswerWaiting, type IndexOutcome, indexWorkspace } from '../../indexing/index-workspace.ts';
import { ContextError, invariant } from '../../model/errors.ts';
import type { CallOptions, EngineOptions, GoOnOptions, IndexReport } from '../../ports/engine.ts';
import type { Watcher } from '../../ports/watcher.ts';
import { isBareRepository } from '../../reading/git/find-repository.ts';
import { openWatcher } from '../../watching/open-watcher.ts';
import { type EngineParts, openParts, reopenEmpty, reopenInMemory, withRootPatterns } from '../parts/open-parts.ts';
import { damageText, IN_MEMORY, isUnusable } from '../parts/open-store.ts';
import { storedViewOf } from '../parts/shared-names.ts';
import { type ChangeWatch, createChangeWatch } from './change-watch.ts';
import { chooseFiles, type FirstQuestion, type IndexedWork } from './choose-files.ts';
import { createIndexLane, type IndexLane, type IndexWork, type Unfinished, type Wanted } from './index-lane.ts';
import { createKeptIndex, NOTHING_NEW } from './kept-index.ts';
import { partNote, unfinishedNote } from './unfinished-note.ts';

/** The index of a workspace, brought up to date for whoever asks. */
export interface FreshIndex {
  /**
   * Does some work on an index that holds what is there now, with what indexing had to say. A question that is given need not
   * wait for all of it: the files it needs likeliest come first.
   */
  on<T>(call: CallOptions, work: IndexedWork<T>, question?: FirstQuestion | null): Promise<T>;
  /** Does some work on the index as it is. */
  look<T>(work: (parts: EngineParts) => Promise<T>): Promise<T>;
  /** Brings it up to date; `isFull` forgets it first. */
  refresh(call: CallOptions, isFull: boolean): Promise<IndexReport>;
  /** Goes on with what answers did not wait for; does nothing where that is nothing. */
  goOn(call: CallOptions, options: GoOnOptions): Promise<void>;
  /** Tells who else has the store open, and must let go of it while its file is replaced. */
  shareWith(withoutThreads: WithoutThreads): void;
  /** Why the files are not watched, where they should be. */
  notes(): readonly string[];
  /** Ends what runs; whoever waits for the index gets the reason. */
  stop(reason: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Who watches, where it is not this thread. */
export interface WatchOptions {
  readonly openWatcher?: () => Promise<Watcher | null>;
}

/** Opens the index of a root. Calls share one refresh, however many they are. */
export async function createFreshIndex(options: EngineOptions & WatchOptions, config: Config): Promise<FreshIndex> {
  const opened = await openParts(options.root, config, options.now ?? Date.now, options);
  if (opened.storedView !== null) return createKeptIndex(opened, opened.storedView);
  if (options.ref === undefined) refuseWithoutFiles(options.root, storedViewOf(config));
  const watch = options.watch === true ? createChangeWatch(opened, options.openWatcher ?? openWatcher) : null;
  const held = holding(opened, options);
  const lane = createIndexLane((work) => refresh(held, watch, work));
  const isQuiet = async () => watch !== null && (await watch.isQuiet()) && held.latest?.isWhole === true;
  // With nothing new to look at, what was found last still holds.
  const upToDate = async (call: CallOptions, wanted: Wanted = {}): Promise<IndexOutcome | Unfinished> => {
    if ((wanted.replaces ?? null) !== null || !(await isQuiet())) return woken(held, lane.refresh(call, wanted));
    return (await lane.current(call)) ?? { ...held.latest!, ...NOTHING_NEW };
  };
  const onSound = <T>(call: CallOptions, work: (parts: EngineParts) => Promise<T>) =>
    onSoundStore(held, lane, call, work);

  return {
    on: async (call, work, question = null) => {
      const asked =
        question === null ? null : chooseFiles(question, () => ({ root: options.root, config, parts: held.parts }));
      const indexed = await upToDate(call, { choose: asked?.choose ?? null });
      const isPart = 'isWhole' in indexed && indexed.left > 0;
      const answer = onSound(call, (sound) => {
        const counted = isPart ? (asked?.counted() ?? null) : null;
        return work(sound, [...sound.notes, ...notesOf(indexed)], counted);
      });
      held.answers.add(answer);
      return answer.finally(() => held.answers.delete(answer));
    },
    look: (work) => onSound({}, work),
    refresh: async (call, isFull) => {
      const report = await upToDate({ ...call, indexWaitMs: undefined }, { replaces: isFull ? held.parts : null });
      invariant('notes' in report, 'a refresh without a limit is waited for');
      const { scanNotes: _kept, left: _none, isWhole: _all, ...told } = report;
      return onSound(call, async (sound) => {
        const meaning = await embedAll(sound, call);
        const { symbols } = await sound.store.counts();
        return { ...told, symbols, notes: [...sound.notes, ...told.notes, ...meaning, ...(watch?.notes ?? [])] };
      });
    },
    goOn: async (call, { afterFirst }) => {
      if (held.latest === null || held.latest.isWhole || (held.isFirst && !afterFirst)) return;
      await woken(held, lane.current(call) ?? lane.refresh(call));
    },
    shareWith: (withoutThreads) => {
      held.withoutThreads = withoutThreads;
    },
    notes: () => watch?.notes ?? [],
    stop: (reason) => lane.close(reason),
    close: async () => {
      await watch?.close();
      await held.parts.parser.close();
      await held.parts.store.close();
    },
  };
}

// A store that is damaged, that the disk fails, or that another call replaced meanwhile, is asked again once it is sound.
async function onSoundStore<T>(
  held: Held,
  lane: IndexLane,
  call: CallOptions,
  work: (parts: EngineParts) => Promise<T>,
): Promise<T> {
  const used = held.parts;
  try {
    return await work(used);
  } catch (error) {
    const isReplaced = used !== held.parts || held.isReplacing;
    if (!isReplaced && !isDamage(error) && !isFailing(used, error)) throw error;
    if (!isReplaced && isFailing(used, error)) held.failing = { cause: error };
    else if (!isReplaced) giveUp(held, error);
    await lane.refresh(call, { replaces: isReplaced ? null : used });
    return work(held.parts);
  }
}

// A clone that is not there yet must not become what everybody sees of a view that others ask.
function refuseWithoutFiles(root: string, view: string | null): void {
  if (isBareRepository(root))
    throw new ContextError('BARE_REPOSITORY', 'This folder is a bare git repository: it has no files to read.');
  if (view === null || readdirSync(root).some((name) => !name.startsWith('.'))) return;
  throw new ContextError(
    'BAD_INPUT',
    `This folder has no files: index ${view} where they are, or name them with --root.`,
  );
}

/** What a refresh works on, and what it came to last. */
interface Held {
  parts: EngineParts;
  latest: IndexOutcome | null;
  /** Nothing was indexed before the first of the answers that did not wait. */
  isFirst: boolean;
  /** What is being answered now. */
  readonly answers: Set<Promise<unknown>>;
  /** What is left is done without being asked for. */
  readonly goesOn: boolean;
  /** Goes on with what is left. */
  wake: () => void;
  isReplacing: boolean;
  /** The index was found damaged, and whoever waits was told so. */
  isDamaged: boolean;
  readonly onWait: EngineOptions['onWait'];
  /** Why the disk cannot be used any longer, where somebody found that out. */
  failing: { readonly cause: unknown } | null;
  /** Does something while nobody else has the store open: SQLite must not find its file replaced. */
  withoutThreads: WithoutThreads;
}

function holding(parts: EngineParts, { watch, onWait }: Pick<EngineOptions, 'watch' | 'onWait'>): Held {
  return {
    ...{ parts, goesOn: watch === true, onWait, isDamaged: false, latest: null, isFirst: false, answers: new Set() },
    ...{ wake: () => undefined, isReplacing: false, failing: null, withoutThreads: (work) => work() },
  };
}

type WithoutThreads = (work: () => Promise<EngineParts>) => Promise<EngineParts>;

async function refresh(held: Held, watch: ChangeWatch | null, work: IndexWork): Promise<IndexOutcome> {
  // Before the first look: what happens after it must not be missed.
  await watch?.start();
  try {
    const isAnew = work.replaces === held.parts;
    const outcome = await (isAnew ? makeAnew(held, watch, work) : bringUpToDate(held, watch, work)).catch(
      async (error: unknown) => {
        // The index is a cache: whatever is wrong with it, it is made again, once; in memory where it is the disk.
        if (isFailing(held.parts, error)) held.failing = { cause: error };
        else if (isAnew || !isDamage(error)) throw error;
        else giveUp(held, error);
        return makeAnew(held, watch, work);
      },
    );
    held.latest = outcome;
    return outcome;
  } catch (error) {
    watch?.doubt();
    throw error;
  }
}

// Once for each damage, however many calls meet it.
function giveUp(held: Held, error: unknown): void {
  if (held.isDamaged) return;
  held.isDamaged = true;
  held.onWait?.(damageText((error as Error).message));
}

async function bringUpToDate(held: Held, watch: ChangeWatch | null, work: IndexWork): Promise<IndexOutcome> {
  const { signal, onProgress } = work;
  const before = held.parts;
  if (watch === null) for (const source of before.sources) source.begin?.();
  held.parts = await withRootPatterns(before, () => replaced(held));
  // What is left of the last look is only seen by another one at everything.
  if (held.parts !== before || held.latest?.isWhole === false) watch?.doubt();
  const scope = watch?.take(held.latest?.scanNotes ?? new Map()) ?? null;
  held.isFirst = (await held.parts.store.opening()).files.length === 0;
  const first = work.asks.length === 0 ? undefined : firstFor(held, work);
  return indexWorkspace(held.parts, { ...DEFAULTS.indexing, signal, onProgress, scope, first, isDue: work.isDue });
}

function firstFor(held: Held, work: IndexWork): AnswerWaiting {
  const { asks, ready } = work;
  return {
    ...DEFAULTS.first,
    choose: async (files, history) => {
      const chosen = new Set<string>();
      for (const choose of asks) for (const path of await choose(files, history)) chosen.add(path);
      return chosen;
    },
    ready: async (outcome) => {
      held.latest = outcome;
      ready(outcome);
      await quiet(held, work);
    },
  };
}

// Who waits in the lane is counted before what rests is woken: it looks, and goes on.
function woken<T>(held: Held, waited: Promise<T>): Promise<T> {
  held.wake();
  return waited;
}

// Nothing else is worked on while those who were waited for are answered. A server then goes on by itself; whoever answers
// once may be about to end, and goes on when told to, or when somebody needs more.
async function quiet(held: Held, { signal, isWanted }: IndexWork): Promise<void> {
  do {
    await setImmediate();
    await Promise.allSettled(held.answers);
  } while (held.answers.size > 0);
  if (held.goesOn || signal.aborted || isWanted()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  held.wake = resolve;
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}

async function replaced(held: Held): Promise<EngineParts> {
  const { parts, failing, isDamaged } = held;
  held.isReplacing = true;
  try {
    return await held.withoutThreads(() =>
      failing ? reopenInMemory(parts, failing.cause) : reopenEmpty(parts, isDamaged),
    );
  } finally {
    held.isReplacing = false;
    held.isDamaged = false;
    held.failing = null;
  }
}

async function makeAnew(held: Held, watch: ChangeWatch | null, work: IndexWork): Promise<IndexOutcome> {
  held.parts = await replaced(held);
  watch?.doubt();
  return bringUpToDate(held, watch, work);
}

// Whoever asks for the index waits for all of it, also for what a server adds.
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

function notesOf(indexed: IndexOutcome | Unfinished): readonly string[] {
  if (!('notes' in indexed)) return [unfinishedNote(indexed)];
  return indexed.isWhole ? indexed.notes : [...indexed.notes, partNote(indexed)];
}
