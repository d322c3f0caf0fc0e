import { LRUCache } from 'lru-cache';
import type { Edge } from '../../model/edge.ts';
import type { CommitRecord, MessagePostings, PostingList } from '../../ports/store.ts';
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

/** Kept until this process or another one writes. Asked inside a read, so that it is of the same moment as the rest. */
export function rememberReads(connection: Connection): { current(): Remembered; forget(): void } {
  let known: { readonly version: number; readonly reads: Remembered } | null = null;
  return {
    current: () => {
      const version = connection.version();
      if (known?.version !== version) known = { version, reads: nothingYet(connection) };
      return known.reads;
    },
    forget: () => {
      known = null;
    },
  };
}

function nothingYet(connection: Connection): Remembered {
  let view: View | null = null;
  return {
    // Not every question needs all of it.
    get view() {
      view ??= readView(connection);
      return view;
    },
    postings: new LRUCache({
      maxSize: POSTING_BYTES_MAX,
      sizeCalculation: ({ contents }) => 1 + POSTING_BYTES * contents.length,
    }),
    messages: new LRUCache({
      maxSize: MESSAGE_BYTES_MAX,
      sizeCalculation: ({ commits }) => 1 + MESSAGE_BYTES * commits.length,
    }),
    commits: new LRUCache({ max: COMMITS_MAX }),
    edges: { out: edgesByPath(), in: edgesByPath() },
  };
}

function edgesByPath(): LRUCache<string, readonly Edge[]> {
  return new LRUCache({ maxSize: EDGES_MAX, sizeCalculation: (edges) => 1 + edges.length });
}
