import { type ResourceLimits, Worker } from 'node:worker_threads';
import { ContextError } from '../../model/errors.ts';
import type { CallOptions } from '../../ports/engine.ts';
import { endChildren } from '../../reading/git/running.ts';
import { openWatcher } from '../../watching/open-watcher.ts';
import { unpackFailure } from '../pool/messages.ts';
import type { EnginePlace, EngineSettings, FromThread, MethodCall, ThreadLimits, ToThread } from './messages.ts';
import { type NearWatches, nearWatches } from './near-watches.ts';

// A question that ended two threads would end every one.
const ATTEMPTS = 2;

export interface EngineThreadSettings {
  readonly threadUrl: URL;
  readonly limits: ThreadLimits;
  readonly memory: ResourceLimits;
  /** A thread that has not let go of a question so long after it was given up is ended. */
  readonly patienceMs: number;
  /** One that is told to close is ended after so long. */
  readonly closingMs: number;
}

interface EngineJob {
  readonly of: EnginePlace;
  readonly asked: MethodCall;
  readonly onProgress: CallOptions['onProgress'];
  readonly settle: { readonly done: (value: unknown) => void; readonly failed: (error: unknown) => void };
  attempts: number;
  /** Runs out when the thread does not let go; nobody waits for the answer any more. */
  patience: NodeJS.Timeout | null;
}

interface Running {
  readonly worker: Worker;
  readonly watches: NearWatches;
  readonly jobs: Map<number, EngineJob>;
}

/** One thread with an engine in it, or several; replaced by a fresh one when it ends, or does not listen any more. */
export class EngineThread {
  readonly #settings: EngineThreadSettings;
  /** The engines, with why they were closed. */
  readonly #places = new Map<EnginePlace, { readonly reason: unknown } | null>();
  #running: Running | null = null;
  #ids = 0;

  constructor(settings: EngineThreadSettings) {
    this.#settings = settings;
  }

  /** One more engine, which is opened when it is first asked. */
  enter(settings: EngineSettings): EnginePlace {
    const of = { ...settings, place: this.#places.size };
    this.#places.set(of, null);
    return of;
  }

  /** Asks an engine; given up, the promise is settled at once, whatever the thread does. */
  ask(of: EnginePlace, asked: MethodCall, { signal, onProgress }: CallOptions): Promise<unknown> {
    const left = this.#places.get(of);
    if (left) return Promise.reject(left.reason);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: EngineJob = {
      of,
      asked,
      onProgress,
      settle: { done: resolve, failed: reject },
      attempts: 0,
      patience: null,
    };
    const onAbort = () => this.#giveUp(job, signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#give(job);
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Closes an engine; with the last one ends the thread, in order where it listens. */
  async leave(of: EnginePlace, reason: unknown): Promise<void> {
    if (this.#places.get(of) === null) this.#places.set(of, { reason });
    const running = this.#running;
    if (running === null) return;
    for (const job of running.jobs.values()) if (job.of === of) job.settle.failed(reason);
    if (this.#isWanted()) say(running, { kind: 'leave', place: of.place });
    else await this.#end(running);
  }

  async #end({ worker, watches }: Running): Promise<void> {
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage({ kind: 'close' } satisfies ToThread);
    const timer = setTimeout(() => void worker.terminate(), this.#settings.closingMs);
    await ended;
    clearTimeout(timer);
    await watches.close();
  }

  #isWanted(): boolean {
    return [...this.#places.values()].some((left) => left === null);
  }

  #give(job: EngineJob): void {
    this.#running ??= this.#start();
    const id = ++this.#ids;
    job.attempts += 1;
    this.#running.jobs.set(id, job);
    this.#running.worker.ref();
    say(this.#running, { kind: 'ask', id, asked: job.asked, of: job.of });
  }

  #start(): Running {
    const { threadUrl, limits, memory } = this.#settings;
    const worker = new Worker(threadUrl, { workerData: limits, resourceLimits: memory });
    const { threadId } = worker;
    const watches = nearWatches(openWatcher, (message) => worker.postMessage(message));
    const running: Running = { worker, watches, jobs: new Map() };
    worker.on('message', (message: FromThread) => this.#hear(running, message));
    worker.on('error', (error) => this.#drop(running, error));
    worker.on('exit', () => {
      endChildren(threadId);
      this.#drop(running, null);
    });
    // A process with nothing else to do may end, but not while it waits for an answer.
    worker.unref();
    return running;
  }

  #hear(running: Running, message: FromThread): void {
    const { jobs, watches } = running;
    watches.hear(message);
    if (!('id' in message)) return;
    const job = jobs.get(message.id);
    if (message.kind === 'progress') job?.onProgress?.(message.progress);
    else this.#finish(running, message);
  }

  #finish({ worker, jobs }: Running, message: FromThread & { kind: 'answer' | 'failure' }): void {
    const job = jobs.get(message.id);
    jobs.delete(message.id);
    if (!isWaitedFor(jobs)) worker.unref();
    clearTimeout(job?.patience ?? undefined);
    if (message.kind === 'answer') job?.settle.done(message.value);
    else job?.settle.failed(unpackFailure(message.failure));
  }

  #giveUp(job: EngineJob, reason: unknown): void {
    job.settle.failed(reason);
    const running = this.#running;
    const id = [...(running?.jobs ?? [])].find(([, known]) => known === job)?.[0];
    if (running === null || id === undefined) return;
    say(running, { kind: 'cancel', id });
    // It would answer at once if it could hear: what it does, it does for ever, or for too long for everybody else.
    job.patience = setTimeout(() => this.#drop(running, null), this.#settings.patienceMs);
    job.patience.unref();
    if (!isWaitedFor(running.jobs)) running.worker.unref();
  }

  // What others asked goes to a fresh thread, once: the fault may not have been theirs.
  #drop(running: Running, cause: unknown): void {
    if (this.#running !== running) return;
    this.#running = null;
    void running.worker.terminate();
    void running.watches.close();
    for (const job of running.jobs.values()) {
      const isWanted = job.patience === null;
      clearTimeout(job.patience ?? undefined);
      if (isWanted && job.attempts < ATTEMPTS && this.#places.get(job.of) === null) this.#give(job);
      else job.settle.failed(new ContextError('INTERNAL', 'The thread that answered has ended.', { cause }));
    }
  }
}

function isWaitedFor(jobs: Running['jobs']): boolean {
  return [...jobs.values()].some(({ patience }) => patience === null);
}

function say({ worker }: Running, message: ToThread): void {
  worker.postMessage(message);
}
