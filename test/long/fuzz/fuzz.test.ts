import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import type { WorkerRun } from '../../fuzz/fuzz-worker.ts';
import { type Found, textOf } from '../../fuzz/run-target.ts';
import type { Target } from '../../fuzz/target.ts';
import { TARGETS } from '../../fuzz/targets/index.ts';

// Another seed at every run; one that failed is run again with FUZZ_SEED=7 PROPERTY_RUNS=1 npx vitest run test/long/fuzz.
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_007);
const CASES = Math.ceil(Number(process.env.FUZZ_CASES ?? 210_000) / TARGETS.length);
// A case that takes two seconds of the processor is told as such; one that does not end at all is ended after this.
const STANDSTILL_MS = 600_000;

let thread: { readonly worker: Worker; readonly current: Int32Array } | null = null;
afterAll(() => thread?.worker.terminate());

for (const target of TARGETS)
  test(`${target.name}: ${CASES} cases (seed ${SEED})`, async () => {
    expect(await inThread(target)).toBeNull();
  });

/** The cases in a thread of their own, which can be ended whatever it does. */
async function inThread(target: Target): Promise<Found | null> {
  thread ??= openThread();
  const { worker, current } = thread;
  const { promise, resolve, reject } = Promise.withResolvers<Found | null>();
  let last = -1;
  const watch = setInterval(() => {
    const at = Atomics.load(current, 0);
    if (at === last) reject(new Error(`case ${at} does not end: ${JSON.stringify(textOf(target, SEED, at))}`));
    last = at;
  }, STANDSTILL_MS);
  worker.once('message', resolve).once('error', reject);
  const asked: WorkerRun = { name: target.name, seed: SEED, cases: CASES };
  worker.postMessage(asked);
  try {
    return await promise;
  } catch (error) {
    await worker.terminate();
    thread = null;
    throw error;
  } finally {
    clearInterval(watch);
    worker.removeAllListeners();
  }
}

function openThread() {
  const shared = new SharedArrayBuffer(4);
  const worker = new Worker(new URL('../../fuzz/fuzz-worker.ts', import.meta.url), { workerData: shared });
  return { worker, current: new Int32Array(shared) };
}
