// Questions that arrive together share one refresh of the index. This queue runs one refresh at a time, and lets each
// caller stop waiting without stopping the others.
import type { IndexOutcome } from '../../indexing/index-workspace.ts';
import type { FirstAnswer } from '../../indexing/plan.ts';
import type { CallOptions, Progress } from '../../ports/engine.ts';

export interface RefreshWork {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** The parts whose store must be rebuilt, unless others have replaced them by now. */
  readonly replaces: unknown;
  /** Choices of files to index first, one for each call that need not wait for everything. */
  readonly asks: readonly ChooseFiles[];
  /** Reports that those calls can be answered now. */
  readonly ready: (outcome: IndexOutcome) => void;
  /** Whether a call that need not wait for everything waits for the next refresh, which then does the rest. */
  readonly isDue: () => boolean;
  /** Whether a call waits for the whole refresh, or for the one after it. */
  readonly isWanted: () => boolean;
}

/** Chooses, among all files, those that an answer most likely needs. */
export type ChooseFiles = FirstAnswer['choose'];

export interface RefreshRequest {
  readonly replaces?: unknown;
  /** Set by a call that need not wait for everything. */
  readonly choose?: ChooseFiles | null;
}

/** The progress of a refresh that a caller did not wait for. */
export interface RefreshProgress {
  /** Indexed files and all files; null before the first scan. */
  readonly files: { readonly done: number; readonly total: number } | null;
}

/** Runs the refreshes of one index: one runs, one waits behind it, and all calls share them. */
export interface RefreshQueue {
  /** Settles when a refresh that began after this call can answer it, or with its progress when the wait is over. */
  refresh(call: CallOptions, request?: RefreshRequest): Promise<IndexOutcome | RefreshProgress>;
  /** Waits for the last refresh begun or asked for, for a caller that knows of no later change; null if none is. */
  current(call: CallOptions): Promise<IndexOutcome | RefreshProgress> | null;
  /** Stops the running refresh and refuses new ones. */
  close(reason: unknown): Promise<void>;
}

interface RefreshJob {
  readonly listeners: Set<(progress: Progress) => void>;
  readonly controller: AbortController;
  readonly outcome: Promise<IndexOutcome>;
  /** Settles when the calls that need not wait for everything can be answered. */
  readonly first: Promise<IndexOutcome>;
  readonly begin: () => void;
  readonly asks: ChooseFiles[];
  replaces: unknown;
  callers: number;
  /** Whether a caller stopped waiting but wants the refresh to finish for later calls. */
  mustFinish: boolean;
}

/** A running refresh may have scanned already, so a later call of `refresh` gets another one. */
export function createRefreshQueue(run: (work: RefreshWork) => Promise<IndexOutcome>): RefreshQueue {
  let running: RefreshJob | null = null;
  let waiting: RefreshJob | null = null;
  let closed: { readonly reason: unknown } | null = null;
  const progress = countFiles();

  const start = (job: RefreshJob) => {
    running = job;
    job.begin();
    const next = () => {
      const following = waiting;
      [running, waiting] = [null, null];
      if (following) start(following);
    };
    job.outcome.then(next, next);
  };
  const joinOrStart = ({ replaces = null, choose = null }: RefreshRequest): RefreshJob => {
    const job = waiting ?? createJob(run, { note: progress.note, next: () => waiting });
    job.replaces ??= replaces;
    if (choose !== null) job.asks.push(choose);
    if (running) waiting = job;
    else start(job);
    return job;
  };
  const waitFor = async (job: RefreshJob, call: CallOptions, isFirst = false) => {
    try {
      return (await outcomeWithin(job, call, isFirst)) ?? { files: progress.current() };
    } finally {
      // Later calls must not join a refresh that is being stopped.
      if (leaveJob(job, call.signal?.reason) && waiting === job) waiting = null;
    }
  };
  const throwIfClosed = ({ signal }: CallOptions) => {
    if (closed) throw closed.reason;
    signal?.throwIfAborted();
  };

  return {
    async refresh(call, request = {}) {
      const isFirst = request.choose != null;
      for (;;) {
        throwIfClosed(call);
        const outcome = await waitFor(joinOrStart(request), call, isFirst);
        // The refresh stopped early for a question: waits for the next one.
        if (isFirst || !('isWhole' in outcome) || outcome.isWhole) return outcome;
      }
    },
    current(call) {
      throwIfClosed(call);
      const job = waiting ?? running;
      // A stopped refresh has no outcome.
      return job === null || job.controller.signal.aborted ? null : waitFor(job, call);
    },
    close: async (reason) => {
      closed = { reason };
      for (const job of [running, waiting]) job?.controller.abort(reason);
      await Promise.allSettled([running?.outcome, waiting?.outcome]);
    },
  };
}

// Stops a refresh when its last caller leaves, unless it must finish for later calls. Returns whether it stopped.
function leaveJob(job: RefreshJob, reason: unknown): boolean {
  job.callers -= 1;
  if (job.callers > 0 || job.mustFinish) return false;
  job.controller.abort(reason);
  return true;
}

// Waits for the outcome of a job; null when the wait of the caller ends first. Rejects as soon as its signal aborts.
async function outcomeWithin(job: RefreshJob, call: CallOptions, isFirst: boolean): Promise<IndexOutcome | null> {
  const { signal, onProgress, indexWaitMs } = call;
  const { promise: ended, resolve, reject } = Promise.withResolvers<null>();
  const timer = indexWaitMs === undefined ? undefined : setTimeout(() => resolve(null), indexWaitMs);
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  job.callers += 1;
  if (onProgress) job.listeners.add(onProgress);
  try {
    const outcome = await Promise.race([isFirst ? job.first : job.outcome, ended]);
    if (outcome === null || isFirst) job.mustFinish = true;
    return outcome;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    if (onProgress) job.listeners.delete(onProgress);
  }
}

function createJob(
  run: (work: RefreshWork) => Promise<IndexOutcome>,
  { note, next }: { readonly note: (progress: Progress) => void; readonly next: () => RefreshJob | null },
): RefreshJob {
  const { promise, resolve, reject } = Promise.withResolvers<IndexOutcome>();
  const first = Promise.withResolvers<IndexOutcome>();
  promise.then(first.resolve, first.reject);
  // Waiting calls receive the failure; if none waits, the next call tries again.
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
      signal,
      onProgress,
      replaces: job.replaces,
      asks: job.asks,
      ready: first.resolve,
      isDue: () => (next()?.asks.length ?? 0) > 0,
      isWanted: () => next() !== null || job.callers > 0,
    });
  };
  const job: RefreshJob = {
    listeners,
    controller,
    outcome: promise,
    first: first.promise,
    asks: [],
    begin: () => void begin().then(resolve, reject),
    replaces: null,
    callers: 0,
    mustFinish: false,
  };
  return job;
}

// The scan reports how many files exist; parsing reports how many of them are new and how many are done.
function countFiles() {
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
