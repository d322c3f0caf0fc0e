// A server asks the system for changed files instead of checking every file for every question. `fresh-index.ts` asks
// this file what the next scan must look at.
import { DEFAULTS } from '../../config/defaults.ts';
import type { IndexParts } from '../../indexing/index-parts.ts';
import type { RefreshScope } from '../../indexing/scan-sources.ts';
import { messageOf } from '../../model/errors.ts';
import type { ChangedPaths, FolderWatch, Watcher } from '../../ports/watcher.ts';

/** Records which files change between two scans, so that a scan looks only at those. */
export interface ChangeWatch {
  /** Starts watching at the first call. If that is impossible, every scan looks at all files, and a note says so. */
  start(): Promise<void>;
  /** Whether the next scan has nothing to look at. First waits for reports of earlier changes, if the watcher can. */
  isQuiet(): Promise<boolean>;
  /** Returns and forgets the changes that the next scan must look at; null if it must look at all files. */
  nextScope(scanNotes: RefreshScope['notes']): RefreshScope | null;
  scanAllNext(): void;
  readonly notes: readonly string[];
  close(): Promise<void>;
}

type WatchedSources = Pick<IndexParts, 'sources' | 'history' | 'now'>;

/** Watches the sources through the system, and the repository by comparing the state of its files. */
export function createChangeWatch(
  { sources, history, now }: WatchedSources,
  open: () => Promise<Watcher | null>,
): ChangeWatch {
  const notes: string[] = [];
  const watches: FolderWatch[] = [];
  const changed = new Map<string, Set<string> | 'all'>();
  let [hasStarted, isWatching, mustScanNext] = [false, false, true];
  let lastState = repositoryState(history, now);
  let lastFullScanMs = lastState.runMs;

  const add = (name: string, news: ChangedPaths) => changed.set(name, withPaths(changed.get(name) ?? new Set(), news));
  const mustScanAll = (state: RepositoryState) =>
    !isWatching ||
    mustScanNext ||
    isOtherCheckout(lastState, state) ||
    didSleepBetween(lastState, state) ||
    state.runMs - lastFullScanMs > DEFAULTS.watching.wholeEveryMs;
  const stop = async () => {
    isWatching = false;
    await Promise.all(watches.splice(0).map((watch) => watch.close()));
  };

  return {
    notes,
    async start() {
      if (hasStarted) return;
      hasStarted = true;
      const watcher = await open();
      if (watcher === null) return void notes.push('nothing watches the files here: every call looks at all of them');
      try {
        for await (const watch of watchAll(sources, watcher, add)) watches.push(watch);
        isWatching = true;
      } catch (error) {
        await stop();
        const [reason] = messageOf(error).split('\n', 1);
        notes.push(`the files cannot be watched, so every call looks at all of them: ${reason}`);
      }
    },
    isQuiet: async () => {
      await Promise.all(watches.map((watch) => watch.settleReports?.()));
      return changed.size === 0 && !mustScanAll(repositoryState(history, now));
    },
    nextScope(scanNotes) {
      const state = repositoryState(history, now);
      const scansAll = mustScanAll(state);
      const news = new Map([...changed].map(([name, paths]) => [name, paths === 'all' ? paths : [...paths]] as const));
      changed.clear();
      lastState = state;
      mustScanNext = false;
      if (scansAll) lastFullScanMs = state.runMs;
      return scansAll ? null : { changedPaths: news, notes: scanNotes };
    },
    scanAllNext: () => {
      mustScanNext = true;
    },
    close: stop,
  };
}

async function* watchAll(
  sources: WatchedSources['sources'],
  watcher: Watcher,
  addChanges: (name: string, news: ChangedPaths) => void,
): AsyncGenerator<FolderWatch> {
  for (const source of sources) {
    const places = (await source.watched?.()) ?? [];
    for (const place of places) yield watcher.watch(place, (news) => addChanges(source.name, news));
  }
}

interface RepositoryState {
  readonly stamp: ReturnType<IndexParts['history']['stamp']>;
  readonly clockMs: number;
  /** The time of a clock that stops while the machine sleeps; changes may go unseen during sleep. */
  readonly runMs: number;
}

function isOtherCheckout({ stamp: before }: RepositoryState, { stamp: after }: RepositoryState): boolean {
  return before.head !== after.head || before.tracked !== after.tracked;
}

function withPaths(before: Set<string> | 'all', news: ChangedPaths): Set<string> | 'all' {
  return before === 'all' || news === 'all' ? 'all' : news.reduce((all, path) => all.add(path), before);
}

function repositoryState(history: WatchedSources['history'], now: () => number): RepositoryState {
  return { stamp: history.stamp(), clockMs: now(), runMs: performance.now() };
}

function didSleepBetween(before: RepositoryState, state: RepositoryState): boolean {
  return state.clockMs - before.clockMs - (state.runMs - before.runMs) > DEFAULTS.watching.sleptMs;
}
