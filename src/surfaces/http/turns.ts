/** Who asks, and how much of it is worked on and waits. */
interface AskingCaller {
  readonly name: string;
  running: number;
  waiting: number;
  /** When it had its last turn, or came. */
  turn: number;
}

/** A question that waits. */
export interface WaitingQuestion {
  readonly caller: AskingCaller;
  come(): void;
  refuse(reason: unknown): void;
}

/** Questions that wait, of callers that take turns; nothing is kept of those who neither ask nor wait. */
export function createTurns() {
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
