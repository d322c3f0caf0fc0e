// This file measures the processor time of threads, and watches the progress of jobs by it. Limits of parsing are in
// processor time, not clock time, so that a text is parsed or given up alike on busy and on idle machines.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { NOT_BEGUN } from './serve-thread.ts';

// For how many checks a job may make no progress for lack of processor time.
const WAITS_MAX = 12;
// A thread that spent this share of the limit on the processor counts as having spent all of it.
const WORKED_SHARE = 0.9;

/** Processor time of this thread in milliseconds; clock time where Node measures only all threads together. */
export function threadTimeMs(): number {
  return process.threadCpuUsage === undefined ? performance.now() : millisecondsOf(process.threadCpuUsage());
}

/**
 * Calls `onStall` once a thread's job that has begun makes no progress in `stallMs` of processor time, or in several
 * times as long by the clock. Returns a function that stops the watch.
 */
export function watchProgress(
  { worker, progress }: { readonly worker: Worker; readonly progress: Int32Array },
  stallMs: number,
  onStall: () => void,
): () => void {
  const last = { at: NOT_BEGUN, spent: null as number | null, waits: 0 };
  let timer: NodeJS.Timeout | null = null;
  const check = async () => {
    const spent = await Promise.race([workerTimeMs(worker), sleep(stallMs, null, { ref: false })]);
    if (timer === null) return;
    const index = Atomics.load(progress, 0);
    // If the time of a worker is not known, assumes that it spent the whole limit.
    const spentSince = spent === null || last.spent === null ? stallMs : spent - last.spent;
    if (index > last.at || index === NOT_BEGUN) Object.assign(last, { at: index, spent, waits: 0 });
    else if (spentSince < WORKED_SHARE * stallMs && last.waits < WAITS_MAX) last.waits += 1;
    else return onStall();
    scheduleCheck();
  };
  const scheduleCheck = () => {
    timer = setTimeout(() => void check(), stallMs).unref();
  };
  scheduleCheck();
  return () => {
    clearTimeout(timer ?? undefined);
    timer = null;
  };
}

// Returns null if Node does not measure a worker, or after the thread has ended.
async function workerTimeMs(worker: Worker): Promise<number | null> {
  if (worker.cpuUsage === undefined) return null;
  return worker.cpuUsage().then(millisecondsOf, () => null);
}

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
