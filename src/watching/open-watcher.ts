import { realpathSync } from 'node:fs';
import type { Touched, WatchedFolder, Watcher } from '../ports/watcher.ts';
import { insideOf } from '../reading/confine.ts';
import { openFolderWatches } from './folder-watches.ts';

type Native = typeof import('@parcel/watcher');

// The system's queue of events can overflow, and the package does not tell. It takes far more events than this to do so.
const EVENTS_TRUSTED_MAX = 1000;

/** A watcher that belongs to the thread it is opened in; null where the system has none that tells at once. */
export function ownWatcher(): Watcher | null {
  return process.platform === 'linux' ? openFolderWatches() : null;
}

/** The system's watcher; null where the package for it is not installed. */
export async function openWatcher(): Promise<Watcher | null> {
  return ownWatcher() ?? (await packagedWatcher());
}

async function packagedWatcher(): Promise<Watcher | null> {
  const native = await loadNative();
  if (native === null) return null;
  return {
    watch: async (place, onTouched) => {
      // Some systems tell of changes by the real path, whatever was asked for.
      const folder = realpathSync.native(place.folder);
      const subscription = await native.subscribe(
        folder,
        (error, events) => onTouched(error ? 'all' : touchedOf(folder, events)),
        { ignore: ignoredOf(place) },
      );
      return {
        close: () =>
          subscription.unsubscribe().catch(() => {
            // Folders that went meanwhile took their watches with them, and the system complains of each.
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
    // It is optional, and made for some systems only: without it every call looks at all files.
    return null;
  }
}

function touchedOf(folder: string, events: readonly { readonly path: string }[]): Touched {
  if (events.length > EVENTS_TRUSTED_MAX) return 'all';
  const paths = events.flatMap(({ path }) => insideOf(folder, path) || []);
  // The folder itself is gone, or something is told of that lies elsewhere.
  return paths.length < events.length ? 'all' : paths;
}

function ignoredOf({ ignoredPaths, ignoredNames }: WatchedFolder): (string | RegExp)[] {
  if (ignoredNames.length === 0) return [...ignoredPaths];
  const names = ignoredNames.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  return [...ignoredPaths, new RegExp(`(?:^|[\\\\/])(?:${names})(?:[\\\\/]|$)`)];
}
