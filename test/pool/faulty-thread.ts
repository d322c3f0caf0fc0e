import { closeSync, openSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import type { ToPoolThread } from '../../src/engine/pool/messages.ts';

// Answers with what it was asked. Asked who it is, it tells its number; asked for a path, it ends the first time, when no file is there yet; asked to end, it
// always does; asked to wait, it waits until it is told to stop; asked to spin, it never hears anything again.
parentPort?.on('message', (message: ToPoolThread) => {
  if (message.kind === 'close') parentPort?.close();
  if (message.kind === 'cancel') parentPort?.postMessage({ kind: 'answer', id: message.id, value: 'stopped' });
  if (message.kind !== 'ask') return;
  const { id, input } = message.question;
  if (input === 'end') process.exit(3);
  if (input === 'wait') return;
  while (input === 'spin');
  if (String(input).startsWith('/') && isFirst(String(input))) throw new Error('out of order');
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
