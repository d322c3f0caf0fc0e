import { setImmediate } from 'node:timers/promises';
import { serialize } from 'node:v8';
import type { Store } from '../../src/ports/store.ts';

/** One question that was put to a store. */
export interface Asked {
  readonly method: string;
  /** Questions asked while none of the others had been answered go together, as to a database far away. */
  readonly round: number;
  readonly bytes: number;
}

export interface CountedStore {
  readonly store: Store;
  /** What was asked since the last time this was called. */
  taken(): readonly Asked[];
}

/**
 * A store that answers as one far away does: nothing comes back before nobody has anything left to do but wait for it.
 * So each round of answers is a round trip that cannot be saved, however busy the machine is.
 */
export function countedStore(store: Store): CountedStore {
  let asked: Asked[] = [];
  let round = 1;
  let calls = 0;
  let answering = 0;
  let quiet: Promise<void> | null = null;
  const answerable = (): Promise<void> => {
    quiet ??= silence({ calls: () => calls, isAnswering: () => answering > 0 }).then(() => {
      round += 1;
      quiet = null;
    });
    return quiet;
  };
  const counted =
    (method: string, call: (...values: unknown[]) => unknown) =>
    async (...values: unknown[]) => {
      calls += 1;
      const [asking, gate] = [round, answerable()];
      answering += 1;
      const answer = await Promise.resolve(call.apply(store, values)).finally(() => {
        answering -= 1;
      });
      asked.push({ method, round: asking, bytes: answer === undefined ? 0 : serialize(answer).length });
      await gate;
      return answer;
    };
  const wrapped = new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' && name !== 'close'
        ? counted(String(name), value as (...values: unknown[]) => unknown)
        : value;
    },
  });
  const taken = () => {
    const before = asked;
    asked = [];
    round = 1;
    return before;
  };
  return { store: wrapped, taken };
}

const OTHER_WORK = /^(?:FSReq|CloseReq|ProcessWrap)/;
const TURNS = 3;

interface Questions {
  /** How many were asked. */
  calls(): number;
  /** The store itself has not answered all of them. */
  isAnswering(): boolean;
}

// No file is being read, no program runs, and nobody asked anything for a few turns.
async function silence({ calls, isAnswering }: Questions): Promise<void> {
  let [before, turns] = [calls(), 0];
  while (turns < TURNS) {
    await setImmediate();
    const isBusy = isAnswering() || process.getActiveResourcesInfo().some((one) => OTHER_WORK.test(one));
    turns = isBusy || calls() !== before ? 0 : turns + 1;
    before = calls();
  }
}
