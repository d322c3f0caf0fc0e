import { type ResourceLimits, Worker } from 'node:worker_threads';
import { ContextError } from '../../model/errors.ts';
import { endChildren } from '../../reading/git/running.ts';
import {
  type FromPoolThread,
  type PoolQuestion,
  type PoolThreadSettings,
  type ToPoolThread,
  unpackFailure,
} from './messages.ts';

// A question that ended two threads would end every one.
const ATTEMPTS = 2;
const CLOSING_MS = 2000;
const NOT_OPEN = 'there are no threads to answer just now';

export interface ThreadPoolSettings extends PoolThreadSettings {
  readonly threadUrl: URL;
  readonly threadsMax: number;
  readonly memory: ResourceLimits;
  /** A thread that has not let go of a question so long after it was given up is ended. */
  readonly patienceMs: number;
  /** One that had nothing to do for so long is ended, if there is another. */
  readonly surplusMs: number;
}

interface PoolJob {
  readonly question: PoolQuestion;
  readonly settle: { readonly done: (value: unknown) => void; readonly failed: (error: unknown) => void };
  attempts: number;
  /** Nobody waits for it any more. */
  isGivenUp: boolean;
}

interface PoolThread {
  readonly worker: Worker;
  job: PoolJob | null;
  surplus: NodeJS.Timeout | null;
}

/** Threads that answer, one question each at a time; started when they are needed, replaced when they end. */
export class ThreadPool {
  readonly #settings: ThreadPoolSettings;
  readonly #threads = new Set<PoolThread>();
  readonly #ending = new Set<Promise<void>>();
  readonly #queue: PoolJob[] = [];
  #isOpen = true;
  #ids = 0;

  constructor(settings: ThreadPoolSettings) {
    this.#settings = settings;
  }

  /** Answers a question; given up, it stops being worked on, and the promise is the caller's to forget. */
  ask(question: Omit<PoolQuestion, 'id'>, signal: AbortSignal): Promise<unknown> {
    if (!this.#isOpen) return Promise.reject(new Error(NOT_OPEN));
    const id = ++this.#ids;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: PoolJob = {
      question: { ...question, id },
      settle: { done: resolve, failed: reject },
      attempts: 0,
      isGivenUp: false,
    };
    const onAbort = () => this.#cancel(job, signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#queue.push(job);
    this.#feed();
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#endThreads();
  }

  /** Does some work while there is no thread. What is under way fails, and what is asked meanwhile: it may be asked again. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    this.#isOpen = false;
    await this.#endThreads();
    try {
      return await work();
    } finally {
      this.#isOpen = true;
    }
  }

  async #endThreads(): Promise<void> {
    const jobs = [...this.#queue.splice(0), ...[...this.#threads].flatMap(({ job }) => job ?? [])];
    for (const { settle } of jobs) settle.failed(new Error(NOT_OPEN));
    await Promise.all([...this.#ending, ...[...this.#threads].map(({ worker }) => endThread(worker))]);
  }

  #feed(): void {
    if (!this.#isOpen) return;
    for (const thread of this.#threads) if (thread.job === null) this.#give(thread);
    while (this.#queue.length > 0 && this.#threads.size < this.#settings.threadsMax) this.#give(this.#start());
  }

  #give(thread: PoolThread): void {
    const job = this.#queue.shift();
    if (!job) return;
    thread.job = job;
    clearTimeout(thread.surplus ?? undefined);
    job.attempts += 1;
    thread.worker.ref();
    say(thread, { kind: 'ask', question: job.question });
  }

  #start(): PoolThread {
    const { options, config, threadUrl, memory } = this.#settings;
    const workerData: PoolThreadSettings = { options, config };
    const thread: PoolThread = {
      worker: new Worker(threadUrl, { workerData, resourceLimits: memory }),
      job: null,
      surplus: null,
    };
    this.#threads.add(thread);
    thread.worker.on('message', (message: FromPoolThread) => this.#finish(thread, message));
    thread.worker.on('error', (error) => this.#drop(thread, error));
    const { threadId } = thread.worker;
    thread.worker.on('exit', () => {
      endChildren(threadId);
      this.#drop(thread, null);
    });
    // A process with nothing else to do may end, but not while it waits for an answer.
    thread.worker.unref();
    return thread;
  }

  #finish(thread: PoolThread, message: FromPoolThread): void {
    const { job } = thread;
    thread.job = null;
    thread.worker.unref();
    thread.surplus = setTimeout(() => this.#endSurplus(thread), this.#settings.surplusMs).unref();
    this.#feed();
    if (message.kind === 'answer') job?.settle.done(message.value);
    else job?.settle.failed(unpackFailure(message.failure));
  }

  // Several are needed while many ask at once; each holds what it has read.
  #endSurplus(thread: PoolThread): void {
    if (this.#threads.size === 1 || thread.job !== null || !this.#threads.delete(thread)) return;
    const ended = endThread(thread.worker).then(() => void this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  // The question goes to another thread, once: the fault may have been the thread's own.
  #drop(thread: PoolThread, cause: unknown): void {
    if (!this.#threads.delete(thread)) return;
    const { job } = thread;
    if (job && !job.isGivenUp && job.attempts < ATTEMPTS && this.#isOpen) this.#queue.unshift(job);
    else job?.settle.failed(new ContextError('INTERNAL', 'The thread that answered has ended.', { cause }));
    this.#feed();
  }

  #cancel(job: PoolJob, reason: unknown): void {
    job.isGivenUp = true;
    job.settle.failed(reason);
    const at = this.#queue.indexOf(job);
    if (at >= 0) this.#queue.splice(at, 1);
    const thread = [...this.#threads].find((one) => one.job === job);
    if (thread === undefined) return;
    thread.worker.unref();
    say(thread, { kind: 'cancel', id: job.question.id });
    const patience = setTimeout(() => {
      if (thread.job === job) void thread.worker.terminate();
    }, this.#settings.patienceMs);
    patience.unref();
  }
}

function say({ worker }: PoolThread, message: ToPoolThread): void {
  worker.postMessage(message);
}

// What it holds open it closes itself; one that does not listen is ended.
async function endThread(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.postMessage({ kind: 'close' } satisfies ToPoolThread);
  const timer = setTimeout(() => void worker.terminate(), CLOSING_MS);
  await ended;
  clearTimeout(timer);
}
