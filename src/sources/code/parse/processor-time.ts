import type { Worker } from 'node:worker_threads';

// What a text takes of the processor is the same on a busy machine and on an idle one, and so is what is known of it then.

/** Milliseconds of the processor this thread has taken; of the clock where Node tells only of all threads together. */
export function spentHere(): number {
  return process.threadCpuUsage === undefined ? performance.now() : millisecondsOf(process.threadCpuUsage());
}

/** Milliseconds of the processor another thread has taken; null where Node does not tell, or the thread has ended. */
export async function spentBy(worker: Worker): Promise<number | null> {
  if (worker.cpuUsage === undefined) return null;
  return worker.cpuUsage().then(millisecondsOf, () => null);
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
