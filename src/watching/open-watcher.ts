// Chooses how files are watched on this system: by `folder-watches.ts` on Linux, elsewhere by an optional package.
import { realpathSync } from 'node:fs';
import type { ChangedPaths, WatchedFolder, Watcher } from '../ports/watcher.ts';
import { insideOf } from '../reading/confine.ts';
import { openFolderWatches } from './folder-watches.ts';

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
