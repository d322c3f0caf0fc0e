import { parentPort, workerData } from 'node:worker_threads';
import { DEFAULTS } from '../../config/defaults.ts';
import { createEnginePool } from '../../engine.ts';
import { invariant } from '../../model/errors.ts';
import { ownWatcher } from '../../watching/open-watcher.ts';
import { cleanAtRest } from '../pool/clean-at-rest.ts';
import { packFailure } from '../pool/messages.ts';
import { farWatcher } from './far-watcher.ts';
import type { EnginePlace, FromThread, MethodCall, ThreadLimits, ToThread } from './messages.ts';
import { openEngines } from './open-engines.ts';

// Only the main thread of a server starts this file.
invariant(parentPort, 'this file runs as a thread');
const port = parentPort;
const watcher = farWatcher(say);
const asked = new Map<number, AbortController>();
const rest = cleanAtRest(DEFAULTS.serving.restMs);
const engines = openEngines(
  ({ options, config, neighbours }) =>
    createEnginePool({ ...options, openWatcher: async () => ownWatcher() ?? watcher.open() }, config, neighbours),
  workerData as ThreadLimits,
);

port.on('message', (message: ToThread) => {
  if (message.kind === 'ask') void answer(message.id, message.asked, message.of);
  else if (message.kind === 'cancel') asked.get(message.id)?.abort();
  else if (message.kind === 'leave') void engines.close(message.place);
  else if (message.kind === 'close') void engines.closeAll().then(() => port.close());
  else watcher.hear(message);
});

async function answer(id: number, { method, input, indexWaitMs, first }: MethodCall, of: EnginePlace): Promise<void> {
  const given = new AbortController();
  asked.set(id, given);
  try {
    const onProgress = (progress: (FromThread & { kind: 'progress' })['progress']) =>
      say({ kind: 'progress', id, progress });
    const value = await engines.use(of, (engine) => {
      const bound = engine.with({ signal: given.signal, onProgress, indexWaitMs, first });
      // What was asked passed the types on the other side.
      return (bound[method] as (input: unknown) => Promise<unknown>)(input);
    });
    say({ kind: 'answer', id, value });
  } catch (error) {
    say({ kind: 'failure', id, failure: packFailure(error) });
  } finally {
    asked.delete(id);
    rest();
  }
}

function say(message: FromThread): void {
  port.postMessage(message);
}
