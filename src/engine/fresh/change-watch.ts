import { DEFAULTS } from '../../config/defaults.ts';
import type { IndexParts } from '../../indexing/index-parts.ts';
import type { RefreshScope } from '../../indexing/refresh-scope.ts';
import type { FolderWatch, Touched, Watcher } from '../../ports/watcher.ts';

/** Records what changes in a workspace between two scans of it. */
export interface ChangeWatch {
  /** Starts watching at the first call. Where watching is impossible, every scan reads everything, and a note says why. */
  start(): Promise<void>;
  /** Whether nothing changed since the last scan. The answer includes the present moment where the system reports at once. */
  isQuiet(): Promise<boolean>;
  /** Returns what the next scan must read, or null for everything. Later changes belong to the scan after it. */
  take(scanNotes: RefreshScope['notes']): RefreshScope | null;
  /** Says that the last scan failed or left something out: the next one reads everything. */
  doubt(): void;
  readonly notes: readonly string[];
  close(): Promise<void>;
}

type WatchParts = Pick<IndexParts, 'sources' | 'history' | 'now'>;

/** Watches the sources through the system, and the repository by comparing the state of its files. */
export function createChangeWatch(
  { sources, history, now }: WatchParts,
  open: () => Promise<Watcher | null>,
): ChangeWatch {
  const notes: string[] = [];
  const watches: FolderWatch[] = [];
  const touched = new Map<string, Set<string> | 'all'>();
  let [hasStarted, isWatching, isDoubtful] = [false, false, true];
  let last = repositoryState(history, now);
  let lastFullScanMs = last.runMs;

  const touch = (name: string, news: Touched) => touched.set(name, joined(touched.get(name) ?? new Set(), news));
  const mustScanAll = (state: RepositoryState) =>
    !isWatching ||
    isDoubtful ||
    isOtherTree(last, state) ||
    hasSlept(last, state) ||
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
        for await (const watch of watchAll(sources, watcher, touch)) watches.push(watch);
        isWatching = true;
      } catch (error) {
        await stop();
        const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
        notes.push(`the files cannot be watched, so every call looks at all of them: ${reason}`);
      }
    },
    isQuiet: async () => {
      await Promise.all(watches.map((watch) => watch.caughtUp?.()));
      return touched.size === 0 && !mustScanAll(repositoryState(history, now));
    },
    take(scanNotes) {
      const state = repositoryState(history, now);
      const scansAll = mustScanAll(state);
      const news = new Map([...touched].map(([name, paths]) => [name, paths === 'all' ? paths : [...paths]] as const));
      touched.clear();
      last = state;
      isDoubtful = false;
      if (scansAll) lastFullScanMs = state.runMs;
      return scansAll ? null : { touched: news, notes: scanNotes };
    },
    doubt: () => {
      isDoubtful = true;
    },
    close: stop,
  };
}

async function* watchAll(
  sources: WatchParts['sources'],
  watcher: Watcher,
  touch: (name: string, news: Touched) => void,
): AsyncGenerator<FolderWatch> {
  for (const source of sources) {
    const places = (await source.watched?.()) ?? [];
    for (const place of places) yield watcher.watch(place, (news) => touch(source.name, news));
  }
}

interface RepositoryState {
  readonly stamp: ReturnType<IndexParts['history']['stamp']>;
  readonly clockMs: number;
  /** A clock that stops while the machine sleeps. */
  readonly runMs: number;
}

function isOtherTree({ stamp: before }: RepositoryState, { stamp: after }: RepositoryState): boolean {
  return before.head !== after.head || before.tracked !== after.tracked;
}

function joined(before: Set<string> | 'all', news: Touched): Set<string> | 'all' {
  return before === 'all' || news === 'all' ? 'all' : news.reduce((all, path) => all.add(path), before);
}

function repositoryState(history: WatchParts['history'], now: () => number): RepositoryState {
  return { stamp: history.stamp(), clockMs: now(), runMs: performance.now() };
}

function hasSlept(before: RepositoryState, state: RepositoryState): boolean {
  return state.clockMs - before.clockMs - (state.runMs - before.runMs) > DEFAULTS.watching.sleptMs;
}
