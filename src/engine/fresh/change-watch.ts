import { DEFAULTS } from '../../config/defaults.ts';
import type { IndexParts } from '../../indexing/index-parts.ts';
import type { RefreshScope } from '../../indexing/refresh-scope.ts';
import type { FolderWatch, Touched, Watcher } from '../../ports/watcher.ts';

/** Knows what has happened to a workspace since it was last looked at. */
export interface ChangeWatch {
  /** Watches from the first call on; where that cannot be, everything is looked at each time and a note says why. */
  start(): Promise<void>;
  /** Nothing has happened since the last look; where the system tells at once, up to this very moment. */
  isQuiet(): Promise<boolean>;
  /** What must be looked at now; null for everything. From here on it counts as looked at. */
  take(scanNotes: RefreshScope['notes']): RefreshScope | null;
  /** The last look came to nothing, or was not at everything that was taken. */
  doubt(): void;
  readonly notes: readonly string[];
  close(): Promise<void>;
}

type WatchParts = Pick<IndexParts, 'sources' | 'history' | 'now'>;

/** Watches the sources through the system, and the repository by a glance at its files. */
export function createChangeWatch(
  { sources, history, now }: WatchParts,
  open: () => Promise<Watcher | null>,
): ChangeWatch {
  const notes: string[] = [];
  const watches: FolderWatch[] = [];
  const touched = new Map<string, Set<string> | 'all'>();
  let [hasStarted, isWatching, isDoubtful] = [false, false, true];
  let last = glance(history, now);
  let wholeAtMs = last.runMs;

  const touch = (name: string, news: Touched) => touched.set(name, joined(touched.get(name) ?? new Set(), news));
  const isWholeDue = (at: Glance) =>
    !isWatching ||
    isDoubtful ||
    isOtherTree(last, at) ||
    hasSlept(last, at) ||
    at.runMs - wholeAtMs > DEFAULTS.watching.wholeEveryMs;
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
        const said = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
        notes.push(`the files cannot be watched, so every call looks at all of them: ${said}`);
      }
    },
    isQuiet: async () => {
      await Promise.all(watches.map((watch) => watch.caughtUp?.()));
      return touched.size === 0 && !isWholeDue(glance(history, now));
    },
    take(scanNotes) {
      const at = glance(history, now);
      const isWhole = isWholeDue(at);
      const news = new Map([...touched].map(([name, paths]) => [name, paths === 'all' ? paths : [...paths]] as const));
      touched.clear();
      last = at;
      isDoubtful = false;
      if (isWhole) wholeAtMs = at.runMs;
      return isWhole ? null : { touched: news, notes: scanNotes };
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

interface Glance {
  readonly stamp: ReturnType<IndexParts['history']['stamp']>;
  readonly clockMs: number;
  /** Counts only while the machine is awake. */
  readonly runMs: number;
}

function isOtherTree({ stamp: before }: Glance, { stamp: after }: Glance): boolean {
  return before.head !== after.head || before.tracked !== after.tracked;
}

function joined(known: Set<string> | 'all', news: Touched): Set<string> | 'all' {
  return known === 'all' || news === 'all' ? 'all' : news.reduce((all, path) => all.add(path), known);
}

function glance(history: WatchParts['history'], now: () => number): Glance {
  return { stamp: history.stamp(), clockMs: now(), runMs: performance.now() };
}

function hasSlept(before: Glance, at: Glance): boolean {
  return at.clockMs - before.clockMs - (at.runMs - before.runMs) > DEFAULTS.watching.sleptMs;
}
