import { availableParallelism } from 'node:os';
import { DEFAULTS } from '../../config/defaults.ts';
import type { CallOptions, Engine } from '../../ports/engine.ts';
import { ThreadPool } from '../../threads/thread-pool.ts';
import { openWatcher } from '../../watching/open-watcher.ts';
import { type EngineCall, type EngineSettings, METHODS, type Method, type ThreadLimits } from './messages.ts';
import { watchForThread } from './shared-watcher.ts';

/** Numbers and a file a test may choose. */
export interface WorkerChoices {
  readonly threadUrl?: URL;
  readonly patienceMs?: number;
  readonly closingMs?: number;
  readonly limits?: ThreadLimits;
}

/** One thread and the engines that live in it. */
interface EngineThread {
  readonly pool: ThreadPool<EngineCall, unknown>;
  opened: number;
  open: number;
}

/**
 * An engine for a server: all of its work is done in threads that can be ended. The thread that calls it only waits, so
 * that it hears callers who give up and signals that end it, whatever is being worked on.
 */
export function createWorkerEngine(settings: EngineSettings, choices: WorkerChoices = {}): Engine {
  return engineIn(openThread('engine', choices), settings);
}

/**
 * The same for many views of a shared store, however many: a few threads answer about all of them, each about its own. What a view takes
 * besides is what is kept of it while it is asked.
 */
export function createWorkerEngines(choices: WorkerChoices = {}): (settings: EngineSettings) => Engine {
  const count = Math.min(DEFAULTS.serving.workersMax, availableParallelism());
  const threads = Array.from({ length: count }, () => openThread('answering', choices));
  let next = 0;
  // With one worker a thread answers itself.
  return (settings) =>
    engineIn(threads[next++ % count]!, { ...settings, options: { ...settings.options, workers: 1 } });
}

function openThread(memory: keyof typeof DEFAULTS.serving.memory, choices: WorkerChoices): EngineThread {
  const { patienceMs, closingMs, surplusMs, attempts, memory: memories, kept } = DEFAULTS.serving;
  const pool = new ThreadPool<EngineCall, unknown>({
    threadUrl: choices.threadUrl ?? threadUrl(),
    workerData: choices.limits ?? kept,
    memory: memories[memory],
    ...{ threadsMax: 1, jobsPerThread: Number.POSITIVE_INFINITY, attempts, restMs: surplusMs, threadsKept: 1 },
    patienceMs: choices.patienceMs ?? patienceMs,
    closingMs: choices.closingMs ?? closingMs,
    attend: (say) => watchForThread(openWatcher, say),
  });
  return { pool, opened: 0, open: 0 };
}

function engineIn(thread: EngineThread, settings: EngineSettings): Engine {
  const of = { ...settings, place: thread.opened++ };
  thread.open += 1;
  const closed = new AbortController();
  let closing: Promise<void> | null = null;
  // With the last engine ends the thread, in order where it listens.
  const close = async () => {
    closed.abort(new DOMException('The engine is closed.', 'AbortError'));
    thread.open -= 1;
    if (thread.open === 0) await thread.pool.end();
    else thread.pool.tell({ kind: 'leave', place: of.place });
  };
  const engineFor = (call: CallOptions): Engine => {
    const { indexWaitMs, first, signal, onProgress } = call;
    const ask = (method: Method) => (input: unknown) =>
      thread.pool.ask(
        { engine: of, method, input, indexWaitMs, first },
        { signals: [closed.signal, signal], onProgress },
      );
    const methods = Object.fromEntries(METHODS.map((method) => [method, ask(method)]));
    return {
      // The thread calls the method of this name on an engine: what goes in and comes out is what its type says.
      ...(methods as unknown as Pick<Engine, Method>),
      root: settings.options.root,
      with: (more) => engineFor({ ...call, ...more }),
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  };
  return engineFor({});
}

// From the sources this file lies in a folder of its own, from the bundle in dist.
function threadUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './engine-worker.ts' : './engine-worker.js', import.meta.url);
}
