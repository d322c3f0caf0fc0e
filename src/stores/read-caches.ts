// Caches what the SQLite and PostgreSQL stores read.
import { LRUCache } from 'lru-cache';
import type { Edge } from '../model/edge.ts';
import { copyText } from '../model/memoize.ts';
import type { UnitVectors } from '../ports/embedder.ts';
import type {
  CommitRecord,
  Definition,
  FileHistory,
  MessagePostings,
  PostingList,
  StoreChange,
} from '../ports/store.ts';

// A cache of words hits for half of the words of a new task, whatever its size; a cache of vectors hits for 98 of 100.
const POSTING_BYTES_MAX = 8 * 1024 * 1024;
const MESSAGE_BYTES_MAX = 8 * 1024 * 1024;
const VECTOR_BYTES_MAX = 24 * 1024 * 1024;
const EDGES_MAX = 60_000;
const COMMITS_MAX = 5000;
const COUNTS_MAX = 20_000;
const DEFINITIONS_MAX = 40_000;
const PATH_WORDS_MAX = 100_000;
const HISTORIES_MAX = 10_000;
const POSTING_BYTES = 15;
const MESSAGE_BYTES = 5;
// An empty list takes memory too, and most questions have words that no file holds.
const POSTING_LIST_BYTES = 1400;
const MESSAGE_LIST_BYTES = 600;

/** Values read from one state of a store. */
export interface ReadCaches {
  readonly postings: LRUCache<string, PostingList>;
  readonly unitCounts: LRUCache<string, number>;
  /** Where names are defined, by key. */
  readonly definitions: LRUCache<string, readonly Definition[]>;
  readonly pathWords: LRUCache<string, readonly string[]>;
  readonly messages: LRUCache<string, MessagePostings>;
  readonly commits: LRUCache<number, CommitRecord>;
  /** By path; an empty list for a file without history. */
  readonly fileHistories: LRUCache<string, readonly FileHistory[]>;
  /** By content; an empty list for a content without vectors. */
  readonly vectors: LRUCache<number, readonly UnitVectors[]>;
  /** Edges by path: those from it, and those to it. */
  readonly edges: { readonly out: LRUCache<string, readonly Edge[]>; readonly in: LRUCache<string, readonly Edge[]> };
  /** Removes what a change of this process affects. */
  forget(change: StoreChange): void;
  /** Removes everything, or all but the history. */
  clear(keepsHistory?: boolean): void;
}

export function createReadCaches(): ReadCaches {
  const ofTheView = {
    postings: new LRUCache<string, PostingList>({
      maxSize: POSTING_BYTES_MAX,
      sizeCalculation: ({ contents }) => POSTING_LIST_BYTES + POSTING_BYTES * contents.length,
    }),
    unitCounts: singles<string, number>(COUNTS_MAX),
    definitions: listsOf<string, Definition>(DEFINITIONS_MAX),
    pathWords: listsOf<string, string>(PATH_WORDS_MAX),
  };
  const ofHistory = {
    messages: new LRUCache<string, MessagePostings>({
      maxSize: MESSAGE_BYTES_MAX,
      sizeCalculation: (list) => MESSAGE_LIST_BYTES + MESSAGE_BYTES * list.commits.length,
    }),
    commits: singles<number, CommitRecord>(COMMITS_MAX),
    fileHistories: singles<string, readonly FileHistory[]>(HISTORIES_MAX),
  };
  const vectors = new LRUCache<number, readonly UnitVectors[]>({
    maxSize: VECTOR_BYTES_MAX,
    sizeCalculation: (found) => found.reduce((sum, { scales, rows }) => sum + scales.byteLength + rows.byteLength, 1),
  });
  const edges = { out: listsOf<string, Edge>(EDGES_MAX), in: listsOf<string, Edge>(EDGES_MAX) };
  const clear = (caches: object) => {
    for (const cache of Object.values(caches) as readonly { clear(): void }[]) cache.clear();
  };
  return {
    ...ofTheView,
    ...ofHistory,
    vectors,
    edges,
    forget: (change) => {
      if (change.contents ?? change.upsert ?? change.remove) clear({ ...ofTheView, ...edges, vectors });
      if (change.relinked ?? change.edges) clear(edges);
      if (change.commits || change.dropped || change.resetHistory) clear(ofHistory);
      if (change.vectors) vectors.clear();
    },
    clear: (keepsHistory = false) => clear({ ...ofTheView, ...(keepsHistory ? {} : ofHistory), ...edges, vectors }),
  };
}

// Counts packed bytes; unpacked facts take about ten times as much.
const FACTS_BYTES_MAX = 6 * 1024 * 1024;

/** A read of more contents than this would push the often used ones out of the cache of facts. */
export const FACTS_CACHED_AT_ONCE = 500;

/** Creates a cache for the facts of some hundred files. Facts never change, so few changes of the store clear it. */
export function createFactsCache<Key extends {}, Facts extends {}>(): LRUCache<Key, Facts> {
  return new LRUCache({ maxSize: FACTS_BYTES_MAX });
}

function listsOf<Key extends {}, Item>(itemsMax: number): LRUCache<Key, readonly Item[]> {
  return new LRUCache({ maxSize: itemsMax, sizeCalculation: (items) => 1 + items.length });
}

// With `max` an LRUCache allocates its memory at once; with `maxSize` and sizes of 1 it grows as needed.
function singles<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}

/** The keys whose values are not cached, and a way to add these. */
interface CacheLookup<Key, Value> {
  readonly missing: readonly Key[];
  /** Returns the values that exist, in the order of the keys, and caches those that were missing. */
  fill(answerTo: (key: Key) => Value | undefined): Map<Key, Value>;
}

export function lookUp<Key extends {}, Value extends {}>(
  cache: LRUCache<Key, Value>,
  keys: Iterable<Key>,
): CacheLookup<Key, Value> {
  const values = new Map<Key, Value>();
  const missing: Key[] = [];
  for (const key of new Set(keys)) {
    const value = cache.get(key);
    // A key cut from a long text would keep that text in memory: copies it.
    if (value === undefined) missing.push(typeof key === 'string' ? (copyText(key) as Key & string) : key);
    // Reserves the place of the key; `fill` sets the value later.
    values.set(key, value as Value);
  }
  return {
    missing,
    fill: (answerTo) => {
      for (const key of missing) {
        const value = answerTo(key);
        cache.set(key, value);
        if (value === undefined) values.delete(key);
        else values.set(key, value);
      }
      return values;
    },
  };
}

/** Returns the values that exist, in the order of the keys; reads the missing ones at once and caches them. */
export function readThrough<Key extends {}, Value extends {}>(
  cache: LRUCache<Key, Value>,
  keys: Iterable<Key>,
  read: (missing: readonly Key[]) => (key: Key) => Value | undefined,
): Map<Key, Value> {
  const { missing, fill } = lookUp(cache, keys);
  return fill(missing.length === 0 ? () => undefined : read(missing));
}
