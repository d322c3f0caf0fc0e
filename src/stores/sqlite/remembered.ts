import { LRUCache } from 'lru-cache';
import type { Edge } from '../../model/edge.ts';
import type { CommitRecord, MessagePostings, PostingList, StoreChange } from '../../ports/store.ts';
import type { Connection } from './connection.ts';
import { readView, type View } from './view.ts';

// Together some forty megabytes at most, for the questions that are asked again and again.
const POSTING_BYTES_MAX = 24 * 1024 * 1024;
const MESSAGE_BYTES_MAX = 8 * 1024 * 1024;
const EDGES_MAX = 60_000;
const COMMITS_MAX = 5000;
const POSTING_BYTES = 15;
const MESSAGE_BYTES = 5;

/** What was read of one state of the store. */
export interface Remembered {
  readonly view: View;
  readonly postings: LRUCache<string, PostingList>;
  readonly messages: LRUCache<string, MessagePostings>;
  readonly commits: LRUCache<number, CommitRecord>;
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
    forget: ({ contents, upsert, remove, relinked, edges, commits, resetHistory }) => {
      const { parts } = reads;
      if (contents ?? upsert ?? remove) for (const name of ['view', 'postings', 'edges'] as const) parts[name].clear();
      if (relinked ?? edges) parts.edges.clear();
      if (commits || resetHistory) for (const name of ['messages', 'commits'] as const) parts[name].clear();
    },
  };
}

function createReads(connection: Connection) {
  let view: View | null = null;
  const postings = new LRUCache<string, PostingList>({
    maxSize: POSTING_BYTES_MAX,
    sizeCalculation: ({ contents }) => 1 + POSTING_BYTES * contents.length,
  });
  const messages = new LRUCache<string, MessagePostings>({
    maxSize: MESSAGE_BYTES_MAX,
    sizeCalculation: (list) => 1 + MESSAGE_BYTES * list.commits.length,
  });
  const commits = new LRUCache<number, CommitRecord>({ max: COMMITS_MAX });
  const edges = { out: edgesByPath(), in: edgesByPath() };
  const clearEdges = () => {
    edges.out.clear();
    edges.in.clear();
  };
  const clearView = () => {
    view = null;
  };
  return {
    // Not every question needs all of it.
    get view() {
      view ??= readView(connection);
      return view;
    },
    postings,
    messages,
    commits,
    edges,
    parts: { view: { clear: clearView }, postings, messages, commits, edges: { clear: clearEdges } },
  };
}

function edgesByPath(): LRUCache<string, readonly Edge[]> {
  return new LRUCache({ maxSize: EDGES_MAX, sizeCalculation: (edges) => 1 + edges.length });
}
