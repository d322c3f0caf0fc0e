import { parentPort, workerData } from 'node:worker_threads';
import { createEnginePool } from '../../engine.ts';
import { invariant } from '../../model/errors.ts';
import type { Engine } from '../../ports/engine.ts';
import { packFailure } from '../pool/messages.ts';
import { farWatcher } from './far-watcher.ts';
import type { FromThread, MethodCall, ThreadSettings, ToThread } from './messages.ts';

// Only the main thread of a server starts this file.
const { options, config } = workerData as ThreadSettings;
invariant(parentPort, 'this file runs as a thread');
const port = parentPort;
const watcher = farWatcher(say);
const asked = new Map<number, AbortController>();
let opened: Promise<Engine> | null = null;

port.on('message', (message: ToThread) => {
  if (message.kind === 'ask') void answer(message.id, message.asked);
  else if (message.kind === 'cancel') asked.get(message.id)?.abort();
  else if (message.kind === 'close') void close();
  else watcher.hear(message);
});

async function answer(id: number, { method, input, indexWaitMs, first }: MethodCall): Promise<void> {
  const given = new AbortController();
  asked.set(id, given);
  try {
    const engine = await open();
    const onProgress = (progress: (FromThread & { kind: 'progress' })['progress']) =>
      say({ kind: 'progress', id, progress });
    const bound = engine.with({ signal: given.signal, onProgress, indexWaitMs, first });
    // What was asked passed the types on the other side.
    const ask = bound[method] as (input: unknown) => Promise<unknown>;
    say({ kind: 'answer', id, value: await ask(input) });
  } catch (error) {
    say({ kind: 'failure', id, failure: packFailure(error) });
  } finally {
    asked.delete(id);
  }
}

// What could not be opened may be there next time.
function open(): Promise<Engine> {
  opened ??= createEnginePool({ ...options, openWatcher: watcher.open }, config).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function close(): Promise<void> {
  await (await opened?.catch(() => null))?.close();
  port.close();
}

function say(message: FromThread): void {
  port.postMessage(message);
}
