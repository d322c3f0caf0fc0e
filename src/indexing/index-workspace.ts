// One run of indexing: scan, plan, read, parse, store, link and embed, so that the store matches the files and commits.
import type { FileRecord, Fingerprint, Opening } from '../ports/store.ts';
import { createTally, type Tally } from '../reading/left-out-tally.ts';
import { embedUnits } from './embed-units.ts';
import { type FilesOutcome, indexFiles } from './index-files.ts';
import { INDEX_META, type IndexParts } from './index-parts.ts';
import { filesToLink, link } from './link.ts';
import { expectFiles, noteLacking } from './parse-batch.ts';
import {
  type FirstAnswer,
  type IndexLot,
  type IndexPlan,
  lotsOf,
  parseRefused,
  plan,
  printRefused,
  type RefusedFiles,
} from './plan.ts';
import { type BatchLimits, READ_SENTENCES } from './read-batch.ts';
import { type HistoryRun, historyReadOf, startHistory } from './read-history.ts';
import { filesAtPaths, type RefreshScope, type SeenFiles, scanSources, sourceOf } from './scan-sources.ts';
import { cacheOpening, filesByPath } from './view-caches.ts';

export interface IndexOptions extends BatchLimits {
  /** Files changed less than this before they were indexed are hashed again. */
  readonly youngMs: number;
  /** The reported changes to scan; without them it scans everything. */
  readonly scope?: RefreshScope | null | undefined;
  readonly first?: AnswerWaiting | undefined;
  /** Whether to leave the rest to the next run, because a call waits for an answer from that run. */
  readonly isDue?: (() => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** A call that gets its answer before the index is complete. */
export interface AnswerWaiting extends FirstAnswer {
  /** Reports that the answer can be made; the rest of the run starts when the promise is fulfilled. */
  ready(outcome: IndexOutcome): Promise<void>;
}

interface IndexProgress {
  readonly stage: 'scan' | 'parse' | 'link' | 'embed' | 'history';
  readonly done: number;
  readonly total: number;
}

export interface IndexOutcome {
  /** The number of files in the view. */
  readonly files: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly commits: number;
  /** The number of new or changed files that are not read yet. */
  readonly left: number;
  /** Whether all files and all commits are read. */
  readonly isWhole: boolean;
  readonly milliseconds: number;
  readonly notes: readonly string[];
  /** The notes of each source from its last full scan, for the next scope. */
  readonly scanNotes: ReadonlyMap<string, readonly string[]>;
}

/**
 * Updates the store to match the files of the sources and the commits in git; with a scope, only the reported files.
 * An abort rejects with the signal's reason and keeps what is stored. If a call waits and there is much to index, the
 * files it most likely needs come first. Calls `first.ready` when the answer can be made before the run is complete.
 */
export async function indexWorkspace(given: IndexParts, options: IndexOptions): Promise<IndexOutcome> {
  const parts = { ...given, store: cacheOpening(given.store) };
  const { first, signal, onProgress, scope } = options;
  const startedMs = parts.now();
  onProgress?.({ stage: 'scan', done: 0, total: 0 });
  const opening = await parts.store.opening();
  await noteLacking(parts.parser, opening.meta.get(INDEX_META.lacking) ?? '');
  const history = startHistory(parts, opening, {
    signal,
    onProgress: (done) => onProgress?.({ stage: 'history', done, total: 0 }),
    most: first?.commits,
    isQuiet: scope != null,
  });
  try {
    const before = lastRun(opening);
    const onSeen = (done: number) => onProgress?.({ stage: 'scan', done, total: 0 });
    const scan = await scanSources(parts.sources, opening, scope, onSeen);
    signal?.throwIfAborted();
    const seen = scan.files.length;
    onProgress?.({ stage: 'scan', done: seen, total: scan.isWhole ? seen : Math.max(seen, before.files.size) });
    const todo = planOf(before, scan, { ...options, files: opening.files, sources: parts.sources });
    if (before.files.size === 0) expectFiles(todo.add, parts);
    const lots = await lotsOf(todo, { files: scan.files, history: history.newest }, first);
    const run = { before, options, scan, history, startedMs, opening, tally: createTally(READ_SENTENCES) };
    const done = await indexLot(parts, lots[0], run, null);
    if (lots[1] === undefined || done.outcome.isWhole) return done.outcome;
    await first?.ready(done.outcome);
    signal?.throwIfAborted();
    return (await indexLot(parts, lots[1], run, done)).outcome;
  } finally {
    history.stop();
  }
}

interface IndexRun {
  readonly before: LastRun;
  readonly options: IndexOptions;
  readonly scan: SeenFiles;
  readonly history: HistoryRun;
  readonly startedMs: number;
  readonly opening: Opening;
  readonly tally: Tally;
}

interface LotResult {
  readonly files: FilesOutcome;
  readonly outcome: IndexOutcome;
}

// Reads, stores and links one lot of files; `earlier` is the result of the lots before it.
async function indexLot(
  parts: IndexParts,
  lot: IndexLot,
  run: IndexRun,
  earlier: LotResult | null,
): Promise<LotResult> {
  const { scan, history, options } = run;
  const done = await changeFiles(parts, lot, run);
  const files = earlier === null ? done : joinOutcomes(earlier.files, done);
  const left = lot.leaves + done.left;
  if (left > 0) await linkLikely(parts, lot.likely);
  else if (earlier === null || lot.todo.add.length + lot.todo.change.length > 0) await relink(parts, files, run);
  const embedNotes = await embed(parts, options);
  history.announce();
  const news = await history.newest;
  if (lot.isLast) await history.older(options.isDue ?? (() => false));
  if (earlier === null) for (const { path } of stillRefused(run.before, lot)) run.tally.add('binary', path);
  await storeState(parts, files, run, { lot, left });
  if (left === 0 && Object.keys(scan.meta).length > 0) await parts.store.apply({ meta: scan.meta });
  const now = await parts.store.opening();
  const lacking = await noteLacking(parts.parser, now.meta.get(INDEX_META.lacking) ?? '');
  const linkNotes: readonly string[] = JSON.parse(now.meta.get(INDEX_META.linkNotes) ?? '[]');
  const note = news === null ? run.opening.history.note : now.history.note;
  const notes = [
    ...[...scan.notes.values()].flat(),
    ...run.tally.notes(),
    ...linkNotes,
    ...embedNotes,
    ...(lacking === null ? [] : [lacking]),
    ...(note === null ? [] : [note]),
  ];
  const milliseconds = parts.now() - run.startedMs;
  const isWhole = left === 0 && historyReadOf(now) === null;
  return { files, outcome: { ...countsOf(now, files), left, isWhole, milliseconds, notes, scanNotes: scan.notes } };
}

interface LastRun {
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly refused: RefusedFiles;
  readonly indexedAtMs: number | null;
  readonly isLinked: boolean;
}

function planOf(
  { refused, indexedAtMs }: LastRun,
  seen: SeenFiles,
  { youngMs, files, sources }: IndexOptions & Pick<IndexParts, 'sources'> & { readonly files: Opening['files'] },
): IndexPlan {
  const near = seen.changedPaths === null ? files : filesAtPaths(files, seen.changedPaths);
  const candidates = [...near, ...refused.values()].filter(({ path }) => seen.isCovered(path));
  const todo = plan(candidates, seen.files, { indexedAtMs, youngMs, isReported: seen.isReported });
  return { ...todo, recheck: todo.recheck.filter(({ path }) => !sourceOf(sources, path).isImported) };
}

function lastRun({ files, meta }: Opening): LastRun {
  const indexedAt = meta.get(INDEX_META.indexedAtMs);
  return {
    files: filesByPath(files),
    refused: parseRefused(meta.get(INDEX_META.refused) ?? null),
    indexedAtMs: indexedAt === undefined ? null : Number(indexedAt),
    isLinked: meta.get(INDEX_META.linking) !== 'pending',
  };
}

async function changeFiles(parts: IndexParts, lot: IndexLot, run: IndexRun): Promise<FilesOutcome> {
  const { before, options, tally } = run;
  const removed = lot.todo.remove.filter((path) => before.files.has(path));
  if (removed.length > 0)
    await parts.store.apply({ remove: removed, meta: { [INDEX_META.linking]: 'pending', [INDEX_META.embedded]: '' } });
  const files = [...lot.todo.add, ...lot.todo.change, ...lot.todo.recheck];
  const total = lot.earlier + files.length + lot.leaves;
  const reportProgress = (done: number) => options.onProgress?.({ stage: 'parse', done: lot.earlier + done, total });
  reportProgress(0);
  const outcome = await indexFiles(parts, files, {
    ...options,
    batchFiles: lot.leaves > 0 ? (options.first?.batchFiles ?? options.batchFiles) : options.batchFiles,
    view: before.files,
    tally,
    onBatch: reportProgress,
    isDue: lot.isLast ? options.isDue : undefined,
  });
  return { ...outcome, lost: [...removed, ...outcome.lost] };
}

function joinOutcomes(earlier: FilesOutcome, done: FilesOutcome): FilesOutcome {
  return {
    added: [...earlier.added, ...done.added],
    changed: [...earlier.changed, ...done.changed],
    lost: [...earlier.lost, ...done.lost],
    refused: [...earlier.refused, ...done.refused],
    left: done.left,
  };
}

// Links only files that an answer needs; the mark for missing edges of other files stays.
async function linkLikely(parts: IndexParts, likely: ReadonlySet<string>): Promise<void> {
  if (likely.size > 0) await parts.store.apply(await link(parts, { paths: [...likely], isWhole: false }));
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

// A remote embedder makes its vectors elsewhere: at an explicit refresh, and for a limited time within a question.
async function embed({ store, embedding }: IndexParts, options: IndexOptions): Promise<readonly string[]> {
  if (embedding === null || !embedding.embedder.isLocal) return [];
  const onProgress = (done: number, total: number) => options.onProgress?.({ stage: 'embed', done, total });
  const { failure } = await embedUnits(store, embedding, { signal: options.signal, onProgress });
  return failure === null ? [] : [`no meaning: ${failure}`];
}

// Files refused by an earlier run that have not changed since.
function stillRefused({ refused }: LastRun, { seen }: IndexLot): readonly Fingerprint[] {
  return [...refused.values()].filter(({ path }) => !seen.has(path));
}

// Files that were not scanned keep the time of the earlier run, but no later than now, in case the clock went back.
function indexedTime({ scan, before, startedMs }: IndexRun): number | null {
  if (scan.isWhole) return startedMs;
  return before.indexedAtMs === null ? null : Math.min(before.indexedAtMs, startedMs);
}

async function storeState(
  parts: IndexParts,
  files: FilesOutcome,
  run: IndexRun,
  { lot, left }: { readonly lot: IndexLot; readonly left: number },
): Promise<void> {
  const { before } = run;
  const filesLeft = left === 0 ? '' : String(left);
  const isSame = ((await parts.store.opening()).meta.get(INDEX_META.filesLeft) ?? '') === filesLeft;
  if (lot.seen.size === 0 && before.indexedAtMs !== null && isSame) return;
  const refused = new Map([...stillRefused(before, lot), ...files.refused].map((file) => [file.path, file]));
  const indexedMs = indexedTime(run);
  const at = indexedMs === null ? {} : { [INDEX_META.indexedAtMs]: String(indexedMs) };
  const meta = { ...at, [INDEX_META.refused]: printRefused(refused), [INDEX_META.filesLeft]: filesLeft };
  await parts.store.apply({ meta });
}

function countsOf({ files, history }: Opening, { added, changed, lost }: FilesOutcome) {
  const changes = { added: added.length, changed: changed.length, removed: lost.length };
  return { files: files.length, ...changes, commits: history.commits };
}
