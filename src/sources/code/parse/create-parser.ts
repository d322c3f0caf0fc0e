// The parser turns texts of files into facts, units and terms. It parses a few small files in the thread of the caller
// and the rest in a pool of threads, where a file that ends or stalls its thread costs only itself.
import { languageByName } from '../../../languages/index.ts';
import { isOfSystem } from '../../../model/errors.ts';
import type { ParseRequest, ParseResult, Parser } from '../../../ports/source.ts';
import { threadTimeMs } from '../../../threads/processor-time.ts';
import { NOT_BEGUN } from '../../../threads/thread-messages.ts';
import { ThreadEnded, ThreadPool } from '../../../threads/thread-pool.ts';
import { type Grammars, openGrammars } from './grammars.ts';
import { describeUnparsed, type ParseLimits, parseContent } from './parse-content.ts';
import type { WorkerSettings } from './parse-worker.ts';
import { fromWire, type WireBatch } from './wire-format.ts';
import { createUnitReader, type UnitReader, type VectorTable } from './words/unit-reader.ts';

// Texts of more characters are parsed in threads, however few the files.
const INLINE_CHARACTERS_MAX = 1_000_000;
// Parsing with a large grammar can be stopped only by ending its thread.
const STOPPABLE_CHARACTERS_MAX = 2000;

export interface ParserSettings extends ParseLimits {
  /** Folder with the grammars' wasm files. */
  readonly grammarsDir: string;
  readonly workers: number;
  readonly workerUrl: URL;
  /** Up to this many files are parsed in the caller's thread: starting workers costs more. */
  readonly inlineFilesMax: number;
  /** A file that takes more processor time than this, or waits several times as long, gets no symbols. */
  readonly fileTimeoutMs: number;
  /** Threads are ended after this time without work, because each holds grammars and words in memory. */
  readonly threadRestMs: number;
  /** Opens the table of vectors when the first text is parsed; without it results have no vectors. */
  readonly vectorTable?: (() => VectorTable) | undefined;
}

/** Creates a parser that loads each grammar and starts each thread only when a text needs it. */
export function createParser(settings: ParserSettings): Parser {
  const limits: ParseLimits = { units: settings.units, symbolsPerFileMax: settings.symbolsPerFileMax };
  let reader: UnitReader | null = null;
  const readUnits: UnitReader = (content) => {
    reader ??= createUnitReader(settings.vectorTable?.() ?? null);
    return reader(content);
  };
  const giveUp = (request: ParseRequest, note: string) => describeUnparsed(request, note, { readUnits, limits });
  let grammars: Grammars | null = null;
  let pool: ParseThreads | null = null;
  // True when a grammar damaged its memory in this thread; from then on only new threads parse.
  let isDamaged = false;

  const parseInline = async (request: ParseRequest): Promise<ParseResult> => {
    grammars ??= openGrammars({
      folder: settings.grammarsDir,
      readMsMax: settings.fileTimeoutMs / 2,
      spentMs: threadTimeMs,
    });
    try {
      return await parseContent(request, { grammars, readUnits, limits });
    } catch (error) {
      // An error of the disk says nothing about the text, so it must not be stored as its result.
      if (isOfSystem(error)) throw error;
      isDamaged = true;
      return giveUp(request, `the parser failed: ${String(error)}`);
    }
  };

  const openPool = (): ParseThreads => {
    pool ??= new ParseThreads(settings, { vectors: settings.vectorTable?.() ?? null, limits, giveUp: giveUp });
    return pool;
  };

  return {
    prepare(languages) {
      if (settings.workers > 0) openPool().start(languages);
    },
    async parse(requests) {
      const characters = requests.reduce((sum, { text }) => sum + text.length, 0);
      const isSmall = requests.length <= settings.inlineFilesMax && characters <= INLINE_CHARACTERS_MAX;
      // Running threads have loaded their grammars; this thread would have to load them first.
      const isHere = isSmall && !pool?.isRunning && requests.every(isStoppable);
      if (!isHere && settings.workers > 0) return openPool().parse(requests);
      const results: ParseResult[] = [];
      for (const [index, request] of requests.entries()) {
        if (isDamaged && settings.workers > 0) return [...results, ...(await openPool().parse(requests.slice(index)))];
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

interface ParseThreadSettings {
  readonly limits: ParseLimits;
  readonly vectors: VectorTable | null;
  /** Makes the result of a file that ended or stalled a thread. */
  readonly giveUp: (request: ParseRequest, note: string) => ParseResult;
}

/** The threads that parse files in batches. */
class ParseThreads {
  readonly #settings: ParserSettings;
  readonly #givenUp: ParseThreadSettings['giveUp'];
  readonly #pool: ThreadPool<readonly ParseRequest[], WireBatch>;

  constructor(settings: ParserSettings, { limits, vectors, giveUp }: ParseThreadSettings) {
    const { workers, workerUrl, grammarsDir, fileTimeoutMs, threadRestMs } = settings;
    this.#settings = settings;
    this.#givenUp = giveUp;
    this.#pool = new ThreadPool({
      threadUrl: workerUrl,
      workerData: { grammarsDir, limits, vectors, fileTimeoutMs, languages: [] } satisfies WorkerSettings,
      memory: MEMORY_LIMITS,
      ...{ threadsMax: workers, jobsPerThread: 1, attempts: 1, threadsKept: 0, endAfterIdleMs: threadRestMs },
      // A thread holds nothing that must be closed, so it is ended without being asked.
      ...{ abortGraceMs: 0, closingMs: 0, stallMs: fileTimeoutMs },
    });
  }

  /** Returns results in the order of the requests; several calls may run at once. */
  async parse(requests: readonly ParseRequest[]): Promise<readonly ParseResult[]> {
    const batches = batchesOf(requests, this.#settings.workers);
    return (await Promise.all(batches.map((batch) => this.#parse(batch)))).flat();
  }

  /** Starts the threads before there is work; they load what these languages need. */
  start(languages: readonly string[]): void {
    this.#pool.start({ languages });
  }

  get isRunning(): boolean {
    return this.#pool.isRunning;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  // Gives up the file that ended the thread and parses the rest of its batch again.
  async #parse(batch: readonly ParseRequest[]): Promise<readonly ParseResult[]> {
    if (batch.length === 0) return [];
    try {
      return fromWire(await this.#pool.ask(batch));
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      const give = (request: ParseRequest) => this.#givenUp(request, this.#noteOf(error));
      if (error.at === NOT_BEGUN) return batch.map(give);
      const { at } = error;
      const rest = await Promise.all([this.#parse(batch.slice(0, at)), this.#parse(batch.slice(at + 1))]);
      return [...rest[0], give(batch[at]!), ...rest[1]];
    }
  }

  #noteOf({ why, cause }: ThreadEnded): string {
    if (why === 'failed') return `the parser failed: ${String(cause)}`;
    if (why === 'stalled') return `the parser took longer than ${this.#settings.fileTimeoutMs / 1000} s`;
    return why === 'closed' ? 'the parser was closed' : 'the parser ended unexpectedly';
  }
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
