import { parentPort } from 'node:worker_threads';
import type { EngineCall } from '../../src/engine/worker-engine/worker-engine.ts';
import type { ToThread } from '../../src/threads/serve-thread.ts';

// Stands in for the thread with the engine: asked to spin, it never hears anything again; asked to wait, it answers only
// an abort; asked to end, it ends the whole thread; everything else it answers with what it was asked.
parentPort?.on('message', (message: ToThread<EngineCall>) => {
  if (message.kind === 'close') parentPort?.close();
  if (message.kind === 'cancel') parentPort?.postMessage({ kind: 'answer', id: message.id, value: null });
  if (message.kind !== 'ask') return;
  const { input } = message.job;
  const { task } = { task: '', ...(input as { readonly task?: string } | undefined) };
  if (task === 'wait') return;
  if (task === 'end') process.exit(3);
  while (task === 'spin');
  parentPort?.postMessage({ kind: 'answer', id: message.id, value: { text: task, pack: null } });
});
