// The code of the thread that runs the engines of a server. It opens an engine for its first question, and closes the
// longest unused idle one when there are too many or they hold too much memory.
import { workerData } from 'node:worker_threads';
import { DEFAULTS } from '../../config/defaults.ts';
import { createEnginePool } from '../../engine.ts';
import type { Engine } from '../../ports/engine.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import { ownWatcher } from '../../watching/open-watcher.ts';
import { type ToEngineThread, watchThroughMain } from './shared-watcher.ts';
import type { EngineCall, EnginePlace, ThreadLimits } from './worker-engine.ts';

interface OpenEngine {
  readonly engine: Promise<Engine>;
  /** The number of questions it is answering. */
  running: number;
}

// Only the main thread of a server starts this file.
const limits = workerData as ThreadLimits;
// In the order of their last question, the latest at the end.
const engines = new Map<number, OpenEngine>();
const send = serveThread<EngineCall>({
  collectAfterIdleMs: DEFAULTS.serving.restMs,
  answer: ({ engine: place, method, input, indexWaitMs, first }, { signal, progress }) =>
    withOpenEngine(place, (engine) => {
      const bound = engine.with({ signal, onProgress: progress, indexWaitMs, first });
      // The caller's types checked the input in the other thread.
      return (bound[method] as (input: unknown) => Promise<unknown>)(input);
    }),
  onMessage: (said) => {
    const message = said as ToEngineThread;
    if (message.kind === 'leave') void closeEngine(message.place);
    else mainThread.receive(message);
  },
  close: async () => {
    await Promise.all([...engines.keys()].map(closeEngine));
  },
});
const mainThread = watchThroughMain(send);

/** Runs `work` on an engine, which it opens if it is not open; then closes an engine that is too many. */
async function withOpenEngine<T>(called: EnginePlace, work: (engine: Engine) => Promise<T>): Promise<T> {
  const entry = engines.get(called.place) ?? { engine: openEngine(called), running: 0 };
  engines.delete(called.place);
  engines.set(called.place, entry);
  entry.running += 1;
  try {
    return await work(await entry.engine);
  } catch (error) {
    // Forgets an engine that failed to open, so that the next question tries again.
    if (engines.get(called.place) === entry && (await isRejected(entry.engine))) engines.delete(called.place);
    throw error;
  } finally {
    entry.running -= 1;
    closeSurplusEngine();
  }
}

function openEngine({ options, config, neighbours }: EnginePlace): Promise<Engine> {
  const openWatcher = async () => ownWatcher() ?? mainThread.watcher;
  return createEnginePool({ ...options, openWatcher }, config, neighbours);
}

async function closeEngine(place: number): Promise<void> {
  const entry = engines.get(place);
  engines.delete(place);
  await (await entry?.engine.catch(() => null))?.close();
}

function closeSurplusEngine(): void {
  const isTooMuch = engines.size > limits.enginesMax || (engines.size > 1 && bytesHeld() > limits.bytesMax);
  const idle = isTooMuch ? [...engines].find(([, { running }]) => running === 0) : undefined;
  if (idle) void closeEngine(idle[0]);
}

function bytesHeld(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function isRejected(promise: Promise<unknown>): Promise<boolean> {
  const [{ status }] = await Promise.allSettled([promise]);
  return status === 'rejected';
}
