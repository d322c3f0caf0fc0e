// Reads, parses and stores new and changed files in batches, or a single file while an answer is made.
import { ContextError } from '../model/errors.ts';
import { edgesOfPage } from '../model/graph.ts';
import type { FileRecord, Fingerprint, StoreChange, ViewRow } from '../ports/store.ts';
import { createTally, type Tally } from '../reading/left-out-tally.ts';
import { INDEX_META, type IndexParts } from './index-parts.ts';
import { filesToLink, link } from './link.ts';
import { lackingIn, parseBatch } from './parse-batch.ts';
import { type BatchLimits, batchesOf, READ_SENTENCES, type ReadBatch, readBatch } from './read-batch.ts';

interface FilesRun extends BatchLimits {
  readonly view: ReadonlyMap<string, FileRecord>;
  readonly tally: Tally;
  readonly signal?: AbortSignal | undefined;
  readonly onBatch: (filesDone: number) => void;
  readonly isDue?: (() => boolean) | undefined;
}

export interface FilesOutcome {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly lost: readonly string[];
  readonly refused: readonly Fingerprint[];
  readonly left: number;
}

// Enough batches to keep the parser threads busy while this thread stores, and few enough to bound memory.
const BATCHES_AHEAD = 2;

/**
 * Reads, parses and stores files batch by batch. While other threads parse some batches, this one reads the next and
 * stores the one before. Each batch is one transaction, so an interruption loses no stored batch.
 */
export async function indexFiles(
  parts: IndexParts,
  files: readonly Fingerprint[],
  run: FilesRun,
): Promise<FilesOutcome> {
  const [added, changed, lost]: [string[], string[], string[]] = [[], [], []];
  const refused: Fingerprint[] = [];
  // Batches in the order of reading, so that the stored index does not depend on the speed of threads.
  const waiting: WaitingBatch[] = [];
  let done = 0;
  const settle = async (max: number) => {
    while (waiting.length > max) await store(parts, waiting.shift()!, run);
  };
  for (const batch of batchesOf(files, run)) {
    run.signal?.throwIfAborted();
    // At least one batch is stored, so that the index becomes complete even if questions never pause.
    if (done > 0 && run.isDue?.()) break;
    const read = await readBatch(batch, { reader: parts.reader, view: run.view, tally: run.tally });
    for (const { path } of read.fresh) (run.view.has(path) ? changed : added).push(path);
    lost.push(...read.lost);
    refused.push(...read.refused);
    const change = changeOf(parts, read, run.view);
    // A failure is thrown when the batch is stored; until then it must not count as unhandled.
    change.catch(() => {});
    waiting.push({ read, change });
    await settle(BATCHES_AHEAD);
    done += batch.length;
    run.onBatch(done);
  }
  await settle(0);
  return { added, changed, lost, refused, left: files.length - done };
}

interface WaitingBatch {
  readonly read: ReadBatch;
  readonly change: Promise<StoreChange>;
}

async function changeOf(parts: IndexParts, read: ReadBatch, view: FilesRun['view']): Promise<StoreChange> {
  const { contents, upsert, vectors } = await parseBatch(read.fresh, parts);
  const lacking = lackingIn(contents);
  const lacks = lacking === null ? {} : { [INDEX_META.lacking]: lacking };
  // A graph page alone determines its edges, so they are stored now instead of reading the page again.
  const pages = read.fresh.flatMap(({ path, file: { given } }) => (given?.graph ? [{ path, page: given.graph }] : []));
  const relinked = pages.map(({ path }) => path);
  const edges = pages.flatMap(({ path, page }) => edgesOfPage(path, page));
  const change = { contents, upsert: [...upsert, ...read.restamped], remove: read.lost, vectors, relinked, edges };
  if (upsert.length + read.lost.length === 0) return change;
  // Marks the index unless all vectors are surely there; `embedUnits` removes the mark.
  const unmarked = bringsVectors(upsert, read.lost, { vectors, view }) ? {} : { [INDEX_META.embedded]: '' };
  return { ...change, meta: { [INDEX_META.linking]: 'pending', ...unmarked, ...lacks } };
}

// With more changed rows, searching all contents for missing vectors takes less time than tracking them.
const ROWS_WATCHED = 20;

// Whether every content still has the vectors of its first path, so that no search for missing ones is needed.
function bringsVectors(
  upsert: readonly ViewRow[],
  lost: readonly string[],
  { vectors, view }: { readonly vectors: StoreChange['vectors']; readonly view: FilesRun['view'] },
): boolean {
  if (lost.length > 0 || upsert.length > ROWS_WATCHED) return false;
  const made = new Map(vectors?.contents.map(({ hash, path }) => [hash, path]));
  if (!upsert.every(({ hash, path }) => made.get(hash) === path)) return false;
  // A content may leave one path and stay at another.
  const left = new Map(upsert.flatMap(({ path }) => (view.has(path) ? [[view.get(path)!.hash, path]] : [])));
  for (const { hash, path } of view.values()) if (left.has(hash) && left.get(hash) !== path) return false;
  return true;
}

async function store(parts: IndexParts, { read, change }: WaitingBatch, { view, signal }: FilesRun): Promise<void> {
  const parsed = await orAborted(change, signal);
  if (parsed.upsert?.length === 0 && parsed.remove?.length === 0) return;
  try {
    await parts.store.apply(parsed);
  } catch (error) {
    if (!(error instanceof ContextError) || error.code !== 'STORE_BUSY') throw error;
    // Another process deleted contents while the batch was parsed: parses those again.
    await parts.store.apply(await changeOf(parts, read, view));
  }
}

// Rejects on an abort, also one before the call, without waiting for the parser.
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** The result of reading one file again; with `gone`, which includes unreadable files, the store stays as it was. */
type RefreshResult = 'same' | 'changed' | 'gone';

/** Indexes one file of the view again, so that an answer quotes the right lines. */
export async function refreshFile(parts: Omit<IndexParts, 'history' | 'now'>, path: string): Promise<RefreshResult> {
  const stored = (await parts.store.opening()).files.find((file) => file.path === path);
  if (!stored) return 'gone';
  parts.reader.forget(path);
  const view = new Map([[path, stored]]);
  const read = await readBatch([stored], { reader: parts.reader, view, tally: createTally(READ_SENTENCES) });
  if (read.lost.length > 0) return 'gone';
  if (read.fresh.length === 0) return 'same';
  const parsed = await parseBatch(read.fresh, parts);
  const lacking = lackingIn(parsed.contents);
  const meta = { [INDEX_META.embedded]: '', ...(lacking === null ? {} : { [INDEX_META.lacking]: lacking }) };
  await parts.store.apply({ ...parsed, meta });
  const todo = await filesToLink(parts, { added: [], changed: [path], lost: [], before: view });
  await parts.store.apply(await link(parts, todo));
  return 'changed';
}
