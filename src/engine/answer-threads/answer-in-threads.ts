// A server answers several questions at once. This file sends each question to a thread of a pool, where
// `answer-worker.ts` answers it; the thread that starts the pool only keeps the index up to date.
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { threadProgram } from '../../config/this-package.ts';
import type { Store } from '../../ports/store.ts';
import { ThreadPool } from '../../threads/thread-pool.ts';
import type { AnswerBasis, Answerer, AnswerName, AnswerOf, AnswerOptions, InputOf } from '../answers.ts';

export interface AnswerThreadSettings {
  readonly options: Pick<AnswerOptions, 'root' | 'dropped'>;
  readonly config: Config;
}

export interface ThreadQuestion extends Pick<AnswerBasis, 'notes' | 'counted'> {
  readonly name: AnswerName;
  readonly input: unknown;
  /** The number of the store to ask. A store that was rebuilt has a new number, so the thread opens it again. */
  readonly store: number;
  readonly nowMs: number;
}

export function answerInThreads(options: AnswerOptions, config: Config, threadsMax: number): Answerer {
  const { root, dropped } = options;
  const { patienceMs, closingMs, surplusMs, attempts, memory } = DEFAULTS.serving;
  const pool = new ThreadPool<ThreadQuestion, unknown>({
    threadUrl: threadProgram('engine/answer-threads/answer-worker.ts'),
    workerData: { options: { root, ...(dropped && { dropped }) }, config } satisfies AnswerThreadSettings,
    memory: memory.answering,
    threadsMax,
    jobsPerThread: 1,
    attempts,
    abortGraceMs: patienceMs,
    closingMs,
    endAfterIdleMs: surplusMs,
    threadsKept: 1,
  });
  const stores = new WeakMap<Store, number>();
  let storesSeen = 0;
  const numberOf = (store: Store): number => {
    const number = stores.get(store) ?? ++storesSeen;
    stores.set(store, number);
    return number;
  };
  return {
    answer: async <Name extends AnswerName>(name: Name, input: InputOf<Name>, basis: AnswerBasis) => {
      const { parts, notes, counted, signal } = basis;
      const question = { name, input, notes, counted, store: numberOf(parts.store), nowMs: parts.now() };
      // The thread answers from the same table, so the result has the type that the table gives this name.
      return (await pool.ask(question, { signals: [signal] })) as AnswerOf<Name>;
    },
    prepare: () => {},
    withoutThreads: (work) => pool.withoutThreads(work),
    close: () => pool.close(),
  };
}
