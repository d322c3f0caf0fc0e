import { languageByName } from '../../../languages/index.ts';
import { isOfSystem } from '../../../model/errors.ts';
import type { ParseRequest, ParseResult, Parser } from '../../../ports/source.ts';
import { threadTimeMs } from '../../../threads/processor-time.ts';
import { NOT_BEGUN } from '../../../threads/thread-messages.ts';
import { ThreadEnded, ThreadPool } from '../../../threads/thread-pool.ts';
import { type Grammars, openGrammars } from './grammars.ts';
import { type ParseLimits, parseContent, unparsedContent } from './parse-content.ts';
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
  /** A file that takes longer of the processor, or several times as long of waiting, is left without symbols. */
  readonly fileTimeoutMs: number;
  /** Threads without work for so long are ended: each holds grammars and words in memory. */
  readonly threadRestMs: number;
  /** Asked for when the first text is parsed; without it results have no vectors. */
  readonly vectorTable?: (() => VectorTable) | undefined;
}

/** A parser that loads a grammar or starts a thread when it is first needed, and not before. */
export function createParser(settings: ParserSettings): Parser {
  const limits: ParseLimits = { units: settings.units, symbolsPerFileMax: settings.symbolsPerFileMax };
  let reader: UnitReader | null = null;
  const readUnits: UnitReader = (content) => {
    reader ??= createUnitReader(settings.vectorTable?.() ?? null);
    return reader(content);
  };
  const givenUp = (request: ParseRequest, note: string) => unparsedContent(request, note, { readUnits, limits });
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
      return givenUp(request, `the parser failed: ${String(error)}`);
    }
  };

  const openPool = (): ParseThreads => {
    pool ??= new ParseThreads(settings, { vectors: settings.vectorTable?.() ?? null, limits, givenUp });
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
  /** The result of a file that ended or stalled a thread. */
  readonly givenUp: (request: ParseRequest, note: string) => ParseResult;
}

/** Threads that parse files in batches. A file that ends its thread costs only itself. */
class ParseThreads {
  readonly #settings: ParserSettings;
  readonly #givenUp: ParseThreadSettings['givenUp'];
  readonly #pool: ThreadPool<readonly ParseRequest[], WireBatch>;

  constructor(settings: ParserSettings, { limits, vectors, givenUp }: ParseThreadSettings) {
    const { workers, workerUrl, grammarsDir, fileTimeoutMs, threadRestMs } = settings;
    this.#settings = settings;
    this.#givenUp = givenUp;
    this.#pool = new ThreadPool({
      threadUrl: workerUrl,
      workerData: { grammarsDir, limits, vectors, fileTimeoutMs, languages: [] } satisfies WorkerSettings,
      memory: MEMORY_LIMITS,
      ...{ threadsMax: workers, jobsPerThread: 1, attempts: 1, threadsKept: 0, restMs: threadRestMs },
      // A thread holds nothing that must be closed, so it is ended without being asked.
      ...{ abortGraceMs: 0, closingMs: 0, stallMs: fileTimeoutMs },
    });
  }

  /** Results in the order of the requests; several calls may be under way at once. */
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

  // The file at fault is given up, the rest of its batch is parsed again.
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
  let taken = 0;
  while (taken < requests.length) {
    const filesMax = Math.min(BATCH_FILES, Math.ceil((requests.length - taken) / (2 * workers)));
    let characters = 0;
    let files = 0;
    while (files < filesMax && characters < BATCH_CHARACTERS) characters += requests[taken + files++]!.text.length;
    batches.push(requests.slice(taken, taken + files));
    taken += files;
  }
  return batches;
}
