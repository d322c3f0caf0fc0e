import type { ParseRequest, ParseResult } from '../../../ports/source.ts';
import { NOT_BEGUN } from '../../../threads/thread-messages.ts';
import { ThreadEnded, ThreadPool } from '../../../threads/thread-pool.ts';
import type { ParseLimits } from './parse-content.ts';
import type { WorkerSettings } from './parse-worker.ts';
import { fromWire, type WireBatch } from './wire-format.ts';
import type { VectorTable } from './words/unit-reader.ts';

// Small enough that both threads end together, large enough that messages cost nothing.
const BATCH_CHARACTERS = 400_000;
const BATCH_FILES = 100;
// Left alone, V8 lets each thread's heap grow far past what parsing needs before it cleans up.
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

export interface ParseThreadSettings {
  readonly workers: number;
  readonly workerUrl: URL;
  readonly grammarsDir: string;
  readonly limits: ParseLimits;
  readonly vectors: VectorTable | null;
  /** A file that takes longer of the processor is given up, and one that only waits after some such times. */
  readonly fileTimeoutMs: number;
  /** Threads without work for so long are ended: each holds its grammars and what it knows of words. */
  readonly threadRestMs: number;
  /** What stands for a file that ended or stalled a thread. */
  readonly givenUp: (request: ParseRequest, note: string) => ParseResult;
}

/** Threads that parse files in batches. A file that ends its thread costs only itself. */
export class ParseThreads {
  readonly #settings: ParseThreadSettings;
  readonly #pool: ThreadPool<readonly ParseRequest[], WireBatch>;

  constructor(settings: ParseThreadSettings) {
    const { workers, workerUrl, grammarsDir, limits, vectors, fileTimeoutMs, threadRestMs } = settings;
    this.#settings = settings;
    this.#pool = new ThreadPool({
      threadUrl: workerUrl,
      workerData: { grammarsDir, limits, vectors, fileTimeoutMs, languages: [] } satisfies WorkerSettings,
      memory: MEMORY_LIMITS,
      ...{ threadsMax: workers, jobsPerThread: 1, attempts: 1, threadsKept: 0, restMs: threadRestMs },
      // What it holds ends with it, so that it need not be told.
      ...{ patienceMs: 0, closingMs: 0, stallMs: fileTimeoutMs },
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
      const give = (request: ParseRequest) => this.#settings.givenUp(request, this.#noteOf(error));
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
