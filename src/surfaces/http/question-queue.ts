// Limits how many questions run at once, and lets callers take turns.
import type { DEFAULTS } from '../../config/defaults.ts';
import { Refusal } from './http-errors.ts';

export type QuestionQueue = ReturnType<typeof createQuestionQueue>;

/** The limits of a server, by default those of `config/defaults.ts`. */
export type HttpLimits = Readonly<Record<Exclude<keyof typeof DEFAULTS.http, 'host' | 'port'>, number>>;

/**
 * Each time a question has waited another `waitMs`, it is refused if more than `waitingFew` are waiting. While
 * `shedsLate` returns false no question is refused for waiting long, because the first index may take time.
 */
export function createQuestionQueue(
  limits: Pick<HttpLimits, 'runningMax' | 'waitingMax' | 'waitingFew' | 'waitMs'>,
  shedsLate: () => boolean,
) {
  const turns = createTurns();
  const shed = { full: 0, late: 0 };
  // Leaves one slot for another caller, unless there is only one slot.
  const eachMax = Math.max(1, limits.runningMax - 1);
  let running = 0;
  const startWaiting = () => {
    while (running < limits.runningMax) {
      const next = turns.take(eachMax);
      if (next === null) return;
      running += 1;
      next.start();
    }
  };
  const finish = (question: WaitingQuestion) => {
    running -= 1;
    turns.end(question);
    startWaiting();
  };
  const refuse = (question: WaitingQuestion, why: keyof typeof shed, message: string) => {
    if (!turns.remove(question)) return;
    shed[why] += 1;
    question.refuse(new Refusal('BUSY', message));
  };
  const refuseIfLate = (question: WaitingQuestion) => {
    if (shedsLate() && turns.waiting > limits.waitingFew)
      refuse(question, 'late', `The server was busy for ${limits.waitMs / 1000} s.`);
  };
  return {
    get load() {
      return { running, waiting: turns.waiting };
    },
    /** How many questions were refused because the queue was full, or because they had waited long. */
    shed,
    /** Resolves when a question of this caller may run, to a function to call when its work is over. */
    async enter(caller: string, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const question = turns.add(caller, { start: resolve, refuse: reject });
      startWaiting();
      if (turns.waiting > limits.waitingMax) refuse(turns.newestOfBusiest(), 'full', 'Too many questions at once.');
      const late = setInterval(() => refuseIfLate(question), limits.waitMs);
      const giveUp = () => void (turns.remove(question) && reject(signal.reason));
      signal.addEventListener('abort', giveUp, { once: true });
      await promise.finally(() => {
        clearInterval(late);
        signal.removeEventListener('abort', giveUp);
      });
      return once(() => finish(question));
    },
  };
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** A caller with running or waiting questions, and how many. */
interface AskingCaller {
  readonly name: string;
  running: number;
  waiting: number;
  /** The number of its last turn; a new caller starts just before the latest. */
  turn: number;
}

interface WaitingQuestion {
  readonly caller: AskingCaller;
  start(): void;
  refuse(reason: unknown): void;
}

/** The waiting questions of callers that take turns. */
function createTurns() {
  const callers = new Map<string, AskingCaller>();
  const waiting: WaitingQuestion[] = [];
  let turns = 0;
  const forget = (caller: AskingCaller) => {
    if (caller.running + caller.waiting === 0) callers.delete(caller.name);
  };
  /** Removes a question; false if it no longer waits. */
  const remove = (question: WaitingQuestion): boolean => {
    const index = waiting.indexOf(question);
    if (index < 0) return false;
    waiting.splice(index, 1);
    question.caller.waiting -= 1;
    forget(question.caller);
    return true;
  };
  return {
    get waiting() {
      return waiting.length;
    },
    remove,
    add: (name: string, callbacks: Pick<WaitingQuestion, 'start' | 'refuse'>): WaitingQuestion => {
      // Of callers with equally many running questions, only that of the last turn is behind a new one.
      const caller = callers.get(name) ?? { name, running: 0, waiting: 0, turn: turns - 0.5 };
      callers.set(name, caller);
      caller.waiting += 1;
      const question = { caller, ...callbacks };
      waiting.push(question);
      return question;
    },
    /** Takes the next question of a caller with fewer than `runningMax` running. */
    take: (runningMax: number): WaitingQuestion | null => {
      const next = nextOf(waiting.filter(({ caller }) => caller.running < runningMax));
      if (next === null) return null;
      next.caller.running += 1;
      next.caller.turn = ++turns;
      remove(next);
      return next;
    },
    end: ({ caller }: WaitingQuestion) => {
      caller.running -= 1;
      forget(caller);
    },
    /** The newest question of the caller with the most waiting questions. */
    newestOfBusiest: (): WaitingQuestion =>
      waiting.reduce((most, one) => (one.caller.waiting >= most.caller.waiting ? one : most)),
  };
}

// Prefers the caller with the fewest running questions, then the longest wait since its turn; within a caller, the
// oldest question.
function nextOf(waiting: readonly WaitingQuestion[]): WaitingQuestion | null {
  const before = ({ caller: a }: WaitingQuestion, { caller: b }: WaitingQuestion) =>
    a.running - b.running || a.turn - b.turn;
  return waiting.reduce<WaitingQuestion | null>((best, one) => (best && before(best, one) <= 0 ? best : one), null);
}
