import { Refusal } from './refusal.ts';
import { createTurns, type WaitingQuestion } from './turns.ts';

/** Lets a few in at once, lets some wait for a while, and sends the others away. No caller fills it alone. */
export interface Gate {
  /** Settles when it is this caller's turn; what it gives must be called when the work is over. */
  enter(caller: string, signal: AbortSignal): Promise<() => void>;
  readonly load: { readonly running: number; readonly waiting: number };
  /** How many were sent away: by the number that waited, and by how long they did. */
  readonly shed: { readonly full: number; readonly late: number };
}

interface GateLimits {
  readonly runningMax: number;
  readonly waitingMax: number;
  /** With more than these waiting, nobody waits longer than this. */
  readonly waitingFew: number;
  readonly waitMs: number;
}

/** `isHurried` says whether waiting long means that too much is asked: it does not while the first index is made. */
export function createGate(limits: GateLimits, isHurried: () => boolean): Gate {
  const turns = createTurns();
  const shed = { full: 0, late: 0 };
  // One place is always left for somebody else.
  const eachMax = Math.max(1, limits.runningMax - 1);
  let running = 0;
  const letIn = () => {
    while (running < limits.runningMax) {
      const next = turns.take(eachMax);
      if (next === null) return;
      running += 1;
      next.come();
    }
  };
  const leave = (question: WaitingQuestion) => {
    running -= 1;
    turns.end(question);
    letIn();
  };
  const sendAway = (question: WaitingQuestion, why: keyof typeof shed, message: string) => {
    if (!turns.remove(question)) return;
    shed[why] += 1;
    question.refuse(new Refusal('BUSY', message));
  };
  const hurry = (question: WaitingQuestion) => {
    if (isHurried() && turns.waiting > limits.waitingFew)
      sendAway(question, 'late', `There was no room within ${limits.waitMs / 1000} s.`);
  };
  return {
    get load() {
      return { running, waiting: turns.waiting };
    },
    shed,
    async enter(caller, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const question = turns.add(caller, { come: resolve, refuse: reject });
      letIn();
      if (turns.waiting > limits.waitingMax) sendAway(turns.lastOfMost(), 'full', 'Too many questions at once.');
      const late = setInterval(() => hurry(question), limits.waitMs);
      const giveUp = () => void (turns.remove(question) && reject(signal.reason));
      signal.addEventListener('abort', giveUp, { once: true });
      await promise.finally(() => {
        clearInterval(late);
        signal.removeEventListener('abort', giveUp);
      });
      return once(() => leave(question));
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
