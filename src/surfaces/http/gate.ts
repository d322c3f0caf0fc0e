import { Refusal } from './refusal.ts';

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

/** Who asks, and how much of it is worked on and waits. */
interface AskingCaller {
  readonly name: string;
  running: number;
  waiting: number;
  /** When it had its last turn, or came. */
  turn: number;
}

/** A question that waits. */
interface WaitingQuestion {
  readonly caller: AskingCaller;
  come(): void;
  refuse(reason: unknown): void;
}

/** Questions that wait, of callers that take turns; nothing is kept of those who neither ask nor wait. */
function createTurns() {
  const callers = new Map<string, AskingCaller>();
  const waiting: WaitingQuestion[] = [];
  let turns = 0;
  const forget = (caller: AskingCaller) => {
    if (caller.running + caller.waiting === 0) callers.delete(caller.name);
  };
  /** False where it does not wait any more. */
  const remove = (question: WaitingQuestion): boolean => {
    const at = waiting.indexOf(question);
    if (at < 0) return false;
    waiting.splice(at, 1);
    question.caller.waiting -= 1;
    forget(question.caller);
    return true;
  };
  return {
    get waiting() {
      return waiting.length;
    },
    remove,
    add: (name: string, told: Pick<WaitingQuestion, 'come' | 'refuse'>): WaitingQuestion => {
      // Before the one who had the last turn, behind all others that wait already.
      const caller = callers.get(name) ?? { name, running: 0, waiting: 0, turn: turns - 0.5 };
      callers.set(name, caller);
      caller.waiting += 1;
      const question = { caller, ...told };
      waiting.push(question);
      return question;
    },
    /** Takes the next of those who have fewer than so many running. */
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
    /** Whoever has most waiting makes room: the newest where several have as many. */
    lastOfMost: (): WaitingQuestion =>
      waiting.reduce((most, one) => (one.caller.waiting >= most.caller.waiting ? one : most)),
  };
}

// Whoever has fewest running, then whose turn was longest ago; of one caller, what was asked first.
function nextOf(waiting: readonly WaitingQuestion[]): WaitingQuestion | null {
  const before = ({ caller: a }: WaitingQuestion, { caller: b }: WaitingQuestion) =>
    a.running - b.running || a.turn - b.turn;
  return waiting.reduce<WaitingQuestion | null>((best, one) => (best && before(best, one) <= 0 ? best : one), null);
}
