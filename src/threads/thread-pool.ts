// This pool starts, watches, replaces and ends threads: for parsing, for answers and for the engines of a server.
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { ContextError } from '../model/errors.ts';
import { endChildren } from '../reading/git/run-git.ts';
import { watchProgress } from './processor-time.ts';
import { type FromThread, NOT_BEGUN, type ThreadData, type ToThread, unpackFailure } from './serve-thread.ts';

export interface ThreadPoolSettings {
  readonly threadUrl: URL;
  readonly workerData: object;
  readonly memory: ResourceLimits;
  readonly threadsMax: number;
  readonly jobsPerThread: number;
  /** When its thread ends, a job goes to another one; after this many threads it counts as at fault, and fails. */
  readonly attempts: number;
  /** The pool ends a thread that still works on a job this long after its caller aborted it. */
  readonly abortGraceMs: number;
  /** How long a thread may take to close before the pool ends it; 0 ends it at once. */
  readonly closingMs: number;
  /** The pool ends a thread after this long without a job, if there are more than `threadsKept`. */
  readonly endAfterIdleMs: number;
  readonly threadsKept: number;
  /** The pool ends a thread whose job makes no progress in this much processor time. Needs `jobsPerThread: 1`. */
  readonly stallMs?: number;
  /** Opens a companion for each thread, which receives the thread's messages that are not about its jobs. */
  readonly openCompanion?: (say: (message: unknown) => void) => ThreadCompanion;
}

export interface ThreadCompanion {
  onMessage(message: unknown): void;
  close(): Promise<void>;
}

export interface AskOptions {
  /** The first signal that aborts cancels the job: its promise rejects at once, whatever the thread does. */
  readonly signals?: readonly (AbortSignal | undefined)[];
  readonly onProgress?: ((progress: never) => void) | undefined;
}

/** The error of a job whose thread or pool ended before it was answered. */
export class ThreadEnded extends ContextError {
  readonly why: 'failed' | 'ended' | 'stalled' | 'closed';
  /** The last progress that a job of the thread wrote; `NOT_BEGUN` if there is none. */
  readonly at: number;
  constructor(why: ThreadEnded['why'], at: number = NOT_BEGUN, cause?: unknown) {
    super('INTERNAL', why === 'closed' ? 'The threads are closed.' : 'The thread that answered has ended.', { cause });
    this.why = why;
    this.at = at;
  }
}

interface PoolJob {
  readonly job: unknown;
  readonly onProgress: ((progress: never) => void) | undefined;
  readonly settle: { readonly done: (value: never) => void; readonly failed: (error: unknown) => void };
  attempts: number;
  /** The timer that starts when the caller aborts, and ends the thread if the job goes on. */
  patience: NodeJS.Timeout | null;
}

interface PoolThread {
  readonly worker: Worker;
  readonly progress: Int32Array;
  readonly companion: ThreadCompanion | undefined;
  readonly jobs: Map<number, PoolJob>;
  hasAnswered: boolean;
  idleTimer?: NodeJS.Timeout;
  stopWatch?: () => void;
}

/** Threads that work on jobs. The pool starts them as jobs need them. */
export class ThreadPool<Job, Answer> {
  readonly #settings: ThreadPoolSettings;
  readonly #threads = new Set<PoolThread>();
  readonly #ending = new Set<Promise<void>>();
  readonly #queue: PoolJob[] = [];
  #isOpen = true;
  #ids = 0;

  constructor(settings: ThreadPoolSettings) {
    this.#settings = settings;
  }

  ask(job: Job, { signals = [], onProgress }: AskOptions = {}): Promise<Answer> {
    if (!this.#isOpen) return Promise.reject(new ThreadEnded('closed'));
    const aborted = signals.find((signal) => signal?.aborted);
    if (aborted) return Promise.reject(aborted.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const settle = { done: resolve, failed: reject };
    const pending: PoolJob = { job, onProgress, settle, attempts: 0, patience: null };
    const onAbort = ({ target }: Event) => this.cancel(pending, (target as AbortSignal).reason);
    for (const signal of signals) signal?.addEventListener('abort', onAbort, { once: true });
    this.#queue.push(pending);
    this.startQueuedJobs();
    return promise.finally(() => {
      for (const signal of signals) signal?.removeEventListener('abort', onAbort);
    });
  }

  /** Starts all threads ahead of their jobs, with additional data. */
  start(more: object): void {
    while (this.#isOpen && this.#threads.size < this.#settings.threadsMax) this.#start(more);
  }

  get isRunning(): boolean {
    return this.#threads.size > 0;
  }

  broadcast(message: unknown): void {
    for (const { worker } of this.#threads) worker.postMessage(message);
  }

  /** Ends all threads and fails all jobs. While the pool is open, later jobs start new threads. */
  async end(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.clear();
    for (const { settle } of [...this.#queue.splice(0), ...threads.flatMap(({ jobs }) => [...jobs.values()])])
      settle.failed(new ThreadEnded('closed'));
    await Promise.all([...this.#ending, ...threads.map((thread) => this.#close(thread))]);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.end();
  }

  /** Runs `work` while there is no thread. Running jobs and new ones fail; callers may repeat them. */
  async withoutThreads<T>(work: () => Promise<T>): Promise<T> {
    await this.close();
    try {
      return await work();
    } finally {
      this.#isOpen = true;
    }
  }

  startQueuedJobs(): void {
    while (this.#isOpen && this.#queue.length > 0) {
      const { threadsMax, jobsPerThread } = this.#settings;
      const free = [...this.#threads].find(({ jobs }) => jobs.size < jobsPerThread);
      if (free === undefined && this.#threads.size >= threadsMax) return;
      this.assign(free ?? this.#start({}), this.#queue.shift()!);
    }
  }

  assign(thread: PoolThread, job: PoolJob): void {
    const id = ++this.#ids;
    job.attempts += 1;
    thread.jobs.set(id, job);
    clearTimeout(thread.idleTimer);
    // Keeps the process alive while it waits for an answer, and only then.
    thread.worker.ref();
    Atomics.store(thread.progress, 0, NOT_BEGUN);
    thread.worker.postMessage({ kind: 'ask', id, job: job.job } satisfies ToThread<unknown>);
    const { stallMs } = this.#settings;
    const onStall = () => this.replace(thread, 'stalled');
    if (stallMs !== undefined) thread.stopWatch = watchProgress(thread, stallMs, onStall);
  }

  #start(more: object): PoolThread {
    const { threadUrl, workerData, memory, openCompanion } = this.#settings;
    const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const data: ThreadData = { ...workerData, ...more, progress };
    const worker = new Worker(threadUrl, { workerData: data, resourceLimits: memory });
    const thread: PoolThread = {
      worker,
      progress: new Int32Array(progress),
      companion: openCompanion?.((message) => worker.postMessage(message)),
      jobs: new Map(),
      hasAnswered: false,
    };
    this.#threads.add(thread);
    Atomics.store(thread.progress, 0, NOT_BEGUN);
    const { threadId } = worker;
    worker.on('message', (message: FromThread<Answer>) => this.onMessage(thread, message));
    worker.on('error', (error) => this.replace(thread, 'failed', error));
    worker.on('exit', () => {
      endChildren(threadId);
      this.replace(thread, 'ended');
    });
    worker.unref();
    this.#endWhenIdle(thread);
    return thread;
  }

  onMessage(thread: PoolThread, message: FromThread<Answer>): void {
    if (message.kind === 'answer' || message.kind === 'failure') this.#finish(thread, message);
    else if (message.kind === 'progress') thread.jobs.get(message.id)?.onProgress?.(message.progress as never);
    else thread.companion?.onMessage(message);
  }

  #finish(thread: PoolThread, message: FromThread<Answer> & { kind: 'answer' | 'failure' }): void {
    const job = thread.jobs.get(message.id);
    thread.jobs.delete(message.id);
    thread.hasAnswered = true;
    clearTimeout(job?.patience ?? undefined);
    if (!isWaitedFor(thread)) thread.worker.unref();
    if (thread.jobs.size === 0) {
      thread.stopWatch?.();
      this.#endWhenIdle(thread);
    }
    // Assigns the next job before settling this one, so that the thread does not wait.
    this.startQueuedJobs();
    if (message.kind === 'answer') job?.settle.done(message.value as never);
    else job?.settle.failed(unpackFailure(message.failure));
  }

  // Ends an idle thread later, because each thread keeps memory for what it has read.
  #endWhenIdle(thread: PoolThread): void {
    const { endAfterIdleMs, threadsKept } = this.#settings;
    const end = () => {
      if (this.#threads.size <= threadsKept || thread.jobs.size > 0 || !this.#threads.delete(thread)) return;
      const ended = this.#close(thread).then(() => void this.#ending.delete(ended));
      this.#ending.add(ended);
    };
    thread.idleTimer = setTimeout(end, endAfterIdleMs).unref();
  }

  cancel(job: PoolJob, reason: unknown): void {
    job.settle.failed(reason);
    const index = this.#queue.indexOf(job);
    if (index >= 0) this.#queue.splice(index, 1);
    for (const thread of this.#threads) {
      const id = [...thread.jobs].find(([, one]) => one === job)?.[0];
      if (id === undefined) continue;
      thread.worker.postMessage({ kind: 'cancel', id } satisfies ToThread<unknown>);
      // A thread that does not react to the abort is stuck, or blocks other jobs for too long.
      job.patience = setTimeout(() => this.replace(thread, 'stalled'), this.#settings.abortGraceMs).unref();
      if (!isWaitedFor(thread)) thread.worker.unref();
    }
  }

  // Ends a thread and queues its jobs again that have attempts left: another job may have been at fault.
  replace(thread: PoolThread, why: ThreadEnded['why'], cause?: unknown): void {
    if (!this.#threads.delete(thread)) return;
    void this.#close(thread, 0);
    const ended = new ThreadEnded(why, Atomics.load(thread.progress, 0), cause);
    const again: PoolJob[] = [];
    for (const job of thread.jobs.values()) {
      clearTimeout(job.patience ?? undefined);
      if (job.patience === null && job.attempts < this.#settings.attempts && this.#isOpen) again.push(job);
      else job.settle.failed(ended);
    }
    this.#queue.unshift(...again);
    // If a thread ended before doing anything, threads cannot start here, so the queued jobs fail too. Jobs with
    // several attempts fail without this, after the last one.
    if (ended.at === NOT_BEGUN && !thread.hasAnswered && this.#settings.attempts === 1)
      for (const { settle } of this.#queue.splice(0)) settle.failed(ended);
    this.startQueuedJobs();
  }

  // Lets a thread close its files itself, and ends it if it does not.
  async #close(
    { worker, companion, idleTimer, stopWatch }: PoolThread,
    closingMs = this.#settings.closingMs,
  ): Promise<void> {
    clearTimeout(idleTimer);
    stopWatch?.();
    if (closingMs > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      worker.once('exit', () => resolve());
      worker.postMessage({ kind: 'close' } satisfies ToThread<unknown>);
      const timer = setTimeout(() => void worker.terminate(), closingMs);
      await promise;
      clearTimeout(timer);
    } else await worker.terminate();
    await companion?.close();
  }
}

const isWaitedFor = ({ jobs }: PoolThread): boolean => [...jobs.values()].some(({ patience }) => patience === null);
