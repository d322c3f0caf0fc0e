// This file is the thread's side of a pool: it receives jobs, answers or fails them, and frees memory while idle. It
// also defines the messages between both sides.
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { ContextError, invariant } from '../model/errors.ts';

// A thread that is busy for at most this share of the time counts as idle.
const BUSY_SHARE = 0.1;

export interface ThreadWork<Job> {
  answer(job: Job, call: JobCall): Promise<unknown>;
  close(): Promise<void>;
  /** Receives the messages that are not the pool's own. */
  onMessage?(message: unknown): void;
  /** How often the thread checks after a job whether it is idle, to collect garbage. */
  readonly collectAfterIdleMs: number;
}

export interface JobCall {
  readonly signal: AbortSignal;
  readonly progress: (progress: unknown) => void;
}

/** Serves the pool that started this thread. Returns a function that sends messages to the thread's companion. */
export function serveThread<Job>(own: ThreadWork<Job>): (message: unknown) => void {
  invariant(parentPort, 'only a worker thread may serve a pool');
  const port = parentPort;
  const running = new Map<number, AbortController>();
  const jobEnded = collectWhenIdle(own.collectAfterIdleMs);
  const send = (message: FromThread<unknown>) => port.postMessage(message);
  const work = async (id: number, job: Job): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const progress = (progress: unknown) => send({ kind: 'progress', id, progress });
      send({ kind: 'answer', id, value: await own.answer(job, { signal: abort.signal, progress }) });
    } catch (error) {
      send({ kind: 'failure', id, failure: packFailure(error) });
    } finally {
      running.delete(id);
      jobEnded();
    }
  };
  port.on('message', (message: ToThread<Job>) => {
    if (message.kind === 'ask') void work(message.id, message.job);
    else if (message.kind === 'cancel') running.get(message.id)?.abort();
    else if (message.kind === 'close') void own.close().then(() => port.close());
    else own.onMessage?.(message);
  });
  return (message) => port.postMessage(message);
}

/**
 * Collects garbage once the thread has been idle for `collectAfterIdleMs`: V8 collects mostly while a thread works,
 * so an idle one would keep the garbage of its last answers. Call the returned function after every job.
 */
export function collectWhenIdle(collectAfterIdleMs: number): () => void {
  let timer: NodeJS.Timeout | null = null;
  let last = performance.eventLoopUtilization();
  const check = () => {
    const used = performance.eventLoopUtilization(last).utilization;
    last = performance.eventLoopUtilization();
    // Waits for work in the background to end.
    if (used > BUSY_SHARE) return;
    clearInterval(timer!);
    timer = null;
    collect();
  };
  return () => {
    if (timer !== null) return;
    last = performance.eventLoopUtilization();
    timer = setInterval(check, collectAfterIdleMs).unref();
  };
}

let collector: (() => void) | null = null;

// Only a context that is created after setting the flag has a `gc` function.
function collect(): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}

export type ToThread<Job> =
  | { readonly kind: 'ask'; readonly id: number; readonly job: Job }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

export type FromThread<Answer> =
  | { readonly kind: 'answer'; readonly id: number; readonly value: Answer }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown };

/** The data that the pool gives every thread, besides the settings of its jobs. */
export interface ThreadData {
  /** One number, into which a job writes its progress. The pool reads it during the job, and when the thread ends. */
  readonly progress: SharedArrayBuffer;
}

/** The value of `progress` until the latest job writes to it. */
export const NOT_BEGUN = -1;

type Failure = ReturnType<typeof packFailure>;

/** Makes a message of an error, because a message between threads cannot carry its class. */
function packFailure(error: unknown) {
  if (!(error instanceof Error)) return { code: null, message: String(error), stack: undefined };
  return { code: error instanceof ContextError ? error.code : null, message: error.message, stack: error.stack };
}

export function unpackFailure({ code, message, stack }: Failure): Error {
  const error = code === null ? new Error(message) : new ContextError(code, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
