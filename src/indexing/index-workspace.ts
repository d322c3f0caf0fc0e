import type { FileRecord, HistoryState, Opening, StoreChange } from '../ports/store.ts';
import { createTally, type Tally } from '../reading/tally.ts';
import type { BatchLimits } from './batches.ts';
import { embedUnits } from './embed-units.ts';
import { filesToLink } from './files-to-link.ts';
import { type FilesOutcome, indexFiles } from './index-files.ts';
import { INDEX_META } from './index-meta.ts';
import { keepOpening } from './keep-opening.ts';
import { link } from './link.ts';
import type { CommitNews, IndexParts } from './parts.ts';
import { type IndexPlan, plan } from './plan.ts';
import { READ_SENTENCES } from './read-batch.ts';
import { parseRefused, printRefused, type Refused } from './refused.ts';
import { type SeenFiles, scanSources } from './scan-sources.ts';
import type { RefreshScope } from './scope.ts';

export interface IndexOptions extends BatchLimits {
  /** Files touched less than this before they were indexed are hashed again. */
  readonly youngMs: number;
  /** What to look at, where that is known; everything otherwise. */
  readonly scope?: RefreshScope | null | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

interface IndexProgress {
  readonly stage: 'scan' | 'parse' | 'link' | 'embed' | 'history';
  readonly done: number;
  readonly total: number;
}

/** What a run did. */
export interface IndexOutcome {
  /** Files in the view now. */
  readonly files: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Commits known now. */
  readonly commits: number;
  readonly milliseconds: number;
  readonly notes: readonly string[];
  /** What each source had to remark when it was last looked through: for the next scope. */
  readonly scanNotes: ReadonlyMap<string, readonly string[]>;
}

/**
 * Brings the store up to what is on disk and in git. With nothing new it costs a look at every file and a question to
 * git, or what the scope says. Stopped by the signal it rejects with the signal's reason; what was stored by then stays.
 */
export async function indexWorkspace(given: IndexParts, options: IndexOptions): Promise<IndexOutcome> {
  const parts = { ...given, store: keepOpening(given.store) };
  const startedMs = parts.now();
  options.onProgress?.({ stage: 'scan', done: 0, total: 0 });
  const opening = await parts.store.opening();
  const history = startHistory(parts, opening.history, options);
  try {
    const before = lastRun(opening);
    const scan = await scanSources(parts.sources, opening.meta, options.scope);
    options.signal?.throwIfAborted();
    const seen = scan.files.length;
    options.onProgress?.({ stage: 'scan', done: seen, total: scan.isWhole ? seen : Math.max(seen, before.files.size) });
    const run = { before, todo: planOf(before, scan, options), options, tally: createTally(READ_SENTENCES) };
    const files = await changeFiles(parts, run);
    await relink(parts, files, run);
    const embedNotes = await embed(parts, options);
    history.announce();
    const news = await history.stored;
    await remember(parts, files, { ...run, startedMs: scan.isWhole ? startedMs : before.indexedAtMs });
    if (Object.keys(scan.meta).length > 0) await parts.store.apply({ meta: scan.meta });
    const note = news === null ? opening.history.note : news.note;
    const now = await parts.store.opening();
    const linkNotes: readonly string[] = JSON.parse(now.meta.get(INDEX_META.linkNotes) ?? '[]');
    const notes = [
      ...[...scan.notes.values()].flat(),
      ...run.tally.notes(),
      ...linkNotes,
      ...embedNotes,
      ...(note === null ? [] : [note]),
    ];
    const milliseconds = parts.now() - startedMs;
    return { ...outcomeOf(now, files), milliseconds, notes, scanNotes: scan.notes };
  } finally {
    history.stop();
  }
}

interface LastRun {
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly refused: Refused;
  readonly indexedAtMs: number | null;
  readonly isLinked: boolean;
}

interface IndexRun {
  readonly before: LastRun;
  readonly todo: IndexPlan;
  readonly options: IndexOptions;
  readonly tally: Tally;
}

function planOf({ files, refused, indexedAtMs }: LastRun, seen: SeenFiles, { youngMs }: IndexOptions): IndexPlan {
  const known = [...files.values(), ...refused.values()].filter(({ path }) => seen.isCovered(path));
  return plan(known, seen.files, { indexedAtMs, youngMs, isTouched: seen.isTouched });
}

// Git works beside the parsing, and what it tells is stored while the parser is busy; whoever leaves early ends it.
// Its progress is told when nothing else is waited for.
function startHistory(parts: IndexParts, stored: HistoryState, { signal, onProgress, scope }: IndexOptions) {
  const own = new AbortController();
  let commits = 0;
  let isAnnounced = false;
  const tell = () => {
    if (isAnnounced) onProgress?.({ stage: 'history', done: commits, total: 0 });
  };
  const read = async () => {
    if (scope) return null;
    const news = await parts.history.news(stored.head, {
      signal: signal ? AbortSignal.any([signal, own.signal]) : own.signal,
      onProgress: (done) => {
        commits = done;
        tell();
      },
    });
    const change = own.signal.aborted ? null : historyChange(stored, news);
    if (change) await parts.store.apply(change);
    return news;
  };
  const storing = read();
  // Its failure is met when its turn comes; until then it must not count as unhandled.
  storing.catch(() => {});
  const announce = () => {
    isAnnounced = true;
    tell();
  };
  return { stored: storing, announce, stop: () => own.abort() };
}

function lastRun({ files, meta }: Opening): LastRun {
  const indexedAt = meta.get(INDEX_META.indexedAtMs);
  return {
    files: new Map(files.map((file) => [file.path, file])),
    refused: parseRefused(meta.get(INDEX_META.refused) ?? null),
    indexedAtMs: indexedAt === undefined ? null : Number(indexedAt),
    isLinked: meta.get(INDEX_META.linking) !== 'pending',
  };
}

async function changeFiles(parts: IndexParts, { before, todo, options, tally }: IndexRun): Promise<FilesOutcome> {
  const removed = todo.remove.filter((path) => before.files.has(path));
  if (removed.length > 0)
    await parts.store.apply({ remove: removed, meta: { [INDEX_META.linking]: 'pending', [INDEX_META.embedded]: '' } });
  const files = [...todo.add, ...todo.change, ...todo.recheck];
  options.onProgress?.({ stage: 'parse', done: 0, total: files.length });
  const outcome = await indexFiles(parts, files, {
    ...options,
    view: before.files,
    tally,
    onBatch: (done) => options.onProgress?.({ stage: 'parse', done, total: files.length }),
  });
  return { ...outcome, lost: [...removed, ...outcome.lost] };
}

async function relink(parts: IndexParts, files: FilesOutcome, { before, options }: IndexRun): Promise<void> {
  if (before.isLinked && files.added.length + files.changed.length + files.lost.length === 0) return;
  options.signal?.throwIfAborted();
  options.onProgress?.({ stage: 'link', done: 0, total: 1 });
  const todo = before.isLinked
    ? await filesToLink(parts, { ...files, before: before.files })
    : { paths: 'all' as const, isWhole: true };
  const change = await link(parts, todo);
  await parts.store.apply({ ...change, meta: { ...change.meta, [INDEX_META.linking]: 'done' } });
  options.onProgress?.({ stage: 'link', done: 1, total: 1 });
}

// Vectors that come from elsewhere are made when they are asked for: nothing else need wait for them.
async function embed({ store, embedding }: IndexParts, options: IndexOptions): Promise<readonly string[]> {
  if (embedding === null || !embedding.embedder.isLocal) return [];
  const onProgress = (done: number, total: number) => options.onProgress?.({ stage: 'embed', done, total });
  const { failure } = await embedUnits(store, embedding, { signal: options.signal, onProgress });
  return failure === null ? [] : [`no meaning: ${failure}`];
}

async function remember(
  parts: IndexParts,
  files: FilesOutcome,
  run: IndexRun & { startedMs: number | null },
): Promise<void> {
  const { todo, before, startedMs, tally } = run;
  const seenAgain = new Set([...todo.add, ...todo.change, ...todo.recheck].map(({ path }) => path).concat(todo.remove));
  const still = [...before.refused.values()].filter(({ path }) => !seenAgain.has(path));
  for (const { path } of still) tally.add('binary', path);
  if (seenAgain.size === 0 && before.indexedAtMs !== null) return;
  const refused = new Map([...still, ...files.refused].map((file) => [file.path, file]));
  const at = startedMs === null ? {} : { [INDEX_META.indexedAtMs]: String(startedMs) };
  await parts.store.apply({ meta: { ...at, [INDEX_META.refused]: printRefused(refused) } });
}

function outcomeOf({ files, history }: Opening, { added, changed, lost }: FilesOutcome) {
  return {
    files: files.length,
    added: added.length,
    changed: changed.length,
    removed: lost.length,
    commits: history.commits,
  };
}

// The change that brings the stored history up to date; null when it is. All in one, because half a history lies.
function historyChange(stored: HistoryState, news: CommitNews | null): StoreChange | null {
  if (news === null) return null;
  const { available, head, note, commits, isReset } = news;
  const isSame = stored.available === available && stored.head === head && stored.note === note;
  if (isSame && commits.length === 0) return null;
  const state = { available, head, note, commits: commits.length, averageMessageLength: 0 };
  return { resetHistory: isReset, commits, history: state };
}
