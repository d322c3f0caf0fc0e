import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import type { Store } from '../../ports/store.ts';
import type { Answerer, AnswerGround, AnswerName, AnswerOf, AnswerOptions, InputOf } from '../answers.ts';
import { ThreadPool } from './thread-pool.ts';

/** Answers in other threads, which read the same index from the disk. */
export function answerInThreads(options: AnswerOptions, config: Config, threadsMax: number): Answerer {
  const { root, dropped } = options;
  const pool = new ThreadPool({
    options: { root, ...(dropped === undefined ? {} : { dropped }) },
    config,
    threadUrl: threadUrl(),
    threadsMax,
    patienceMs: DEFAULTS.serving.patienceMs,
    surplusMs: DEFAULTS.serving.surplusMs,
    memory: DEFAULTS.serving.memory.answering,
  });
  const stores = new WeakMap<Store, number>();
  let storesSeen = 0;
  const numberOf = (store: Store): number => {
    const known = stores.get(store) ?? ++storesSeen;
    stores.set(store, known);
    return known;
  };
  return {
    answer: async <Name extends AnswerName>(name: Name, input: InputOf<Name>, ground: AnswerGround) => {
      const { parts, notes, counted, signal } = ground;
      signal.throwIfAborted();
      const question = { name, input, notes, counted, store: numberOf(parts.store), nowMs: parts.now() };
      // The thread answers by the same table.
      return (await pool.ask(question, signal)) as AnswerOf<Name>;
    },
    prepare: () => {},
    apart: (work) => pool.apart(work),
    close: () => pool.close(),
  };
}

// From the sources this file lies in src/engine/pool, from the bundle in dist.
function threadUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './pool-worker.ts' : './pool-worker.js', import.meta.url);
}
