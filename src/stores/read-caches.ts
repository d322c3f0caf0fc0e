import { LRUCache } from 'lru-cache';
import type { Edge } from '../model/edge.ts';
import { ownText } from '../model/memory.ts';
import type { UnitVectors } from '../ports/embedder.ts';
import type {
  CommitRecord,
  Definition,
  FileHistory,
  MessagePostings,
  PostingList,
  StoreChange,
} from '../ports/store.ts';

// Together some sixty megabytes at most, for the questions that are asked again and again. Words are seldom asked twice, vectors are
// almost always: half of the words of new tasks are found again whatever the room, 98 of 100 vectors.
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
// A list takes room before it holds anything, and every question has words that nothing holds.
const POSTING_LIST_BYTES = 1400;
const MESSAGE_LIST_BYTES = 600;

/** What was read of one state of a store, and is kept until the store changes. */
export interface ReadCaches {
  readonly postings: LRUCache<string, PostingList>;
  /** How many units hold a term. */
  readonly unitCounts: LRUCache<string, number>;
  /** Where names are defined, by key. */
  readonly definitions: LRUCache<string, readonly Definition[]>;
  /** Paths by a word in them. */
  readonly pathWords: LRUCache<string, readonly string[]>;
  readonly messages: LRUCache<string, MessagePostings>;
  readonly commits: LRUCache<number, CommitRecord>;
  /** By path, one or none. */
  readonly fileHistories: LRUCache<string, readonly FileHistory[]>;
  /** By content, one or none. */
  readonly vectors: LRUCache<number, readonly UnitVectors[]>;
  /** Edges by path: out of it, and into it. */
  readonly edges: { readonly out: LRUCache<string, readonly Edge[]>; readonly in: LRUCache<string, readonly Edge[]> };
  /** Must come before a change: what it touches is read anew. */
  forget(change: StoreChange): void;
  /** Somebody else has written, whatever it was; no commits, where that is known. */
  clear(but?: { readonly keepsHistory: boolean }): void;
}

/** Room for the answers to what is asked again and again. */
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
    clear: ({ keepsHistory } = { keepsHistory: false }) =>
      clear({ ...ofTheView, ...(keepsHistory ? {} : ofHistory), ...edges, vectors }),
  };
}

function listsOf<Key extends {}, Item>(itemsMax: number): LRUCache<Key, readonly Item[]> {
  return new LRUCache({ maxSize: itemsMax, sizeCalculation: (items) => 1 + items.length });
}

// A cache that is told its greatest number takes the room for it at once; a size of one each takes none before it is needed.
function singles<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}

/** What is kept of what is asked, and a way to add what was not. */
export interface KeptAnswers<Key, Value> {
  readonly missing: readonly Key[];
  /** The answers in the order asked; those that were missing are kept from now on. */
  fill(answerTo: (key: Key) => Value): Map<Key, Value>;
}

/** Looks up the kept answers by key. */
export function lookUp<Key extends {}, Value extends {}>(
  known: LRUCache<Key, Value>,
  keys: Iterable<Key>,
): KeptAnswers<Key, Value> {
  const found = new Map<Key, Value>();
  const missing: Key[] = [];
  for (const key of new Set(keys)) {
    const value = known.get(key);
    // What is kept must not hold the text its key was cut from.
    if (value === undefined) missing.push(typeof key === 'string' ? (ownText(key) as Key & string) : key);
    // Sets the place of the key; what is read fills it.
    found.set(key, value as Value);
  }
  return {
    missing,
    fill: (answerTo) => {
      for (const key of missing) {
        const value = answerTo(key);
        known.set(key, value);
        found.set(key, value);
      }
      return found;
    },
  };
}

const NOTHING_TO_READ = (): never => {
  throw new Error('nothing is missing');
};

/** The kept answers by key, in the order asked; what is missing is read at once and kept. */
export function readThrough<Key extends {}, Value extends {}>(
  known: LRUCache<Key, Value>,
  keys: Iterable<Key>,
  read: (missing: readonly Key[]) => (key: Key) => Value,
): Map<Key, Value> {
  const { missing, fill } = lookUp(known, keys);
  return fill(missing.length === 0 ? NOTHING_TO_READ : read(missing));
}
