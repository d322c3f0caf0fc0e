// Chooses how files are watched: by one watch for each folder on Linux, elsewhere by an optional package.
import { existsSync, type FSWatcher, lstatSync, readdirSync, realpathSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate as loopTurn } from 'node:timers/promises';
import type { ChangedPaths, WatchedFolder, Watcher } from '../ports/watcher.ts';
import { insideOf } from '../reading/confine.ts';

type Native = typeof import('@parcel/watcher');

// The system's event queue can overflow without notice. It holds far more events than this.
const EVENTS_TRUSTED_MAX = 1000;

/** A watcher that runs in the calling thread; null on systems other than Linux. */
export function ownWatcher(): Watcher | null {
  return process.platform === 'linux' ? openFolderWatches() : null;
}

/** Opens a watcher for this system; null if the package for it is not installed. */
export async function openWatcher(): Promise<Watcher | null> {
  return ownWatcher() ?? (await packagedWatcher());
}

async function packagedWatcher(): Promise<Watcher | null> {
  const native = await loadNative();
  if (native === null) return null;
  return {
    watch: async (place, onChange) => {
      // Some systems report changes under the real path.
      const folder = realpathSync.native(place.folder);
      const subscription = await native.subscribe(
        folder,
        (error, events) => onChange(error ? 'all' : changedPathsIn(folder, events)),
        { ignore: ignorePatterns(place) },
      );
      return {
        close: () =>
          subscription.unsubscribe().catch(() => {
            // The system reports an error for each folder that was removed together with its watch.
          }),
      };
    },
  };
}

async function loadNative(): Promise<Native | null> {
  try {
    const loaded: { default: Native } = await import('@parcel/watcher');
    return loaded.default;
  } catch {
    // The package is optional and exists for some systems only. Without it every call checks all files.
    return null;
  }
}

function changedPathsIn(folder: string, events: readonly { readonly path: string }[]): ChangedPaths {
  if (events.length > EVENTS_TRUSTED_MAX) return 'all';
  const paths = events.flatMap(({ path }) => insideOf(folder, path) || []);
  // An event outside the folder, or for the folder itself, means that everything may have changed.
  return paths.length < events.length ? 'all' : paths;
}

function ignorePatterns({ ignoredPaths, ignoredNames }: WatchedFolder): (string | RegExp)[] {
  if (ignoredNames.length === 0) return [...ignoredPaths];
  const names = ignoredNames.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  return [...ignoredPaths, new RegExp(`(?:^|[\\\\/])(?:${names})(?:[\\\\/]|$)`)];
}

/**
 * Watches each folder separately on the event loop of this thread. The system queues an event before the write that
 * caused it returns, so after a whole turn of the event loop all earlier writes have been reported.
 */
function openFolderWatches(): Watcher {
  return {
    watch: async (place, onChange) => {
      const tree = new FolderTree(place, onChange);
      // Rejects if the system does not allow this many watches.
      tree.add('');
      return {
        close: async () => tree.drop(''),
        settleReports: async () => {
          // This turn may have polled events already; the second turn reads all of them.
          await loopTurn();
          await loopTurn();
          if (tree.isBlind) onChange('all');
        },
      };
    },
  };
}

class FolderTree {
  readonly #root: string;
  readonly #ignoredNames: ReadonlySet<string>;
  readonly #ignoredPaths: ReadonlySet<string>;
  readonly #onTouched: (touched: ChangedPaths) => void;
  readonly #watches = new Map<string, FSWatcher>();
  // In this turn of the event loop.
  #events = 0;
  /** True once a folder can no longer be watched. */
  isBlind = false;

  constructor(place: WatchedFolder, onChange: (touched: ChangedPaths) => void) {
    this.#root = realpathSync.native(place.folder);
    this.#ignoredNames = new Set(place.ignoredNames);
    this.#ignoredPaths = new Set(place.ignoredPaths);
    this.#onTouched = onChange;
  }

  /** Watches a folder and all below it that are not ignored. One made meanwhile is found here or by an event. */
  add(folder: string): void {
    const waiting = [folder];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      for (const name of this.watchFolder(path)) {
        const inner = path === '' ? name : `${path}/${name}`;
        if (!this.#isIgnored(inner, name)) waiting.push(inner);
      }
  }

  drop(folder: string): void {
    for (const [path, watcher] of this.#watches) {
      if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#watches.delete(path);
    }
  }

  // Returns the subfolders; none for a folder below the root that is gone or may not be read.
  watchFolder(folder: string): readonly string[] {
    const path = this.#pathOf(folder);
    try {
      const watcher = watch(path, { persistent: false }, (event, name) => this.onEvent(folder, event, name));
      watcher.on('error', () => this.reportBlind());
      this.#watches.set(folder, watcher);
      return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
    } catch (error) {
      if (isUnreachable(error) && folder !== '') return [];
      this.drop('');
      throw error;
    }
  }

  onEvent(folder: string, event: string, name: string | null): void {
    if (this.#events++ === 0) setImmediate(() => (this.#events = 0)).unref();
    if (name === null || this.#events > EVENTS_TRUSTED_MAX) this.#onTouched('all');
    if (name === null) return;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (this.#isIgnored(path, name)) return;
    if (event === 'rename' || this.#isFolder(path)) this.rewatch(path);
    // A watched folder reports its own removal under its own name.
    if (folder === '' && name === basename(this.#root) && !existsSync(this.#root)) this.reportBlind();
    this.#onTouched([path]);
  }

  // A path may now hold another folder than the watched one.
  rewatch(path: string): void {
    if (this.#watches.has(path)) this.drop(path);
    if (!this.#isFolder(path)) return;
    try {
      this.add(path);
    } catch {
      this.reportBlind();
    }
  }

  reportBlind(): void {
    this.isBlind = true;
    this.#onTouched('all');
  }

  #isFolder(path: string): boolean {
    try {
      return lstatSync(this.#pathOf(path), { throwIfNoEntry: false })?.isDirectory() === true;
    } catch {
      return false;
    }
  }

  #isIgnored(path: string, name: string): boolean {
    return this.#ignoredNames.has(name) || this.#ignoredPaths.has(path);
  }

  #pathOf(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`;
  }
}

function isUnreachable(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
}
