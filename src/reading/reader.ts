// Reads the files of the workspace and caches their texts until they change; joins this reader with those of sources.
import { realpathSync, statSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { FileText, Reader } from '../ports/reader.ts';
import type { Source } from '../ports/source.ts';
import { confine } from './confine.ts';
import { type ReadFileOptions, type ReadOutcome, readFile, stampOf } from './read-file.ts';

export interface ReaderOptions extends ReadFileOptions {
  readonly root: string;
  /** 0 for no cache. */
  readonly cachedBytesMax: number;
}

/** A reader that also reports why a file was not read. */
export interface FileReader extends Reader {
  /** Reads a path without the cache of `read`. */
  outcome(path: string): ReadOutcome | Promise<ReadOutcome>;
  /** Announces the next calls of `outcome`, because some readers read many files together faster. */
  ahead?(paths: readonly string[]): Promise<void>;
}

const CHARACTER_BYTES = 2;

/** Reads files below the root; a cached text counts only while the file on the disk is unchanged. */
export function createReader({ root, cachedBytesMax, ...options }: ReaderOptions): FileReader {
  const realRoot = realpathSync.native(root);
  // Each size has one byte more, because the cache requires a size above zero.
  const cache =
    cachedBytesMax > 0
      ? new LRUCache<string, KeptFile>({
          maxSize: cachedBytesMax,
          sizeCalculation: ({ file }) => 1 + file.text.length * CHARACTER_BYTES,
        })
      : null;
  const outcome = (path: string) => readFile(realRoot, path, options);
  return {
    outcome,
    async read(path) {
      const kept = cache?.get(path);
      if (kept && isCurrent(realRoot, path, kept)) return kept.file;
      const read = outcome(path);
      if ('refusal' in read) {
        cache?.delete(path);
        return null;
      }
      cache?.set(path, read);
      return read.file;
    },
    forget(path) {
      cache?.delete(path);
    },
  };
}

type KeptFile = Extract<ReadOutcome, { readonly file: FileText }>;

function isCurrent(realRoot: string, path: string, { stamp }: KeptFile): boolean {
  const confined = confine(realRoot, path);
  if ('refusal' in confined) return false;
  const stats = statSync(confined.real, { throwIfNoEntry: false });
  return stats !== undefined && stampOf(stats).version === stamp.version;
}

/** A source that reads its paths itself, because they are no files of the root. */
export interface SelfReadingSource extends Source {
  outcome(path: string): Promise<ReadOutcome>;
  /** Drops a path from the cache, so that the next call reads it again. */
  forget?(path: string): void;
}

/** Joins readers: some sources read their own paths, `disk` reads all others. */
export function joinReaders(selfReading: readonly SelfReadingSource[], disk: FileReader): FileReader {
  const ownerOf = (path: string) => selfReading.find((source) => source.owns(path));
  return {
    outcome: (path) => (ownerOf(path) ?? disk).outcome(path),
    ahead: async (paths) => disk.ahead?.(paths.filter((path) => ownerOf(path) === undefined)),
    async read(path) {
      const owner = ownerOf(path);
      if (owner === undefined) return disk.read(path);
      const outcome = await owner.outcome(path);
      return 'file' in outcome ? outcome.file : null;
    },
    forget: (path) => (ownerOf(path) ?? disk).forget?.(path),
  };
}
