import { parentPort, workerData } from 'node:worker_threads';
import { runTarget } from './run-target.ts';
import { TARGETS } from './targets/index.ts';

/** What the thread is asked for: so many cases of a reader. */
export interface WorkerRun {
  readonly name: string;
  readonly seed: number;
  readonly cases: number;
}

// One number: which case is being read. Whoever watches reads it when the thread says nothing.
const current = new Int32Array(workerData as SharedArrayBuffer);

parentPort?.on('message', async ({ name, seed, cases }: WorkerRun) => {
  const target = TARGETS.find((one) => one.name === name)!;
  const onCase = (at: number) => void Atomics.store(current, 0, at);
  parentPort?.postMessage(await runTarget(target, { seed, cases, onCase }));
});
