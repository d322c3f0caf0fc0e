import { ContextError } from '../model/errors.ts';
import type { FileRecord, Fingerprint, StoreChange } from '../ports/store.ts';
import type { Tally } from '../reading/tally.ts';
import { type BatchLimits, batchesOf } from './batches.ts';
import { INDEX_META } from './index-meta.ts';
import { lackingIn, parseBatch } from './parse-batch.ts';
import type { IndexParts } from './parts.ts';
import { type ReadBatch, readBatch } from './read-batch.ts';

export interface FilesRun extends BatchLimits {
  readonly view: ReadonlyMap<string, FileRecord>;
  readonly tally: Tally;
  readonly signal?: AbortSignal | undefined;
  readonly onBatch: (filesDone: number) => void;
  /** Whether to leave the rest: somebody else is due. */
  readonly isDue?: (() => boolean) | undefined;
}

/** What became of the files that were read. */
export interface FilesOutcome {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly lost: readonly string[];
  readonly refused: readonly Fingerprint[];
  /** Files that were left for later. */
  readonly left: number;
}

// Enough that the threads have work while this one stores, few enough to bound the memory they take.
const BATCHES_AHEAD = 2;

/**
 * Reads, parses and stores files batch by batch. While some batches are parsed (in other threads) the next is read, and
 * the one before is stored; each becomes visible whole, so stopping between two keeps what is done.
 */
export async function indexFiles(
  parts: IndexParts,
  files: readonly Fingerprint[],
  run: FilesRun,
): Promise<FilesOutcome> {
  const outcome = {
    added: [] as string[],
    changed: [] as string[],
    lost: [] as string[],
    refused: [] as Fingerprint[],
  };
  // In the order of reading, so that what is stored does not depend on which thread was quicker.
  const waiting: Parsing[] = [];
  let done = 0;
  const settle = async (most: number) => {
    while (waiting.length > most) await store(parts, waiting.shift()!, run.signal);
  };
  for (const batch of batchesOf(files, run)) {
    run.signal?.throwIfAborted();
    if (run.isDue?.()) break;
    const read = await readBatch(batch, { reader: parts.reader, view: run.view, tally: run.tally });
    record(outcome, read, run.view);
    const change = changeOf(parts, read);
    // Its failure is met when its turn comes; until then it must not count as unhandled.
    change.catch(() => {});
    waiting.push({ read, change });
    await settle(BATCHES_AHEAD);
    done += batch.length;
    run.onBatch(done);
  }
  await settle(0);
  return { ...outcome, left: files.length - done };
}

/** A batch on its way to the store. */
interface Parsing {
  readonly read: ReadBatch;
  readonly change: Promise<StoreChange>;
}

async function changeOf(parts: IndexParts, read: ReadBatch): Promise<StoreChange> {
  const { contents, upsert, vectors } = await parseBatch(read.fresh, parts);
  const touched = read.touched.map(({ path, hash, source, language, role, size, mtimeMs }) => ({
    path,
    hash,
    source,
    language,
    role,
    size,
    mtimeMs,
  }));
  // The marker goes in with the first files whose edges are not made yet, and out with the edges.
  const marks: Record<string, string> =
    upsert.length + read.lost.length > 0 ? { [INDEX_META.linking]: 'pending', [INDEX_META.embedded]: '' } : {};
  const lacking = lackingIn(contents);
  const meta = lacking === null ? marks : { ...marks, [INDEX_META.lacking]: lacking };
  return { contents, upsert: [...upsert, ...touched], remove: read.lost, vectors, meta };
}

async function store(parts: IndexParts, { read, change }: Parsing, signal: AbortSignal | undefined): Promise<void> {
  const parsed = await orAborted(change, signal);
  if (parsed.upsert?.length === 0 && parsed.remove?.length === 0) return;
  try {
    await parts.store.apply(parsed);
  } catch (error) {
    if (!(error instanceof ContextError) || error.code !== 'STORE_BUSY') throw error;
    // Content it counted on was forgotten while it was on its way: what is not there any more is parsed again.
    await parts.store.apply(await changeOf(parts, read));
  }
}

// Whoever stops does not wait for what is being parsed.
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function record(
  outcome: { added: string[]; changed: string[]; lost: string[]; refused: Fingerprint[] },
  read: ReadBatch,
  view: ReadonlyMap<string, FileRecord>,
): void {
  for (const { path } of read.fresh) (view.has(path) ? outcome.changed : outcome.added).push(path);
  outcome.lost.push(...read.lost);
  outcome.refused.push(...read.refused);
}
