import type { Edge } from '../../src/model/edge.ts';
import { ContextError } from '../../src/model/errors.ts';
import type { ContentVectors, VectorModel } from '../../src/ports/embedder.ts';
import type {
  CommitRecord,
  ContentRecord,
  DocumentEntry,
  FileRecord,
  HistoryState,
  StoreChange,
} from '../../src/ports/store.ts';
import { messageTerms } from '../../src/stores/commits.ts';
import { type ContentsKept, contentsToForget } from '../../src/stores/upkeep.ts';

/** Everything the memory store holds, in plain maps. */
export interface MemoryState {
  readonly contents: Map<string, MemoryContent>;
  /** The view, by path. */
  readonly files: Map<string, FileRecord>;
  /** By path. */
  readonly documents: Map<string, DocumentEntry>;
  /** By source, target and kind. */
  readonly edges: Map<string, Edge>;
  /** In the order of their ids, which start at 1. */
  readonly commits: MemoryCommit[];
  /** By hash. */
  readonly vectors: Map<string, ContentVectors>;
  vectorModel: VectorModel | null;
  readonly meta: Map<string, string>;
  history: Pick<HistoryState, 'available' | 'head' | 'note'>;
  lastContent: number;
  /** How many contents the largest view had; null before anything left. */
  most: number | null;
}

export interface MemoryContent extends ContentRecord {
  readonly id: number;
  readonly termCount: number;
  /** Whether it was ever in the view; only what left the view is dead. */
  wasLive: boolean;
}

interface MemoryCommit extends CommitRecord {
  /** It left the history, and may come back under its number. */
  isHidden: boolean;
  readonly terms: readonly string[];
}

const NO_HISTORY = { available: false, head: null, note: null };

/** A store that holds nothing. */
export function emptyState(): MemoryState {
  return {
    contents: new Map(),
    files: new Map(),
    documents: new Map(),
    edges: new Map(),
    commits: [],
    vectors: new Map(),
    vectorModel: null,
    meta: new Map(),
    history: NO_HISTORY,
    lastContent: 0,
    most: null,
  };
}

/** Applies a change whole, or throws before anything is touched. */
export function applyToState(state: MemoryState, change: StoreChange, keeping: ContentsKept | undefined): void {
  const offered = new Set(change.contents?.map((content) => content.hash));
  const missing = change.upsert?.find((file) => !offered.has(file.hash) && !state.contents.has(file.hash));
  if (missing) throw new ContextError('STORE_BUSY', `The content of ${missing.path} left the index meanwhile.`);

  addContents(state, change);
  changeView(state, change);
  changeEdges(state, change);
  changeVectors(state, change);
  changeHistory(state, change);
  for (const [key, value] of Object.entries(change.meta ?? {})) state.meta.set(key, value);
  if (keeping && (change.upsert || change.remove)) prune(state, keeping);
}

function addContents(state: MemoryState, change: StoreChange): void {
  for (const content of change.contents ?? []) {
    if (state.contents.has(content.hash)) continue;
    state.lastContent += 1;
    const termCount = content.terms.unitLengths.reduce((sum, length) => sum + length, 0);
    state.contents.set(content.hash, { ...content, id: state.lastContent, termCount, wasLive: false });
  }
}

function changeView(state: MemoryState, change: StoreChange): void {
  for (const path of change.remove ?? []) {
    state.files.delete(path);
    state.documents.delete(path);
  }
  for (const { document, ...file } of change.upsert ?? []) {
    const content = state.contents.get(file.hash)!;
    content.wasLive = true;
    state.files.set(file.path, {
      ...file,
      content: content.id,
      lineCount: content.facts.lineCount,
      termCount: content.termCount,
      isParsed: content.isParsed,
      cleanBy: content.cleanBy,
    });
    if (document) state.documents.set(file.path, document);
    else if (state.documents.get(file.path)?.card.hash !== file.hash) state.documents.delete(file.path);
  }
}

function changeEdges(state: MemoryState, change: StoreChange): void {
  const replaced = new Set([...(change.remove ?? []), ...(change.relinked ?? [])]);
  for (const [key, edge] of state.edges) if (replaced.has(edge.from)) state.edges.delete(key);
  for (const edge of change.edges ?? []) {
    const key = JSON.stringify([edge.from, edge.to, edge.kind]);
    const known = state.edges.get(key);
    if (!known || edge.weight > known.weight) state.edges.set(key, edge);
  }
}

function changeVectors(state: MemoryState, { vectors }: StoreChange): void {
  if (!vectors) return;
  const { name, dimensions } = vectors.model;
  if (state.vectorModel?.name !== name || state.vectorModel.dimensions !== dimensions) {
    state.vectors.clear();
    state.vectorModel = { name, dimensions };
  }
  for (const one of vectors.contents) if (state.contents.has(one.hash)) state.vectors.set(one.hash, one);
}

function changeHistory(state: MemoryState, change: StoreChange): void {
  if (change.resetHistory) {
    state.commits.length = 0;
    state.history = NO_HISTORY;
  }
  const known = new Map(state.commits.map((commit) => [commit.sha, commit]));
  for (const sha of change.dropped ?? []) {
    const commit = known.get(sha);
    if (commit) commit.isHidden = true;
  }
  // The oldest first: a higher number is a newer commit, however often the history was read.
  for (const commit of (change.commits ?? []).toReversed()) {
    const stored = known.get(commit.sha);
    if (stored) stored.isHidden = false;
    if (stored) continue;
    const paths = [...new Set(commit.paths)];
    const added = {
      ...commit,
      paths,
      id: state.commits.length + 1,
      terms: messageTerms(commit.message),
      isHidden: false,
    };
    known.set(commit.sha, added);
    state.commits.push(added);
  }
  if (change.history) state.history = change.history;
}

function prune(state: MemoryState, keeping: ContentsKept): void {
  const live = new Set([...state.files.values()].map((file) => file.hash));
  const dead = [...state.contents.values()].filter((content) => content.wasLive && !live.has(content.hash));
  const { most, count } = contentsToForget(live.size, dead.length, state.most, keeping);
  state.most = most;
  for (const { hash } of dead.slice(0, count)) {
    state.contents.delete(hash);
    state.vectors.delete(hash);
  }
}
