import type { Engine } from '../../ports/engine.ts';
import type { EnginePlace, ThreadLimits } from './messages.ts';

interface OpenEngine {
  readonly engine: Promise<Engine>;
  /** Questions it is working on. */
  running: number;
}

/** The engines of a thread. */
export interface OpenEngines {
  /** Does something with an engine, which is opened where it is not. */
  use<T>(of: EnginePlace, work: (engine: Engine) => Promise<T>): Promise<T>;
  close(place: number): Promise<void>;
  closeAll(): Promise<void>;
}

/** Engines that are opened when they are asked; when there are too many, those that were asked longest ago are closed. */
export function openEngines(open: (of: EnginePlace) => Promise<Engine>, limits: ThreadLimits): OpenEngines {
  // In the order they were asked, the latest last.
  const opened = new Map<number, OpenEngine>();
  const latest = (of: EnginePlace): OpenEngine => {
    const one = opened.get(of.place) ?? { engine: open(of), running: 0 };
    opened.delete(of.place);
    opened.set(of.place, one);
    return one;
  };
  const close = async (place: number) => {
    const one = opened.get(place);
    opened.delete(place);
    await (await one?.engine.catch(() => null))?.close();
  };
  const makeRoom = () => {
    const isTooMuch = opened.size > limits.enginesMax || (opened.size > 1 && bytesHeld() > limits.bytesMax);
    const idle = isTooMuch ? [...opened].find(([, { running }]) => running === 0) : undefined;
    if (idle) void close(idle[0]);
  };
  return {
    use: async (of, work) => {
      const one = latest(of);
      one.running += 1;
      try {
        return await work(await one.engine);
      } catch (error) {
        // What could not be opened may be there next time.
        if (opened.get(of.place) === one && (await isRejected(one.engine))) opened.delete(of.place);
        throw error;
      } finally {
        one.running -= 1;
        makeRoom();
      }
    },
    close,
    closeAll: async () => {
      await Promise.all([...opened.keys()].map(close));
    },
  };
}

function bytesHeld(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function isRejected(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}
