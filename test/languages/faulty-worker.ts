import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData, ToThread } from '../../src/threads/serve-thread.ts';
import '../../src/sources/code/parse/parse-worker.ts';

const { progress } = workerData as ThreadData;

// Stands beside the real worker: four texts do to the thread what a grammar at fault, or a busy machine, would do.
parentPort?.on('message', (message: ToThread<readonly { readonly text: string }[]>) => {
  if (message.kind !== 'ask') return;
  const first = message.job[0]?.text ?? '';
  Atomics.store(new Int32Array(progress), 0, 0);
  if (first.startsWith('CRASH')) process.exit(3);
  if (first.startsWith('THROW')) throw new Error('thrown by the test');
  while (first.startsWith('HANG'));
  // Others have the processor.
  if (first.startsWith('WAIT')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
});
