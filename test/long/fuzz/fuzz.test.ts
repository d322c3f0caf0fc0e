import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import type { WorkerRun } from '../../fuzz/fuzz-worker.ts';
import { type Found, sharesOf, textOf } from '../../fuzz/run-target.ts';
import type { Target } from '../../fuzz/target.ts';
import { TARGETS } from '../../fuzz/targets/index.ts';

// Another seed at every run; one that failed is run again with FUZZ_SEED=7 PROPERTY_RUNS=1 npx vitest run test/long/fuzz.
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_007);
const CASES = sharesOf(TARGETS, Number(process.env.FUZZ_CASES ?? 210_000));
// A case that takes two seconds of the processor is told as such; one that does not end at all is ended after this.
const STANDSTILL_MS = 600_000;

let thread: { readonly worker: Worker; readonly current: Int32Array } | null = null;
afterAll(() => thread?.worker.terminate());

for (const [target, cases] of CASES)
  test(`each of ${cases} random texts is read as ${target.name} or refused, quickly and without a crash (seed ${SEED})`, async () => {
    expect(await inThread(target, cases)).toBeNull();
  });

/** The cases in a thread of their own, which can be ended whatever it does. */
async function inThread(target: Target, cases: number): Promise<Found | null> {
  thread ??= openThread();
  const { worker, current } = thread;
  const watch = new AbortController();
  const asked: WorkerRun = { name: target.name, seed: SEED, cases };
  worker.postMessage(asked);
  try {
    const [found] = await Promise.race([
      once(worker, 'message', { signal: watch.signal }),
      standstill(target, current, watch.signal),
    ]);
    return found as Found | null;
  } catch (error) {
    await worker.terminate();
    thread = null;
    throw error;
  } finally {
    watch.abort();
  }
}

async function standstill(target: Target, current: Int32Array, signal: AbortSignal): Promise<never> {
  for (let last = -1; ; last = Atomics.load(current, 0)) {
    await setTimeout(STANDSTILL_MS, null, { signal, ref: false });
    if (Atomics.load(current, 0) === last)
      throw new Error(`case ${last} does not end: ${JSON.stringify(textOf(target, SEED, last))}`);
  }
}

function openThread() {
  const shared = new SharedArrayBuffer(4);
  const worker = new Worker(new URL('../../fuzz/fuzz-worker.ts', import.meta.url), { workerData: shared });
  return { worker, current: new Int32Array(shared) };
}
