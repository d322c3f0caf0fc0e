// Runs the engines of a server in other threads, so that the main thread stays free to accept calls, abort them and end
// a thread that hangs.
import { availableParallelism } from 'node:os';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { threadProgram } from '../../config/this-package.ts';
import type { CallOptions, Engine, EnginePoolOptions } from '../../ports/engine.ts';
import { ThreadPool } from '../../threads/thread-pool.ts';
import { openWatcher } from '../../watching/open-watcher.ts';
import { ANSWER_NAMES } from '../answers.ts';
import type { NeighbourWorkspace } from '../multi-root/open-neighbours.ts';
import { watchForThread } from './shared-watcher.ts';

/** The methods of an engine that its thread answers. */
const METHODS = [...ANSWER_NAMES, 'index', 'status', 'verify', 'importGraph', 'goOn'] as const;
type Method = (typeof METHODS)[number];

/** What a thread needs to open an engine: options without functions can be sent to it. */
export interface EngineSettings {
  readonly options: Pick<EnginePoolOptions, 'root' | 'watch' | 'workers'>;
  readonly config: Config;
  readonly neighbours?: readonly NeighbourWorkspace[];
}

/** How many engines a thread keeps open, and from how much memory on it closes idle ones. */
export interface ThreadLimits {
  readonly enginesMax: number;
  readonly bytesMax: number;
}

/** One engine of a thread. The thread opens it for a question, and again if it was closed meanwhile. */
export interface EnginePlace extends EngineSettings {
  /** Its number in its thread. */
  readonly place: number;
}

export interface EngineCall {
  readonly engine: EnginePlace;
  readonly method: Method;
  readonly input: unknown;
  readonly indexWaitMs: number | undefined;
  readonly first: boolean | undefined;
}

/** Settings that only tests change. */
export interface WorkerChoices {
  readonly threadUrl?: URL;
  readonly patienceMs?: number;
  readonly closingMs?: number;
  readonly limits?: ThreadLimits;
}

interface EngineThread {
  readonly pool: ThreadPool<EngineCall, unknown>;
  /** How many engines it was given so far. */
  given: number;
  /** How many of them are not closed. */
  open: number;
}

/** Creates an engine that works in another thread, for a server. */
export function createWorkerEngine(settings: EngineSettings, choices: WorkerChoices = {}): Engine {
  return engineIn(openThread('engine', choices), settings);
}

/** Creates engines for many views in a few threads, each of which keeps a limited number of engines open. */
export function createWorkerEngines(choices: WorkerChoices = {}): (settings: EngineSettings) => Engine {
  const count = Math.min(DEFAULTS.serving.workersMax, availableParallelism());
  const threads = Array.from({ length: count }, () => openThread('answering', choices));
  let next = 0;
  // With `workers: 1`, an engine answers in its own thread instead of starting more.
  return (settings) =>
    engineIn(threads[next++ % count]!, { ...settings, options: { ...settings.options, workers: 1 } });
}

function openThread(memory: keyof typeof DEFAULTS.serving.memory, choices: WorkerChoices): EngineThread {
  const { patienceMs, closingMs, surplusMs, attempts, memory: memories, kept } = DEFAULTS.serving;
  const pool = new ThreadPool<EngineCall, unknown>({
    threadUrl: choices.threadUrl ?? threadProgram('engine/worker-engine/engine-worker.ts'),
    workerData: choices.limits ?? kept,
    memory: memories[memory],
    threadsMax: 1,
    jobsPerThread: Number.POSITIVE_INFINITY,
    attempts,
    endAfterIdleMs: surplusMs,
    threadsKept: 1,
    abortGraceMs: choices.patienceMs ?? patienceMs,
    closingMs: choices.closingMs ?? closingMs,
    openCompanion: (say) => watchForThread(openWatcher, say),
  });
  return { pool, given: 0, open: 0 };
}

function engineIn(thread: EngineThread, settings: EngineSettings): Engine {
  const of = { ...settings, place: thread.given++ };
  thread.open += 1;
  const closed = new AbortController();
  let closing: Promise<void> | null = null;
  // Ends the thread together with its last engine.
  const close = async () => {
    closed.abort(new DOMException('The engine is closed.', 'AbortError'));
    thread.open -= 1;
    if (thread.open === 0) await thread.pool.end();
    else thread.pool.broadcast({ kind: 'leave', place: of.place });
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
      // The thread calls the method of the same name, so input and answer have its types.
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
