import { LRUCache } from 'lru-cache';
import type { Edge } from '../../model/edge.ts';
import { ownText } from '../../model/own-text.ts';
import type {
  CommitRecord,
  Definition,
  FileHistory,
  MessagePostings,
  Opening,
  PostingList,
  StoreChange,
} from '../../ports/store.ts';
import type { UnitVectors } from '../../ports/vectors.ts';
import { readHistory } from './history-state.ts';
import type { Connection } from './opening/connection.ts';
import { readVectorModel } from './vector-model.ts';
import { readView, type StoredView } from './view.ts';

// Together some eighty megabytes at most, for the questions that are asked again and again.
const POSTING_BYTES_MAX = 24 * 1024 * 1024;
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

/** What was read of one state of the store. */
export interface Remembered {
  readonly view: StoredView;
  readonly opening: Opening;
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
}

/** Reads that are kept until this process or another one writes something else. */
export interface KeptReads {
  /** Asked inside a read, so that it is of the same moment as the rest. */
  current(): Remembered;
  /** Must come before a change of this process; others are noticed. */
  forget(change: StoreChange): void;
}

/** Remembers what is read through a connection. */
export function rememberReads(connection: Connection): KeptReads {
  const reads = createReads(connection);
  let known: number | null = null;
  return {
    current: () => {
      const version = connection.version();
      if (known !== version) for (const part of Object.values(reads.parts)) part.clear();
      known = version;
      return reads;
    },
    forget: ({ contents, upsert, remove, relinked, edges, commits, resetHistory, vectors }) => {
      const { parts } = reads;
      // Every change touches some of it, and what is large in it is the view, which is kept by itself.
      parts.opening.clear();
      if (contents ?? upsert ?? remove) for (const name of OF_THE_VIEW) parts[name].clear();
      if (relinked ?? edges) parts.edges.clear();
      if (commits || resetHistory) for (const name of OF_HISTORY) parts[name].clear();
      if (vectors) parts.vectors.clear();
    },
  };
}

const OF_THE_VIEW = ['view', 'postings', 'unitCounts', 'definitions', 'pathWords', 'edges', 'vectors'] as const;
const OF_HISTORY = ['messages', 'commits', 'fileHistories'] as const;

function createReads(connection: Connection) {
  let view: StoredView | null = null;
  let opening: Opening | null = null;
  const caches = {
    postings: new LRUCache<string, PostingList>({
      maxSize: POSTING_BYTES_MAX,
      sizeCalculation: ({ contents }) => POSTING_LIST_BYTES + POSTING_BYTES * contents.length,
    }),
    unitCounts: singles<string, number>(COUNTS_MAX),
    definitions: listsOf<string, Definition>(DEFINITIONS_MAX),
    pathWords: listsOf<string, string>(PATH_WORDS_MAX),
    messages: new LRUCache<string, MessagePostings>({
      maxSize: MESSAGE_BYTES_MAX,
      sizeCalculation: (list) => MESSAGE_LIST_BYTES + MESSAGE_BYTES * list.commits.length,
    }),
    commits: singles<number, CommitRecord>(COMMITS_MAX),
    fileHistories: singles<string, readonly FileHistory[]>(HISTORIES_MAX),
    vectors: new LRUCache<number, readonly UnitVectors[]>({
      maxSize: VECTOR_BYTES_MAX,
      sizeCalculation: (found) => found.reduce((sum, { scales, rows }) => sum + scales.byteLength + rows.byteLength, 1),
    }),
  };
  const edges = { out: listsOf<string, Edge>(EDGES_MAX), in: listsOf<string, Edge>(EDGES_MAX) };
  const clearEdges = () => {
    edges.out.clear();
    edges.in.clear();
  };
  const clearView = () => {
    view = null;
  };
  const clearOpening = () => {
    opening = null;
  };
  return {
    ...caches,
    edges,
    // Not every question needs all of it.
    get view() {
      view ??= readView(connection);
      return view;
    },
    get opening() {
      opening ??= readOpening(connection, this.view);
      return opening;
    },
    parts: { ...caches, view: { clear: clearView }, opening: { clear: clearOpening }, edges: { clear: clearEdges } },
  };
}

function readOpening(connection: Connection, { files, statistics }: StoredView): Opening {
  const meta = new Map(connection.lists<readonly [key: string, value: string]>('SELECT key, value FROM meta'));
  return { files, statistics, history: readHistory(connection), vectorModel: readVectorModel(connection), meta };
}

function listsOf<Key extends {}, Item>(itemsMax: number): LRUCache<Key, readonly Item[]> {
  return new LRUCache({ maxSize: itemsMax, sizeCalculation: (items) => 1 + items.length });
}

// A cache that is told its greatest number takes the room for it at once; a size of one each takes none before it is needed.
function singles<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}

/** The kept answers by key, in the order asked; what is missing is read at once and kept. */
export function readThrough<Key extends {}, Value extends {}>(
  known: LRUCache<Key, Value>,
  keys: Iterable<Key>,
  read: (missing: readonly Key[]) => (key: Key) => Value,
): Map<Key, Value> {
  const found = new Map<Key, Value>();
  const missing: Key[] = [];
  for (const key of new Set(keys)) {
    const value = known.get(key);
    // What is kept must not hold the text its key was cut from.
    if (value === undefined) missing.push(typeof key === 'string' ? (ownText(key) as Key & string) : key);
    // Sets the place of the key; what is read fills it.
    found.set(key, value as Value);
  }
  if (missing.length === 0) return found;
  const answerTo = read(missing);
  for (const key of missing) {
    const value = answerTo(key);
    known.set(key, value);
    found.set(key, value);
  }
  return found;
}
