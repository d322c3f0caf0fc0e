import { type ResourceLimits, Worker } from 'node:worker_threads';
import { ContextError } from '../model/errors.ts';
import { endChildren } from '../reading/git/running.ts';
import { watchProgress } from './processor-time.ts';
import { type FromThread, NOT_BEGUN, type ThreadData, type ToThread, unpackFailure } from './thread-messages.ts';

export interface ThreadPoolSettings {
  readonly threadUrl: URL;
  /** What each thread is started with. */
  readonly workerData: object;
  readonly memory: ResourceLimits;
  readonly threadsMax: number;
  /** Jobs that a thread works on at one time. */
  readonly jobsPerThread: number;
  /** A job whose thread ends goes to another one, until it has ended so many: then the job is at fault, and fails. */
  readonly attempts: number;
  /** A thread that still works on a job so long after its caller gave up is ended. */
  readonly patienceMs: number;
  /** A thread that is told to close is ended after so long; with 0 at once. */
  readonly closingMs: number;
  /** A thread without a job for so long is ended, if more than `threadsKept` are there. */
  readonly restMs: number;
  readonly threadsKept: number;
  /** A thread whose job makes no progress in so much of the processor's time is ended. For one job at a time. */
  readonly stallMs?: number;
  /** Made for each thread; hears what the thread says besides answers. */
  readonly attend?: (say: (message: unknown) => void) => Attendant;
}

export interface Attendant {
  hear(message: unknown): void;
  close(): Promise<void>;
}

export interface AskOptions {
  /** Whichever aborts first gives the job up: its promise is settled at once, whatever the thread does. */
  readonly signals?: readonly (AbortSignal | undefined)[];
  readonly onProgress?: ((progress: never) => void) | undefined;
}

/** A thread ended before it had answered. */
export class ThreadEnded extends ContextError {
  readonly why: 'failed' | 'ended' | 'stalled' | 'closed';
  /** What the job had written as its progress. */
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
  /** Set once its caller gave up; runs out when the thread does not let go. */
  patience: NodeJS.Timeout | null;
}

interface PoolThread {
  readonly worker: Worker;
  readonly progress: Int32Array;
  readonly attendant: Attendant | undefined;
  readonly jobs: Map<number, PoolJob>;
  hasAnswered: boolean;
  rest: NodeJS.Timeout | undefined;
  stopWatch: (() => void) | undefined;
}

/** Threads that work on jobs; started when they are needed, replaced when they end. */
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
    const asked: PoolJob = { job, onProgress, settle: { done: resolve, failed: reject }, attempts: 0, patience: null };
    const onAbort = ({ target }: Event) => this.#giveUp(asked, (target as AbortSignal).reason);
    for (const signal of signals) signal?.addEventListener('abort', onAbort, { once: true });
    this.#queue.push(asked);
    this.#feed();
    return promise.finally(() => {
      for (const signal of signals) signal?.removeEventListener('abort', onAbort);
    });
  }

  /** Starts all threads before there is work, with more to begin with. */
  start(more: object): void {
    while (this.#isOpen && this.#threads.size < this.#settings.threadsMax) this.#start(more);
  }

  /** Whether there is a thread that need not be started first. */
  get isRunning(): boolean {
    return this.#threads.size > 0;
  }

  /** Says something to the threads that run, and to no other. */
  tell(message: unknown): void {
    for (const { worker } of this.#threads) worker.postMessage(message);
  }

  /** Ends all threads and fails what they work on. What is asked later starts others. */
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

  /** Does some work while there is no thread. What is under way fails, and what is asked meanwhile: it may be asked again. */
  async withoutThreads<T>(work: () => Promise<T>): Promise<T> {
    await this.close();
    try {
      return await work();
    } finally {
      this.#isOpen = true;
    }
  }

  #feed(): void {
    while (this.#isOpen && this.#queue.length > 0) {
      const { threadsMax, jobsPerThread } = this.#settings;
      const free = [...this.#threads].find(({ jobs }) => jobs.size < jobsPerThread);
      if (free === undefined && this.#threads.size >= threadsMax) return;
      this.#give(free ?? this.#start({}), this.#queue.shift()!);
    }
  }

  #give(thread: PoolThread, asked: PoolJob): void {
    const id = ++this.#ids;
    asked.attempts += 1;
    thread.jobs.set(id, asked);
    clearTimeout(thread.rest);
    // A process with nothing else to do may end, but not while it waits for an answer.
    thread.worker.ref();
    Atomics.store(thread.progress, 0, NOT_BEGUN);
    thread.worker.postMessage({ kind: 'ask', id, job: asked.job } satisfies ToThread<unknown>);
    const { stallMs } = this.#settings;
    const onStall = () => this.#drop(thread, 'stalled');
    if (stallMs !== undefined) thread.stopWatch = watchProgress(thread, stallMs, onStall);
  }

  #start(more: object): PoolThread {
    const { threadUrl, workerData, memory, attend } = this.#settings;
    const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const data: ThreadData = { ...workerData, ...more, progress };
    const worker = new Worker(threadUrl, { workerData: data, resourceLimits: memory });
    const thread: PoolThread = {
      ...{ worker, progress: new Int32Array(progress), jobs: new Map(), hasAnswered: false },
      ...{ rest: undefined, stopWatch: undefined },
      attendant: attend?.((message) => worker.postMessage(message)),
    };
    this.#threads.add(thread);
    Atomics.store(thread.progress, 0, NOT_BEGUN);
    const { threadId } = worker;
    worker.on('message', (message: FromThread<Answer>) => this.#hear(thread, message));
    worker.on('error', (error) => this.#drop(thread, 'failed', error));
    worker.on('exit', () => {
      endChildren(threadId);
      this.#drop(thread, 'ended');
    });
    worker.unref();
    this.#restLater(thread);
    return thread;
  }

  #hear(thread: PoolThread, message: FromThread<Answer>): void {
    if (message.kind === 'answer' || message.kind === 'failure') this.#finish(thread, message);
    else if (message.kind === 'progress') thread.jobs.get(message.id)?.onProgress?.(message.progress as never);
    else thread.attendant?.hear(message);
  }

  #finish(thread: PoolThread, message: FromThread<Answer> & { kind: 'answer' | 'failure' }): void {
    const asked = thread.jobs.get(message.id);
    thread.jobs.delete(message.id);
    thread.hasAnswered = true;
    clearTimeout(asked?.patience ?? undefined);
    if (!isWaitedFor(thread)) thread.worker.unref();
    if (thread.jobs.size === 0) {
      thread.stopWatch?.();
      this.#restLater(thread);
    }
    // The thread gets its next job before this answer is read, so that it does not wait.
    this.#feed();
    if (message.kind === 'answer') asked?.settle.done(message.value as never);
    else asked?.settle.failed(unpackFailure(message.failure));
  }

  // Each thread holds what it has read.
  #restLater(thread: PoolThread): void {
    const { restMs, threadsKept } = this.#settings;
    const end = () => {
      if (this.#threads.size <= threadsKept || thread.jobs.size > 0 || !this.#threads.delete(thread)) return;
      const ended = this.#close(thread).then(() => void this.#ending.delete(ended));
      this.#ending.add(ended);
    };
    thread.rest = setTimeout(end, restMs).unref();
  }

  #giveUp(asked: PoolJob, reason: unknown): void {
    asked.settle.failed(reason);
    const at = this.#queue.indexOf(asked);
    if (at >= 0) this.#queue.splice(at, 1);
    for (const thread of this.#threads) {
      const id = [...thread.jobs].find(([, one]) => one === asked)?.[0];
      if (id === undefined) continue;
      thread.worker.postMessage({ kind: 'cancel', id } satisfies ToThread<unknown>);
      // It would answer at once if it could hear: what it does takes for ever, or too long for everybody else.
      asked.patience = setTimeout(() => this.#drop(thread, 'stalled'), this.#settings.patienceMs).unref();
      if (!isWaitedFor(thread)) thread.worker.unref();
    }
  }

  // Its jobs go to other threads: the fault may have been the thread's own, or another job's.
  #drop(thread: PoolThread, why: ThreadEnded['why'], cause?: unknown): void {
    if (!this.#threads.delete(thread)) return;
    void this.#close(thread, 0);
    const ended = new ThreadEnded(why, Atomics.load(thread.progress, 0), cause);
    const again: PoolJob[] = [];
    for (const asked of thread.jobs.values()) {
      clearTimeout(asked.patience ?? undefined);
      if (asked.patience === null && asked.attempts < this.#settings.attempts && this.#isOpen) again.push(asked);
      else asked.settle.failed(ended);
    }
    this.#queue.unshift(...again);
    // A thread that did nothing at all cannot be started here: what waits would only start others like it.
    if (again.length === 0 && ended.at === NOT_BEGUN && !thread.hasAnswered && this.#settings.attempts === 1)
      for (const { settle } of this.#queue.splice(0)) settle.failed(ended);
    this.#feed();
  }

  // What it holds open it closes itself; one that does not listen is ended.
  async #close(
    { worker, attendant, rest, stopWatch }: PoolThread,
    closingMs = this.#settings.closingMs,
  ): Promise<void> {
    clearTimeout(rest);
    stopWatch?.();
    if (closingMs > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      worker.once('exit', () => resolve());
      worker.postMessage({ kind: 'close' } satisfies ToThread<unknown>);
      const timer = setTimeout(() => void worker.terminate(), closingMs);
      await promise;
      clearTimeout(timer);
    } else await worker.terminate();
    await attendant?.close();
  }
}

const isWaitedFor = ({ jobs }: PoolThread): boolean => [...jobs.values()].some(({ patience }) => patience === null);
