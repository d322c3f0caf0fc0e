import { Refusal } from './refusal.ts';

/** How long one piece of work may take, and who else can end it. */
export interface Deadline {
  readonly withinMs: number;
  readonly signals: readonly AbortSignal[];
}

/**
 * Does some work until a signal or the time ends it, and fails with the reason then, however long the work itself
 * takes to notice. Nothing of it is left behind: a server asks this a million times.
 */
export async function beforeDeadline<T>(
  { withinMs, signals }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // Lost when the work is quicker; then nobody asks for it.
  ended.catch(() => undefined);
  const end = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const timer = setTimeout(
    () => end(new Refusal('TIMED_OUT', `There was no answer within ${withinMs / 1000} s.`)),
    withinMs,
  );
  const listeners = signals.map((signal) => [signal, () => end(signal.reason)] as const);
  for (const [signal, listener] of listeners) {
    if (signal.aborted) end(signal.reason);
    else signal.addEventListener('abort', listener, { once: true });
  }
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    for (const [signal, listener] of listeners) signal.removeEventListener('abort', listener);
  }
}
