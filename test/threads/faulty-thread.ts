import { closeSync, openSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import type { ToThread } from '../../src/threads/serve-thread.ts';

// Answers with what it was asked. Asked who it is, it tells its number; asked for a path, it ends the first time, when no file is there yet; asked to end, it
// always does; asked to wait, it waits until it is told to stop; asked to spin, it never hears anything again.
parentPort?.on('message', (message: ToThread<string>) => {
  if (message.kind === 'close') parentPort?.close();
  if (message.kind === 'cancel') parentPort?.postMessage({ kind: 'answer', id: message.id, value: 'stopped' });
  if (message.kind !== 'ask') return;
  const { id, job: input } = message;
  if (input === 'end') process.exit(3);
  if (input === 'wait') return;
  while (input === 'spin');
  if (input.startsWith('/') && isFirst(input)) throw new Error('out of order');
  parentPort?.postMessage({ kind: 'answer', id, value: input === 'who' ? threadId : input });
});

function isFirst(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch {
    // It is there already.
    return false;
  }
}
