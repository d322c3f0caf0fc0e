import { Worker } from 'node:worker_threads';
import type { ParseRequest, ParseResult } from '../../../ports/source.ts';
import type { ParseLimits } from './parse-content.ts';
import type { WorkerSettings } from './parse-worker.ts';
import { spentBy } from './processor-time.ts';
import { fromWire, type WireBatch } from './wire-format.ts';
import type { VectorTable } from './words/unit-reader.ts';

// Small enough that both threads end together, large enough that messages cost nothing.
const BATCH_CHARACTERS = 400_000;
const BATCH_FILES = 100;
// Left alone, V8 lets each thread's heap grow far past what parsing needs before it cleans up.
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };
// Stands for the number of the file a thread is at, before it takes the first.
const NOT_BEGUN = -1;
// So many times in a row a thread may have been kept from working by others.
const WAITS_MAX = 12;
// With this share of its time on the processor a thread has worked all of it.
const WORKED_SHARE = 0.9;

export interface PoolSettings {
  readonly workers: number;
  readonly workerUrl: URL;
  readonly grammarsDir: string;
  readonly limits: ParseLimits;
  readonly vectors: VectorTable | null;
  /** A file that takes longer of the processor is given up, and one that only waits after some such times. */
  readonly fileTimeoutMs: number;
  /** Threads without work for so long are ended: each holds its grammars and what it knows of words. */
  readonly threadRestMs: number;
  /** What stands for a file that ended or stalled a worker. */
  readonly givenUp: (request: ParseRequest, note: string) => ParseResult;
}

interface ParseJob {
  readonly request: ParseRequest;
  readonly done: (result: ParseResult) => void;
}

interface ParseThread {
  readonly worker: Worker;
  readonly current: Int32Array;
  batch: readonly ParseJob[] | null;
  hasWorked: boolean;
  timer: NodeJS.Timeout | null;
}

/** What was seen of a thread at one look. */
interface ThreadLook {
  readonly batch: readonly ParseJob[];
  /** The file it was at. */
  readonly at: number;
  /** What it had taken of the processor when that file was first seen. */
  readonly spent: number | null;
  /** How often it was found at the same file since. */
  readonly waits: number;
}

/** Threads that parse; started when there is work, ended by `close`. */
export class WorkerPool {
  readonly #settings: PoolSettings;
  readonly #threads = new Set<ParseThread>();
  readonly #queue: ParseJob[] = [];
  #isClosed = false;
  #rest: NodeJS.Timeout | null = null;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  /** Results in the order of the requests; several calls may be under way at once. */
  parse(requests: readonly ParseRequest[]): Promise<readonly ParseResult[]> {
    const results = requests.map((request) => new Promise<ParseResult>((done) => this.#queue.push({ request, done })));
    this.#feed();
    return Promise.all(results);
  }

  /** Starts the threads before there is work; they load what these languages need. */
  start(languages: readonly string[]): void {
    while (!this.#isClosed && this.#threads.size < this.#settings.workers) this.#start(languages);
    this.#feed();
  }

  /** Whether there is a thread that need not be started first. */
  get isRunning(): boolean {
    return this.#threads.size > 0;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#rest) clearTimeout(this.#rest);
    const ending = [...this.#threads];
    for (const thread of ending) this.#drop(thread, 'the parser was closed');
    this.#giveUpAll('the parser was closed');
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }

  #feed(): void {
    if (this.#isClosed) return;
    for (const thread of this.#threads) if (thread.batch === null) this.#give(thread);
    while (this.#queue.length > 0 && this.#threads.size < this.#settings.workers) this.#give(this.#start());
    if (this.#rest) clearTimeout(this.#rest);
    this.#rest = null;
    if ([...this.#threads].every(({ batch }) => batch === null)) this.#endLater();
  }

  #endLater(): void {
    this.#rest = setTimeout(() => {
      const idle = [...this.#threads];
      this.#threads.clear();
      for (const { worker } of idle) void worker.terminate();
    }, this.#settings.threadRestMs);
    this.#rest.unref();
  }

  #give(thread: ParseThread): void {
    const batch = takeBatch(this.#queue, this.#settings.workers);
    if (batch.length === 0) return;
    thread.batch = batch;
    Atomics.store(thread.current, 0, NOT_BEGUN);
    thread.worker.postMessage(batch.map(({ request }) => request));
    this.#watch(thread, { batch, at: NOT_BEGUN, spent: null, waits: 0 });
  }

  #start(languages: readonly string[] = []): ParseThread {
    const progress = new SharedArrayBuffer(4);
    const { grammarsDir, limits, vectors, fileTimeoutMs, workerUrl } = this.#settings;
    const workerData: WorkerSettings = { grammarsDir, limits, vectors, fileTimeoutMs, languages, progress };
    const worker = new Worker(workerUrl, { workerData, resourceLimits: MEMORY_LIMITS });
    const thread: ParseThread = {
      worker,
      current: new Int32Array(progress),
      batch: null,
      hasWorked: false,
      timer: null,
    };
    this.#threads.add(thread);
    worker.on('message', (results: WireBatch) => this.#finish(thread, results));
    worker.on('error', (error) => this.#drop(thread, `the parser failed: ${String(error)}`));
    worker.on('exit', () => this.#drop(thread, 'the parser ended unexpectedly'));
    return thread;
  }

  #finish(thread: ParseThread, wire: WireBatch): void {
    const batch = thread.batch ?? [];
    thread.batch = null;
    thread.hasWorked = true;
    if (thread.timer) clearTimeout(thread.timer);
    // The thread gets its next batch before this one is unpacked, so that it does not wait.
    this.#feed();
    for (const [at, result] of fromWire(wire).entries()) batch[at]?.done(result);
  }

  // The file at fault is given up, the rest of its batch is parsed again. A thread that never began anything cannot
  // be started here at all: trying again would not end.
  #drop(thread: ParseThread, note: string): void {
    if (!this.#threads.delete(thread)) return;
    if (thread.timer) clearTimeout(thread.timer);
    const at = Atomics.load(thread.current, 0);
    if (at === NOT_BEGUN && !thread.hasWorked) this.#giveUpAll(note);
    for (const [index, job] of (thread.batch ?? []).entries()) {
      const isAtFault = index === at || at === NOT_BEGUN || this.#isClosed;
      if (isAtFault) job.done(this.#settings.givenUp(job.request, note));
      else this.#queue.unshift(job);
    }
    void thread.worker.terminate();
    this.#feed();
  }

  #giveUpAll(note: string): void {
    for (const job of this.#queue.splice(0)) job.done(this.#settings.givenUp(job.request, note));
  }

  #watch(thread: ParseThread, seen: ThreadLook): void {
    thread.timer = setTimeout(() => void this.#look(thread, seen), this.#settings.fileTimeoutMs);
    thread.timer.unref();
  }

  async #look(thread: ParseThread, seen: ThreadLook): Promise<void> {
    const { fileTimeoutMs } = this.#settings;
    const spent = await Promise.race([spentBy(thread.worker), after(fileTimeoutMs)]);
    if (thread.batch !== seen.batch || !this.#threads.has(thread)) return;
    const at = Atomics.load(thread.current, 0);
    if (at > seen.at || at === NOT_BEGUN) return this.#watch(thread, { ...seen, at, spent, waits: 0 });
    // Whoever does not tell has had all the time there was.
    const taken = spent === null || seen.spent === null ? fileTimeoutMs : spent - seen.spent;
    if (taken < WORKED_SHARE * fileTimeoutMs && seen.waits < WAITS_MAX)
      return this.#watch(thread, { ...seen, waits: seen.waits + 1 });
    this.#drop(thread, `the parser took longer than ${fileTimeoutMs / 1000} s`);
  }
}

// Towards the end of the queue batches shrink, so that no thread is left with a large one alone.
function takeBatch(queue: ParseJob[], workers: number): readonly ParseJob[] {
  const filesMax = Math.min(BATCH_FILES, Math.ceil(queue.length / (2 * workers)));
  let characters = 0;
  let files = 0;
  while (files < filesMax && characters < BATCH_CHARACTERS) characters += queue[files++]?.request.text.length ?? 0;
  return queue.splice(0, files);
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds).unref());
}
