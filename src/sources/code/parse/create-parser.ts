// The parser turns texts of files into facts, units and terms. It parses a few small files in the thread of the caller
// and more in a pool of threads, where a file that ends or stalls its thread costs only itself.
import { languageByName } from '../../../languages/index.ts';
import { isOfSystem } from '../../../model/errors.ts';
import { lazy } from '../../../model/memoize.ts';
import type { ParseRequest, ParseResult, Parser } from '../../../ports/source.ts';
import { threadTimeMs } from '../../../threads/processor-time.ts';
import { NOT_BEGUN } from '../../../threads/serve-thread.ts';
import { ThreadEnded, ThreadPool } from '../../../threads/thread-pool.ts';
import { type Grammars, openGrammars } from './grammars.ts';
import { describeUnparsed, type ParseLimits, parseContent } from './parse-content.ts';
import type { WorkerSettings } from './parse-worker.ts';
import { fromWire, type WireBatch } from './wire-format.ts';
import { createUnitReader, type UnitReader, type VectorTable } from './words/unit-reader.ts';

// Texts of more characters together are parsed in the pool, however few the files.
const INLINE_CHARACTERS_MAX = 1_000_000;
// Only the end of its thread surely stops parsing with a large grammar, so longer texts of it are parsed in the pool.
const STOPPABLE_CHARACTERS_MAX = 2000;

export interface ParserSettings extends ParseLimits {
  /** Folder with the grammars' wasm files. */
  readonly grammarsDir: string;
  /** The most threads of the pool; with none, all texts are parsed in the caller's thread. */
  readonly workers: number;
  readonly workerUrl: URL;
  /** Up to this many small files are parsed in the caller's thread while no thread runs: starting one costs more. */
  readonly inlineFilesMax: number;
  /** A file that takes more processor time than this, or waits several times as long, gets no symbols. */
  readonly fileTimeoutMs: number;
  /** Threads are ended after this time without work, because each holds grammars and words in memory. */
  readonly threadRestMs: number;
  /** Opens the table of vectors when it is first needed; without it results have no vectors. */
  readonly vectorTable?: (() => VectorTable) | undefined;
}

/** Creates a parser that loads grammars and starts threads when `prepare` announces languages or a text needs them. */
export function createParser(settings: ParserSettings): Parser {
  const { units, symbolsPerFileMax, grammarsDir, workers, fileTimeoutMs } = settings;
  const limits: ParseLimits = { units, symbolsPerFileMax };
  const vectors = lazy(() => settings.vectorTable?.() ?? null);
  const reader = lazy(() => createUnitReader(vectors()));
  const readUnits: UnitReader = (content) => reader()(content);
  const giveUp = (request: ParseRequest, note: string) => describeUnparsed(request, note, { readUnits, limits });
  let grammars: Grammars | null = null;
  let pool: ParsePool | null = null;
  // True when a grammar may have damaged its memory in this thread; from then on threads parse, if there are any.
  let isDamaged = false;

  const parseInline = async (request: ParseRequest): Promise<ParseResult> => {
    grammars ??= openGrammars({ folder: grammarsDir, readMsMax: fileTimeoutMs / 2, spentMs: threadTimeMs });
    try {
      return await parseContent(request, { grammars, readUnits, limits });
    } catch (error) {
      // An error of the disk says nothing about the text, so it must not be stored as its result.
      if (isOfSystem(error)) throw error;
      isDamaged = true;
      return giveUp(request, `the parser failed: ${String(error)}`);
    }
  };
  const usePool = (): ParsePool => {
    pool ??= openPool(settings, { grammarsDir, limits, vectors: vectors(), fileTimeoutMs, languages: [] });
    return pool;
  };
  const parseInPool = async (requests: readonly ParseRequest[]): Promise<readonly ParseResult[]> => {
    const endBy = (request: ParseRequest, end: ThreadEnded) => giveUp(request, describeEnd(end, fileTimeoutMs));
    const batches = batchesOf(requests, workers).map((batch) => parseBatch(usePool(), batch, endBy));
    return (await Promise.all(batches)).flat();
  };

  return {
    prepare(languages) {
      if (workers > 0) usePool().start({ languages });
    },
    async parse(requests) {
      const characters = requests.reduce((sum, { text }) => sum + text.length, 0);
      const isSmall = requests.length <= settings.inlineFilesMax && characters <= INLINE_CHARACTERS_MAX;
      // Running threads have loaded their grammars; this thread would have to load them first.
      const isHere = isSmall && !pool?.isRunning && requests.every(isStoppable);
      if (!isHere && workers > 0) return parseInPool(requests);
      const results: ParseResult[] = [];
      for (const [index, request] of requests.entries()) {
        if (isDamaged && workers > 0) return [...results, ...(await parseInPool(requests.slice(index)))];
        results.push(await parseInline(request));
      }
      return results;
    },
    async close() {
      await pool?.close();
      if (!isDamaged) grammars?.close();
      pool = null;
      grammars = null;
    },
  };
}

function isStoppable({ language, text }: ParseRequest): boolean {
  return text.length <= STOPPABLE_CHARACTERS_MAX || !(language && languageByName(language)?.hasLargeGrammar);
}

// Batches are small enough that threads end together, and large enough that messages cost little.
const BATCH_CHARACTERS = 400_000;
const BATCH_FILES = 100;
// Left alone, V8 lets each thread's heap grow far past what parsing needs before it cleans up.
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

type ParsePool = ThreadPool<readonly ParseRequest[], WireBatch>;

function openPool({ workers, workerUrl, threadRestMs }: ParserSettings, workerData: WorkerSettings): ParsePool {
  return new ThreadPool({
    threadUrl: workerUrl,
    workerData,
    memory: MEMORY_LIMITS,
    threadsMax: workers,
    jobsPerThread: 1,
    attempts: 1,
    // A thread holds nothing that must be closed, so it is ended without being asked.
    abortGraceMs: 0,
    closingMs: 0,
    endAfterIdleMs: threadRestMs,
    threadsKept: 0,
    stallMs: workerData.fileTimeoutMs,
  });
}

// Gives up the file that ended the thread and parses the rest of its batch again; gives up all if none was begun.
async function parseBatch(
  pool: ParsePool,
  batch: readonly ParseRequest[],
  giveUp: (request: ParseRequest, end: ThreadEnded) => ParseResult,
): Promise<readonly ParseResult[]> {
  if (batch.length === 0) return [];
  try {
    return fromWire(await pool.ask(batch));
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    const { at } = error;
    if (at === NOT_BEGUN) return batch.map((request) => giveUp(request, error));
    const rest = [batch.slice(0, at), batch.slice(at + 1)].map((part) => parseBatch(pool, part, giveUp));
    const [before = [], after = []] = await Promise.all(rest);
    return [...before, giveUp(batch[at]!, error), ...after];
  }
}

function describeEnd({ why, cause }: ThreadEnded, fileTimeoutMs: number): string {
  if (why === 'failed') return `the parser failed: ${String(cause)}`;
  if (why === 'stalled') return `the parser took longer than ${fileTimeoutMs / 1000} s`;
  return why === 'closed' ? 'the parser was closed' : 'the parser ended unexpectedly';
}

// Batches shrink towards the end, so that no thread is left with a large one alone.
function batchesOf(requests: readonly ParseRequest[], workers: number): readonly (readonly ParseRequest[])[] {
  const batches: (readonly ParseRequest[])[] = [];
  let batched = 0;
  while (batched < requests.length) {
    const filesMax = Math.min(BATCH_FILES, Math.ceil((requests.length - batched) / (2 * workers)));
    let characters = 0;
    let files = 0;
    while (files < filesMax && characters < BATCH_CHARACTERS) characters += requests[batched + files++]!.text.length;
    batches.push(requests.slice(batched, batched + files));
    batched += files;
  }
  return batches;
}
