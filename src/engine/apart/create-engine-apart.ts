import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import type { CallOptions, Engine } from '../../ports/engine.ts';
import { EngineThread, type EngineThreadSettings } from './engine-thread.ts';
import { type ApartOptions, METHODS, type Method } from './messages.ts';

/** Numbers and a file a test may choose. */
export type ApartChoices = Partial<Pick<EngineThreadSettings, 'threadUrl' | 'patienceMs' | 'closingMs'>>;

/**
 * An engine for a server: all of its work is done in threads that can be ended. The thread that calls it only waits, so
 * that it hears callers who give up and signals that end it, whatever is being worked on.
 */
export function createEngineApart(options: ApartOptions, config: Config, choices: ApartChoices = {}): Engine {
  const { patienceMs, closingMs, memory } = DEFAULTS.serving;
  const settings = { options, config, threadUrl: threadUrl(), patienceMs, closingMs, memory: memory.engine };
  const thread = new EngineThread({ ...settings, ...choices });
  const engineFor = (call: CallOptions): Engine => {
    const ask = (method: Method) => (input: unknown) =>
      thread.ask({ method, input, indexWaitMs: call.indexWaitMs, first: call.first }, call);
    const methods = Object.fromEntries(METHODS.map((method) => [method, ask(method)]));
    return {
      // The thread calls the method of this name on an engine: what goes in and comes out is what its type says.
      ...(methods as unknown as Pick<Engine, Method>),
      root: options.root,
      with: (more) => engineFor({ ...call, ...more }),
      close: () => thread.close(new DOMException('The engine is closed.', 'AbortError')),
    };
  };
  return engineFor({});
}

// From the sources this file lies in src/engine/apart, from the bundle in dist.
function threadUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './engine-worker.ts' : './engine-worker.js', import.meta.url);
}
