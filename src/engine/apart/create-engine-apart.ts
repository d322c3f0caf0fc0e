import { availableParallelism } from 'node:os';
import { DEFAULTS } from '../../config/defaults.ts';
import type { CallOptions, Engine } from '../../ports/engine.ts';
import { EngineThread, type EngineThreadSettings } from './engine-thread.ts';
import { type EngineSettings, METHODS, type Method } from './messages.ts';

/** Numbers and a file a test may choose. */
export type ApartChoices = Partial<Pick<EngineThreadSettings, 'threadUrl' | 'patienceMs' | 'closingMs' | 'limits'>>;

/**
 * An engine for a server: all of its work is done in threads that can be ended. The thread that calls it only waits, so
 * that it hears callers who give up and signals that end it, whatever is being worked on.
 */
export function createEngineApart(settings: EngineSettings, choices: ApartChoices = {}): Engine {
  return engineIn(openThread('engine', choices), settings);
}

/**
 * The same for many views of a shared store, however many: a few threads answer about all of them, each about its own. What a view takes
 * besides is what is kept of it while it is asked.
 */
export function createEnginesApart(choices: ApartChoices = {}): (settings: EngineSettings) => Engine {
  const count = Math.min(DEFAULTS.serving.workersMax, availableParallelism());
  const threads = Array.from({ length: count }, () => openThread('answering', choices));
  let next = 0;
  // With one worker a thread answers itself.
  return (settings) =>
    engineIn(threads[next++ % count]!, { ...settings, options: { ...settings.options, workers: 1 } });
}

function openThread(memory: keyof typeof DEFAULTS.serving.memory, choices: ApartChoices): EngineThread {
  const { patienceMs, closingMs, memory: memories, kept: limits } = DEFAULTS.serving;
  return new EngineThread({
    threadUrl: threadUrl(),
    patienceMs,
    closingMs,
    limits,
    memory: memories[memory],
    ...choices,
  });
}

function engineIn(thread: EngineThread, settings: EngineSettings): Engine {
  const place = thread.enter(settings);
  const engineFor = (call: CallOptions): Engine => {
    const ask = (method: Method) => (input: unknown) =>
      thread.ask(place, { method, input, indexWaitMs: call.indexWaitMs, first: call.first }, call);
    const methods = Object.fromEntries(METHODS.map((method) => [method, ask(method)]));
    return {
      // The thread calls the method of this name on an engine: what goes in and comes out is what its type says.
      ...(methods as unknown as Pick<Engine, Method>),
      root: settings.options.root,
      with: (more) => engineFor({ ...call, ...more }),
      close: () => thread.leave(place, new DOMException('The engine is closed.', 'AbortError')),
    };
  };
  return engineFor({});
}

// From the sources this file lies in src/engine/apart, from the bundle in dist.
function threadUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './engine-worker.ts' : './engine-worker.js', import.meta.url);
}
