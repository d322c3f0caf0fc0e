import { crc32 } from 'node:zlib';
import { DEFAULTS } from '../../config/defaults.ts';
import { batchesOf } from '../../indexing/batches.ts';
import { keepOpening } from '../../indexing/keep-opening.ts';
import { lackingIn, parseBatch } from '../../indexing/parse-batch.ts';
import { READ_SENTENCES, readBatch } from '../../indexing/read-batch.ts';
import { scanSources } from '../../indexing/scan-sources.ts';
import { ContextError } from '../../model/errors.ts';
import type { CallOptions } from '../../ports/engine.ts';
import type { Difference, Verified, VerifyInput } from '../../ports/status.ts';
import type { FileRecord, Fingerprint, Store } from '../../ports/store.ts';
import { createTally } from '../../reading/left-out-tally.ts';
import type { EngineParts } from '../parts/open-parts.ts';
import { compareContents } from './compare-contents.ts';
import { compareEdges, comparePlaces, type ExpectedWords, expectWords, wordsApart } from './compare-places.ts';

const DAY_MS = 86_400_000;
const NOTHING_KNOWN: ReadonlyMap<string, FileRecord> = new Map();

/**
 * Reads files again and proves that the index holds of them what a new one would: what differs is listed. All files, or a sample,
 * another one every day. Changes nothing.
 */
export async function verifyIndex(parts: EngineParts, input: VerifyInput, call: CallOptions): Promise<Verified> {
  if (parts.kept !== null)
    throw new ContextError(
      'BAD_INPUT',
      `${parts.kept} is read from the shared store here: verify it where its files are.`,
    );
  const store = keepOpening(parts.store);
  if (input.all) await store.check?.();
  for (const source of parts.sources) source.begin?.();
  const { files, meta } = await store.opening();
  const view = new Map(files.map((file) => [file.path, file]));
  const scan = await scanSources(parts.sources, { files, meta });
  const onDisk = new Set(scan.files.map(({ path }) => path));
  const gone = files.filter(({ path }) => !onDisk.has(path));
  const chosen = input.all ? scan.files : sampleOf(scan.files, input.sample ?? DEFAULTS.verify.sample, parts.now());
  const run = { parts: { ...parts, store }, view, words: expectWords() };
  const found: Difference[] = gone.map(({ path }) => ({
    path,
    kind: 'file',
    what: 'is in the index and not on the disk',
  }));
  const checked = { files: 0, symbols: 0, terms: 0, edges: 0 };
  let done = 0;
  for (const batch of batchesOf(chosen, DEFAULTS.indexing)) {
    call.signal?.throwIfAborted();
    found.push(...(await compareBatch(batch, run, checked)));
    done += batch.length;
    call.onProgress?.({ stage: 'parse', done, total: chosen.length });
  }
  found.push(...(await wordsApart(store, run.words, view)));
  checked.terms = run.words.terms.size;
  const edges = await compareEdges(
    run.parts,
    chosen.filter(({ path }) => view.has(path)).map(({ path }) => path),
  );
  found.push(...edges.differences);
  checked.edges = edges.compared;
  return { store: store.name, files: files.length, checked, differences: inOrder(found), notes: edges.notes };
}

interface VerifyRun {
  readonly parts: EngineParts;
  readonly view: ReadonlyMap<string, FileRecord>;
  readonly words: ExpectedWords;
}

type Checked = { -readonly [Key in keyof Verified['checked']]: number };

async function compareBatch(batch: readonly Fingerprint[], run: VerifyRun, checked: Checked): Promise<Difference[]> {
  const { parts, view, words } = run;
  for (const { path } of batch) parts.reader.forget(path);
  const tally = createTally(READ_SENTENCES);
  const read = await readBatch(batch, { reader: parts.reader, view: NOTHING_KNOWN, tally });
  // Parsed as if nothing were stored.
  const unknowing: Store = { ...parts.store, contents: async () => new Map() };
  const parsed = await parseBatch(read.fresh, { ...parts, store: unknowing });
  const lacking = lackingIn(parsed.contents);
  if (lacking !== null)
    throw new ContextError('SYSTEM', `The grammar of ${lacking} cannot be read, so there is nothing to compare with.`);
  const readable = new Set(read.fresh.map(({ path }) => path));
  const lost = batch.filter(({ path }) => view.has(path) && !readable.has(path));
  // Some are looked at that no index holds: what is no text, or too large.
  checked.files += batch.filter(({ path }) => view.has(path)).length;
  checked.symbols += parsed.contents.reduce((sum, { facts }) => sum + facts.symbols.length, 0);
  words.add(parsed.contents);
  return [
    ...lost.map(({ path }) => ({ path, kind: 'file' as const, what: 'is in the index and cannot be read' })),
    ...(await comparePlaces(parts.store, parsed.upsert, view)),
    ...(await compareContents(parts, parsed, view)),
  ];
}

// By a number made of the path and the day: every file comes up sooner or later, and the same day gives the same answer.
function sampleOf(files: readonly Fingerprint[], count: number, nowMs: number): readonly Fingerprint[] {
  const day = Math.floor(nowMs / DAY_MS);
  return files
    .map((file) => ({ file, order: crc32(`${day} ${file.path}`) }))
    .toSorted((a, b) => a.order - b.order || (a.file.path < b.file.path ? -1 : 1))
    .slice(0, count)
    .map(({ file }) => file);
}

function inOrder(found: readonly Difference[]): readonly Difference[] {
  return found.toSorted((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));
}
