import { existsSync, type FSWatcher, lstatSync, readdirSync, realpathSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate as loopTurn } from 'node:timers/promises';
import type { Touched, WatchedFolder, Watcher } from '../ports/watcher.ts';

// The system's queue of events can overflow, and nobody is told. It takes far more events than this to do so.
const EVENTS_TRUSTED_MAX = 1000;

/**
 * Watches each folder by itself, through the loop of this thread. The system queues an event before the write returns that
 * caused it, so that whoever lets the loop turn has heard of everything that was written before.
 */
export function openFolderWatches(): Watcher {
  return {
    watch: async (place, onTouched) => {
      const tree = new FolderTree(place, onTouched);
      // Rejects where there may not be so many watches.
      tree.add('');
      return {
        close: async () => tree.drop(''),
        caughtUp: async () => {
          // One turn may have looked at the events already; the next one looks at all of them.
          await loopTurn();
          await loopTurn();
          if (tree.isBlind) onTouched('all');
        },
      };
    },
  };
}

class FolderTree {
  readonly #root: string;
  readonly #ignoredNames: ReadonlySet<string>;
  readonly #ignoredPaths: ReadonlySet<string>;
  readonly #onTouched: (touched: Touched) => void;
  readonly #watches = new Map<string, FSWatcher>();
  /** Events of this turn of the loop. */
  #events = 0;
  /** Some folder could not be watched any more. */
  isBlind = false;

  constructor(place: WatchedFolder, onTouched: (touched: Touched) => void) {
    this.#root = realpathSync.native(place.folder);
    this.#ignoredNames = new Set(place.ignoredNames);
    this.#ignoredPaths = new Set(place.ignoredPaths);
    this.#onTouched = onTouched;
  }

  /** Watches a folder and those in it. What is made there meanwhile is in what is read, or told of. */
  add(folder: string): void {
    const waiting = [folder];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      for (const name of this.#watched(path)) {
        const inner = path === '' ? name : `${path}/${name}`;
        if (!this.#isIgnored(inner, name)) waiting.push(inner);
      }
  }

  /** Ends the watches of a folder and of those in it. */
  drop(folder: string): void {
    for (const [path, one] of this.#watches) {
      if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) continue;
      one.close();
      this.#watches.delete(path);
    }
  }

  // The folders in one that is watched from now on; none where it is gone, or may not be looked into.
  #watched(folder: string): readonly string[] {
    const path = this.#pathOf(folder);
    try {
      const one = watch(path, { persistent: false }, (event, name) => this.#hear(folder, event, name));
      one.on('error', () => this.#loseSight());
      this.#watches.set(folder, one);
      return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
    } catch (error) {
      if (isAway(error) && folder !== '') return [];
      this.drop('');
      throw error;
    }
  }

  #hear(folder: string, event: string, name: string | null): void {
    if (this.#events++ === 0) setImmediate(() => (this.#events = 0)).unref();
    if (name === null || this.#events > EVENTS_TRUSTED_MAX) this.#onTouched('all');
    if (name === null) return;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (this.#isIgnored(path, name)) return;
    if (event === 'rename' || this.#isFolder(path)) this.#lookAgain(path);
    // A folder tells of its own end by its name.
    if (folder === '' && name === basename(this.#root) && !existsSync(this.#root)) this.#loseSight();
    this.#onTouched([path]);
  }

  // What stands at a path now may be another folder than the one that was watched.
  #lookAgain(path: string): void {
    if (this.#watches.has(path)) this.drop(path);
    if (!this.#isFolder(path)) return;
    try {
      this.add(path);
    } catch {
      this.#loseSight();
    }
  }

  #loseSight(): void {
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

function isAway(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
}
