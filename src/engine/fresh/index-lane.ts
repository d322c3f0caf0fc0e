import type { IndexOutcome } from '../../indexing/index-workspace.ts';
import type { FirstAnswer } from '../../indexing/plan.ts';
import type { CallOptions, Progress } from '../../ports/engine.ts';

/** What one refresh of the index is told. */
export interface IndexWork {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** The store must be made anew, unless it is another one by now. */
  readonly replaces: unknown;
  /** What those who need not wait for everything want first; empty where nobody is of that kind. */
  readonly asks: readonly Choose[];
  /** Those of them can be answered. */
  readonly ready: (outcome: IndexOutcome) => void;
  /** Somebody waits for an answer behind this refresh: what is not done yet may be left to the next. */
  readonly isDue: () => boolean;
  /** Somebody waits for all of it, or behind it. */
  readonly isWanted: () => boolean;
}

/** Of all files there are, those that an answer needs likeliest. */
export type Choose = FirstAnswer['choose'];

/** What somebody wants of a refresh. */
export interface Wanted {
  readonly replaces?: unknown;
  /** For who need not wait for everything. */
  readonly choose?: Choose | null;
}

/** How far the refresh has come that a caller did not wait for. */
export interface Unfinished {
  /** Files that are indexed, of those there are; null before anyone has looked. */
  readonly files: { readonly done: number; readonly total: number } | null;
}

/** Refreshes of one index: one runs, one waits behind it, and everybody shares them. */
export interface IndexLane {
  /** Settles when a refresh that began after the asking is done, or with what is known when the caller's wait is over. */
  refresh(call: CallOptions, wanted?: Wanted): Promise<IndexOutcome | Unfinished>;
  /** The same for who knows that nothing happened since the last one began: what runs is enough, and null if nothing does. */
  current(call: CallOptions): Promise<IndexOutcome | Unfinished> | null;
  /** Ends what runs, and refuses what comes. */
  close(reason: unknown): Promise<void>;
}

interface IndexJob {
  readonly listeners: Set<(progress: Progress) => void>;
  readonly controller: AbortController;
  readonly outcome: Promise<IndexOutcome>;
  /** Settles when those can be answered who need not wait for everything. */
  readonly first: Promise<IndexOutcome>;
  readonly begin: () => void;
  readonly asks: Choose[];
  replaces: unknown;
  callers: number;
  /** Somebody went on without waiting: it is finished for those who come next. */
  isKept: boolean;
}

/** A lane for one index. What has begun cannot serve who comes later: it may have looked already. */
export function createIndexLane(run: (work: IndexWork) => Promise<IndexOutcome>): IndexLane {
  let running: IndexJob | null = null;
  let waiting: IndexJob | null = null;
  let closed: { readonly reason: unknown } | null = null;
  const progress = createFileCount();

  const start = (job: IndexJob) => {
    running = job;
    job.begin();
    const next = () => {
      running = null;
      const following = waiting;
      waiting = null;
      if (following) start(following);
    };
    job.outcome.then(next, next);
  };
  const join = ({ replaces = null, choose = null }: Wanted): IndexJob => {
    const job = waiting ?? createJob(run, { note: progress.note, next: () => waiting });
    job.replaces ??= replaces;
    if (choose !== null) job.asks.push(choose);
    if (running) waiting = job;
    else start(job);
    return job;
  };
  const waitFor = async (job: IndexJob, call: CallOptions, isFirst = false) => {
    try {
      return (await outcomeWithin(job, call, isFirst)) ?? { files: progress.current() };
    } finally {
      // Nobody may join what is given up already.
      if (isGivenUp(job, call.signal?.reason) && waiting === job) waiting = null;
    }
  };
  const refuse = ({ signal }: CallOptions) => {
    if (closed) throw closed.reason;
    signal?.throwIfAborted();
  };

  return {
    async refresh(call, wanted = {}) {
      const isFirst = wanted.choose != null;
      for (;;) {
        refuse(call);
        const outcome = await waitFor(join(wanted), call, isFirst);
        // One that made way for a question did not do everything.
        if (isFirst || !('isWhole' in outcome) || outcome.isWhole) return outcome;
      }
    },
    current(call) {
      refuse(call);
      const job = waiting ?? running;
      // One that is given up will not come to anything.
      return job === null || job.controller.signal.aborted ? null : waitFor(job, call);
    },
    close: (reason) => {
      closed = { reason };
      return endJobs([running, waiting], reason);
    },
  };
}

// A caller has left: what nobody waits for any more is ended, unless it is to be finished for those who come next.
function isGivenUp(job: IndexJob, reason: unknown): boolean {
  job.callers -= 1;
  if (job.callers > 0 || job.isKept) return false;
  job.controller.abort(reason);
  return true;
}

/** What became of a job; null when the caller goes on without it. */
async function outcomeWithin(job: IndexJob, call: CallOptions, isFirst: boolean): Promise<IndexOutcome | null> {
  const { signal, onProgress, indexWaitMs } = call;
  job.callers += 1;
  if (onProgress) job.listeners.add(onProgress);
  try {
    const settled = await settledWithin(isFirst ? job.first : job.outcome, { signal, waitMs: indexWaitMs });
    if (settled === null || isFirst) job.isKept = true;
    return settled?.value ?? null;
  } finally {
    if (onProgress) job.listeners.delete(onProgress);
  }
}

async function endJobs(jobs: readonly (IndexJob | null)[], reason: unknown): Promise<void> {
  for (const job of jobs) job?.controller.abort(reason);
  await Promise.allSettled(jobs.map((job) => job?.outcome));
}

function createJob(
  run: (work: IndexWork) => Promise<IndexOutcome>,
  { note, next }: { readonly note: (progress: Progress) => void; readonly next: () => IndexJob | null },
): IndexJob {
  const { promise, resolve, reject } = Promise.withResolvers<IndexOutcome>();
  const first = Promise.withResolvers<IndexOutcome>();
  promise.then(first.resolve, first.reject);
  // Who waits for it meets its failure; where nobody does, the next call tries again.
  first.promise.catch(() => {});
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<(progress: Progress) => void>();
  const onProgress = (progress: Progress) => {
    note(progress);
    for (const listener of listeners) listener(progress);
  };
  const begin = async () => {
    signal.throwIfAborted();
    return run({
      ...{ signal, onProgress, replaces: job.replaces, asks: job.asks, ready: first.resolve },
      isDue: () => (next()?.asks.length ?? 0) > 0,
      isWanted: () => next() !== null || job.callers > 0,
    });
  };
  const job: IndexJob = {
    listeners,
    controller,
    outcome: promise,
    first: first.promise,
    asks: [],
    begin: () => void begin().then(resolve, reject),
    replaces: null,
    callers: 0,
    isKept: false,
  };
  return job;
}

// The scan tells how many files there are, the parse how many of them are new and how many of these are done.
function createFileCount() {
  let total: number | null = null;
  let open = 0;
  return {
    note: ({ stage, done, total: of }: Progress) => {
      if (stage === 'scan' && of > 0) [total, open] = [of, of];
      if (stage === 'parse') open = of - done;
      if (stage === 'link') open = 0;
    },
    current: () => (total === null ? null : { done: Math.max(0, total - open), total }),
  };
}

/**
 * What a promise came to, or null when the wait is over before. Rejects with the signal's reason as soon as it is given,
 * whatever becomes of the promise.
 */
function settledWithin<T>(
  promise: Promise<T>,
  { signal, waitMs }: { readonly signal?: AbortSignal | undefined; readonly waitMs?: number | undefined },
): Promise<{ readonly value: T } | null> {
  return new Promise((resolve, reject) => {
    const timer = waitMs === undefined ? undefined : setTimeout(() => end(() => resolve(null)), waitMs);
    const onAbort = () => end(() => reject(signal?.reason));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    promise.then(
      (value) => end(() => resolve({ value })),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
