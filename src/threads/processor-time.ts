import type { Worker } from 'node:worker_threads';
import { NOT_BEGUN } from './thread-messages.ts';

// Other processes may keep a thread from working for so many looks in a row.
const WAITS_MAX = 12;
// With this share of its time on the processor a thread has worked all of it.
const WORKED_SHARE = 0.9;

// What a text takes of the processor is the same on a busy machine and on an idle one, and so is what is known of it then.

/** Milliseconds of the processor this thread has taken; of the clock where Node tells only of all threads together. */
export function spentHere(): number {
  return process.threadCpuUsage === undefined ? performance.now() : millisecondsOf(process.threadCpuUsage());
}

/** Tells when a thread's job has made no progress in so much of the processor's time; one that only waits has more. Stopped by what it returns. */
export function watchProgress(
  { worker, progress }: { readonly worker: Worker; readonly progress: Int32Array },
  stallMs: number,
  onStall: () => void,
): () => void {
  const seen = { at: NOT_BEGUN, spent: null as number | null, waits: 0 };
  let timer: NodeJS.Timeout | null = null;
  const look = async () => {
    const spent = await Promise.race([spentBy(worker), after(stallMs)]);
    if (timer === null) return;
    const at = Atomics.load(progress, 0);
    // Where Node does not tell, the thread has had all the time there was.
    const taken = spent === null || seen.spent === null ? stallMs : spent - seen.spent;
    if (at > seen.at || at === NOT_BEGUN) Object.assign(seen, { at, spent, waits: 0 });
    else if (taken < WORKED_SHARE * stallMs && seen.waits < WAITS_MAX) seen.waits += 1;
    else return onStall();
    lookLater();
  };
  const lookLater = () => {
    timer = setTimeout(() => void look(), stallMs).unref();
  };
  lookLater();
  return () => {
    clearTimeout(timer ?? undefined);
    timer = null;
  };
}

// Null where Node does not tell, or the thread has ended.
async function spentBy(worker: Worker): Promise<number | null> {
  if (worker.cpuUsage === undefined) return null;
  return worker.cpuUsage().then(millisecondsOf, () => null);
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds).unref());
}
