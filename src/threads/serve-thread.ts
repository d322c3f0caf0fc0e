import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { invariant } from '../model/errors.ts';
import { type FromThread, packFailure, type ToThread } from './thread-messages.ts';

// Less than this share of the time is rest.
const BUSY_SHARE = 0.1;

/** A thread of a pool, as far as its jobs differ from those of others. */
export interface ThreadWork<Job> {
  answer(job: Job, call: JobCall): Promise<unknown>;
  close(): Promise<void>;
  /** Hears what is said to it besides jobs. */
  hear?(message: unknown): void;
  /** Without a job for so long it gives memory back. */
  readonly restMs: number;
}

export interface JobCall {
  readonly signal: AbortSignal;
  readonly progress: (progress: unknown) => void;
}

/** Answers the pool that started this thread; what it returns says more to the pool. */
export function serveThread<Job>({ answer, close, hear, restMs }: ThreadWork<Job>): (message: unknown) => void {
  invariant(parentPort, 'this file runs as a thread');
  const port = parentPort;
  const asked = new Map<number, AbortController>();
  const rest = collectAtRest(restMs);
  const say = (message: FromThread<unknown>) => port.postMessage(message);
  const work = async (id: number, job: Job): Promise<void> => {
    const given = new AbortController();
    asked.set(id, given);
    try {
      const progress = (progress: unknown) => say({ kind: 'progress', id, progress });
      say({ kind: 'answer', id, value: await answer(job, { signal: given.signal, progress }) });
    } catch (error) {
      say({ kind: 'failure', id, failure: packFailure(error) });
    } finally {
      asked.delete(id);
      rest();
    }
  };
  port.on('message', (message: ToThread<Job>) => {
    if (message.kind === 'ask') void work(message.id, message.job);
    else if (message.kind === 'cancel') asked.get(message.id)?.abort();
    else if (message.kind === 'close') void close().then(() => port.close());
    else hear?.(message);
  });
  return (message) => port.postMessage(message);
}

/**
 * Collects garbage once nothing was worked on for a while: V8 cleans up when it runs out of room, so that a thread which waits would
 * hold for ever what its last answers left. To be called whenever a piece of work ends.
 */
export function collectAtRest(restMs: number): () => void {
  let timer: NodeJS.Timeout | null = null;
  let last = performance.eventLoopUtilization();
  const look = () => {
    const used = performance.eventLoopUtilization(last).utilization;
    last = performance.eventLoopUtilization();
    // What goes on behind the answers is waited for.
    if (used > BUSY_SHARE) return;
    clearInterval(timer!);
    timer = null;
    collect();
  };
  return () => {
    if (timer !== null) return;
    last = performance.eventLoopUtilization();
    timer = setInterval(look, restMs).unref();
  };
}

let collector: (() => void) | null = null;

// Node tells nobody how to ask for it but a context that is made after the flag is set.
function collect(): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
